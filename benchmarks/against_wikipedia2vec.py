"""Time the build from a dump, wikipedia2vec 2.0.0 against ours: ``python -m benchmarks.against_wikipedia2vec [DUMP]``.

Both read the same file in the same run, one after the other. wikipedia2vec has its own virtual environment, created
on first use; its wheel for Python 3.11 needs no pins. Its reader fails on pages without <ns> and recognises redirects
only by <redirect>; a dump of 2006 has neither. Such a dump is first rewritten with both, which is not timed.
"""

from __future__ import annotations

import argparse
import bz2
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import venv
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from xml.sax.saxutils import quoteattr

from benchmarks.enwik8 import DUMP
from benchmarks.readme import RESULTS, short
from benchmarks.run import table
from benchmarks.timing import machine
from pairlinking.sources import Chunk, parse_pages, read_chunks, read_site

ENV = Path(__file__).parents[1] / ".cache" / "wikipedia2vec"
THEIRS, OURS, VERSION = "wikipedia2vec", "ours", "2.0.0"
# Default options, except for the cores and the tokenizer: where ICU is installed, its tokenizer would be used.
COMMANDS = {
    THEIRS: {
        "build-dump-db": "{dump} pages.db --pool-size {cores}",
        "build-dictionary": "pages.db dictionary --pool-size {cores} --tokenizer regexp",
        "build-link-graph": "pages.db dictionary links --pool-size {cores}",
        "build-mention-db": "pages.db dictionary mentions --pool-size {cores} --tokenizer regexp",
    },
    OURS: {"build": "{dump} -o kb --entities linked --min-links 2 --no-vectors --no-models"},
}
COUNT = """
import json
from wikipedia2vec import cli
pages, words = cli.DumpDB("pages.db"), cli.Dictionary.load("dictionary")
links, mentions = cli.LinkGraph.load("links", words), cli.MentionDB.load("mentions", words)
print(json.dumps({
    "build-dump-db": {"articles": pages.page_size(), "redirects": sum(1 for _ in pages.redirects())},
    "build-dictionary": {"words": words.word_size, "entities": words.entity_size},
    "build-link-graph": {"neighbours": len(links.serialize()["indices"])},
    "build-mention-db": {"names": len(mentions.mention_trie), "names with entity": sum(1 for _ in mentions)},
}))
"""
MEMORY = "PSS" if os.access("/proc/self/smaps_rollup", os.R_OK) else "RSS"


@dataclass(frozen=True)
class Measured:
    """Cost of a command with all its processes, what it found, and the CPU seconds others used meanwhile."""

    seconds: float
    cpu: float
    others: float
    peak_bytes: int
    counts: dict[str, int]


def measure(command: list[str], folder: Path) -> Measured:
    """Cost of a command run in a folder; its output goes to a file there, and to the error message if it fails."""
    log, peak, ended = folder / "log.txt", [0], threading.Event()
    start, cpu, busy = _clocks()
    with log.open("wb") as words:
        process = subprocess.Popen(command, cwd=folder, stdout=words, stderr=words, start_new_session=True)
    watcher = threading.Thread(target=_watch, args=(process.pid, peak, ended))
    watcher.start()
    try:
        process.wait()
    finally:
        seconds, cpu, busy = (after - before for after, before in zip(_clocks(), (start, cpu, busy), strict=True))
        ended.set()
        watcher.join()
        if process.returncode is None:  # interrupted: in a separate session, it does not receive Ctrl-C
            os.killpg(process.pid, signal.SIGTERM)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{log.read_text(errors='replace')[-2000:]}")
    return Measured(seconds, cpu, max(0.0, busy - cpu), peak[0], {})


