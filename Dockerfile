# The server in a container: docker build -t pairlinking . && docker run --rm -p 8080:8080 pairlinking
# With your own knowledge base: see compose.yaml.
# Not run by our tests, which have no Docker engine; tests/packaging installs the same wheel into an empty environment.
FROM python:3.11-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
# Pinned versions, and only files whose hashes are in the lock files: see locks/make.py.
COPY locks locks
RUN pip install --no-cache-dir --no-deps --require-hashes --requirement locks/build.txt \
    && pip wheel --no-cache-dir --no-deps --require-hashes --wheel-dir /wheels --requirement locks/container.txt
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE ./
COPY src src
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.11-slim
# LightGBM needs OpenMP.
RUN apt-get update && apt-get install -y --no-install-recommends libgomp1 && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 linker
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --no-deps /wheels/*.whl && rm -rf /wheels
# What is installed, as a bill of materials (CycloneDX).
COPY locks/container.cdx.json /usr/share/doc/pairlinking/
USER linker
# Where nothing may be written at run time, the sample wiki must be there before.
ENV PAIRLINKING_CACHE=/home/linker/cache
RUN pairlinking kb info sample > /dev/null
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/api/health', timeout=2)"]
ENTRYPOINT ["pairlinking", "serve", "--host", "0.0.0.0", "--port", "8080"]