def _clocks() -> tuple[float, float, float]:
    """Wall clock, CPU seconds of all finished commands, and CPU seconds of the whole machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, nice, system, _, _, *interrupts = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9])
    busy = (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")
    return time.perf_counter(), used.ru_utime + used.ru_stime, busy


def _watch(session: int, peak: list[int], ended: threading.Event) -> None:
    """Record the peak memory of the session that a command leads: itself and all it started.

    RSS is sampled every 50 ms. PSS costs the kernel milliseconds per process, which the command then lacks, so it is
    read once a second and whenever RSS exceeds its previous peak by 2 %.
    """
    highest, last = 0.0, 0.0
    while not ended.wait(0.05):
        pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
        resident = sum(_bytes(pid, session, "RSS") for pid in pids)
        if resident > 1.02 * highest or time.perf_counter() - last > 1:
            highest, last = max(highest, resident), time.perf_counter()
            peak[0] = max(peak[0], sum(_bytes(pid, session, MEMORY) for pid in pids))


def _bytes(pid: int, session: int, memory: str) -> int:
    """Memory of one process, 0 if in another session; PSS counts its share of shared pages, RSS all of them."""
    try:
        if os.getsid(pid) != session:
            return 0
        if memory == "RSS":
            return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return int(Path(f"/proc/{pid}/smaps_rollup").read_text().partition("\nPss:")[2].split()[0]) * 1024
    except (OSError, IndexError):  # ended meanwhile
        return 0


def make_environment(env: Path) -> dict[str, str]:
    """Versions of all packages in wikipedia2vec's virtual environment, which is created if it does not exist."""
    if not (env / "bin" / "python").exists():
        venv.create(env, with_pip=True)
        (env / ".gitignore").write_text("*\n")
    pip = [str(env / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    versions = {p["name"]: p["version"] for p in json.loads(subprocess.check_output([*pip, "list", "--format=json"]))}
    if versions.get(THEIRS) == VERSION:
        return versions
    subprocess.run([*pip, "install", "--quiet", f"{THEIRS}=={VERSION}"], check=True)
    return make_environment(env)


def modernize(dump: Path, out: Path) -> Path:
    """The dump itself if its pages state their namespace, otherwise a copy with <ns> and <redirect> added."""
    if b"<ns>" in next(read_chunks(dump)).data:
        return dump
    site = read_site(dump)

    def modern(found: re.Match[bytes]) -> bytes:
        (page,) = parse_pages(Chunk("", 0, found[0]), site)
        redirect = f"\n    <redirect title={quoteattr(page.redirect)} />" if page.redirect else ""
        return found[0].replace(b"</title>", f"</title>\n    <ns>{page.namespace}</ns>{redirect}".encode(), 1)

    with bz2.open(out, "wb") as file:
        for chunk in read_chunks(dump):
            file.write(re.sub(rb"<page>.*?</page>", modern, chunk.data, flags=re.DOTALL))
        file.write(b"\n</mediawiki>\n")
    return out


def run(side: str, env: Path, dump: Path) -> dict[str, Measured]:
    """Measure all commands of one side, one after the other, and count what they found."""
    theirs, steps = side == THEIRS, {}
    start = [str(env / "bin" / THEIRS)] if theirs else [sys.executable, "-m", "pairlinking"]
    with tempfile.TemporaryDirectory() as name:
        for step, arguments in COMMANDS[side].items():
            words = [word.format(dump=dump, cores=os.cpu_count()) for word in arguments.split()]
            steps[step] = measure([*start, step, *words], Path(name))
            print(f"{side} {step}: {steps[step].seconds:.1f} s", file=sys.stderr, flush=True)
        if theirs:
            counts = json.loads(subprocess.check_output([env / "bin" / "python", "-c", COUNT], cwd=name))
        else:
            counts = {"build": json.loads(Path(name, "kb", "manifest.json").read_text())["counts"]}
    if theirs and not all(value for step in counts.values() for value in step.values()):
        raise SystemExit(f"wikipedia2vec found nothing in {dump}: {counts}")
    return {f"{side} {step}": replace(measured, counts=counts[step]) for step, measured in steps.items()}


def report(best: dict[str, Measured], about: dict[str, str]) -> str:
    """The results as a Markdown page."""
    rows = []
    for name, m in best.items():
        found = ", ".join(f"{value:,} {what}" for what, value in m.counts.items())
        times = [f"{value:.1f}" for value in (m.seconds, m.cpu, m.others)]
        rows.append([name, *times, short(m.peak_bytes / 1e6), found])
    return f"""# How fast a dump is built, against wikipedia2vec

Written by `python -m benchmarks.against_wikipedia2vec`; do not edit. Per step the fastest round; memory of all
processes together. Where others took many CPU seconds, compare CPU seconds, not seconds. On
{", ".join(f"{key} {value}" for key, value in about.items())}.

Both read the dump, count words and links, and count how often names occur in text and as links. Neither trains
vectors or models here. They do not find the same: wikipedia2vec keeps entities linked 5 times or more (its default),
ours is told to keep link targets of 2 pages. In addition ours keeps the text as tables, guesses missing redirects,
reads descriptions and kinds of entities, and writes a profile of each: the words of its page and around links to it.

{table(["step", "seconds", "CPU seconds", "CPU seconds of others", f"peak MB ({MEMORY})", "found"], rows)}
"""


def main() -> None:
    """Run the rounds; print the page, and save it if both sides ran."""
    parser = argparse.ArgumentParser(description="Time the build from a dump, wikipedia2vec against ours.")
    parser.add_argument("dump", nargs="?", type=Path, default=DUMP)
    parser.add_argument("--rounds", type=int, default=1, help="the best counts; every other one starts with ours")
    parser.add_argument("--env", type=Path, default=ENV, help="folder for the environment of wikipedia2vec")
    parser.add_argument("--only", choices=[THEIRS, OURS], help="run one side; prints, but saves nothing")
    options = parser.parse_args()
    sides = [options.only] if options.only else [THEIRS, OURS]
    env, given = options.env.absolute(), options.dump.absolute()
    versions = make_environment(env) if THEIRS in sides else {}
    about = machine() | {"load": f"{os.getloadavg()[0]:.1f} at the start", "dump": given.name}
    best: dict[str, Measured] = {}
    with tempfile.TemporaryDirectory() as folder:
        dump = modernize(given, Path(folder, "modern.xml.bz2"))
        about["dump"] += "" if dump == given else " (rewritten with <ns> and <redirect>, the same copy for both)"
        for side in [side for turn in range(options.rounds) for side in sides[:: -1 if turn % 2 else 1]]:
            for name, measured in run(side, env, dump).items():
                best[name] = min(best.get(name, measured), measured, key=lambda each: each.seconds)
    totals = {}
    for side in sides:
        every = [measured for name, measured in best.items() if name.startswith(side)]
        seconds, cpu, others = (sum(getattr(m, name) for m in every) for name in ("seconds", "cpu", "others"))
        totals[f"**{side}, total**"] = Measured(seconds, cpu, others, max(m.peak_bytes for m in every), {})
    page = report(best | totals, about)
    if not options.only:
        theirs, ours = totals.values()
        ratio = {"seconds": theirs.seconds / ours.seconds, "cpu": theirs.cpu / ours.cpu}
        page += f"\nwikipedia2vec / ours: **{ratio['cpu']:.1f}** in CPU seconds, {ratio['seconds']:.1f} in seconds.\n"
        steps = {name: asdict(measured) for name, measured in best.items()}
        saved = {"machine": about, "versions": versions, "ratio": ratio, "steps": steps}
        path = RESULTS.with_name("build.json")
        path.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
        path.with_suffix(".md").write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
