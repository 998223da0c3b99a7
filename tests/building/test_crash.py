"""A build killed anywhere leaves nothing that opens, leaves no process behind, and resumes to the same bytes."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pairlinking.building import EntityOptions
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb import KnowledgeBase, verify
from tests.building.small_wiki import SMALL_VECTORS, Recorder, build, small_dump

STAGES = (
    "Checking the sources",
    "Reading pages",
    "Joining sources",
    "Relating pages, names and links",
    "Writing entities",
    "Writing surface forms",
    "Writing in-links",
    "Writing facts",
    "Writing held-out pages",
    "Writing name parts",
    "Counting surface forms in text",
    "Counting words around links",
    "Writing profiles",
    "Writing the token corpus",
    "Numbering tokens",
    "Learning vectors",
    "Hashing the files",
)
HELD_OUT = EntityOptions(entities="linked", min_links=1, holdout=0.2)

# Imports everything once. For each line of JSON it forks a process, in a session of its own, that builds and perhaps
# kills itself; it answers with the number of the process and how that ended.
HOST = """
import json, os, signal, sys
from pathlib import Path
sys.path.insert(0, ".")
import duckdb, pyarrow.parquet
from pairlinking.building import EntityOptions
from tests.building.small_wiki import SMALL_VECTORS, build

class Killer:
    def __init__(self, stage, when):
        self.stage, self.when, self.now = stage, when, None
    def kill(self, *when):
        if self.now == self.stage and self.when in when:
            os.kill(os.getpid(), signal.SIGKILL)
    def start(self, stage, *, total=None, unit=""):
        self.now = stage
        self.kill("start")
    def update(self, done):
        self.kill("middle", "late" if done > 8 else "")
    def finish(self, summary=""):
        self.kill("middle", "end")  # a stage without steps
    def warn(self, message):
        print(message, file=sys.stderr)

def work(job):
    os.setsid()
    module = sys.modules[build.__module__]
    if job["when"] == "before moving":
        module.move_in = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
    if job["when"] == "after moving":
        move_in = module.move_in
        module.move_in = lambda *a, **k: (move_in(*a, **k), os.kill(os.getpid(), signal.SIGKILL))
    if job["when"].startswith("adding"):
        import pairlinking.building.vectors.learn as learn
        options = type(SMALL_VECTORS)(**vars(SMALL_VECTORS) | {"seed": 2})
        if job["when"] == "adding: rename":
            os.rename = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        if job["when"] == "adding: hash":
            from pairlinking.kb import manifest
            manifest.record_files = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        killer = Killer(job["stage"], "middle" if job["when"] == "adding: middle" else "never")
        learn.add_vectors(job["output"], options, workers=job["workers"], progress=killer)
        return
    build(job["dump"], job["output"], entities=EntityOptions(**job["entities"]), vectors=SMALL_VECTORS,
          workers=job["workers"], replace=job["replace"], keep_tables=job["keep_tables"],
          progress=Killer(job["stage"], job["when"]))

for line in sys.stdin:
    pid = os.fork()
    if not pid:
        code = 1
        try:
            work(json.loads(line))
            code = 0
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        finally:
            os._exit(code)
    print(json.dumps([pid, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])]), flush=True)
"""


class Host:
    """Runs builds in processes that may be killed."""

    def __init__(self, dump: Path, log: Path) -> None:
        self.dump, self.log = dump, log
        root = Path(__file__).parents[2]
        with log.open("w") as told:
            self._process = subprocess.Popen(
                [sys.executable, "-c", HOST],
                cwd=root,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=told,
                text=True,
            )

    def build(self, output: Path, *, stage: str = "", when: str = "", workers: int = 1, **options: Any) -> int:
        """Exit code of a build, of which no process may be left."""
        job = {"replace": False, "keep_tables": True, "entities": vars(HELD_OUT)} | options
        job |= {"dump": str(self.dump), "output": str(output), "stage": stage, "when": when, "workers": workers}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(job), file=self._process.stdin, flush=True)
        pid, code = json.loads(self._process.stdout.readline())
        assert not left_over(pid)
        return int(code)

    def close(self) -> None:
        """End the process that forks the others."""
        self._process.communicate()


def left_over(session: int, patience: float = 60.0) -> list[int]:
    """Processes of a session that are still there after a while."""
    end = time.monotonic() + patience
    while True:
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(stat.parent.name))
        if not found or time.monotonic() > end:
            return found
        time.sleep(0.02)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("host")
    host = Host(small_dump(folder / "dump.xml"), folder / "stderr")
    yield host
    host.close()


@pytest.fixture(scope="module")
def undisturbed(host: Host, tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    recorder = Recorder()
    output = tmp_path_factory.mktemp("undisturbed") / "kb"
    kb = build(host.dump, output, entities=HELD_OUT, vectors=SMALL_VECTORS, workers=1, progress=recorder)
    assert tuple(recorder.stages) == STAGES
    assert recorder.finished == recorder.stages
    return kb


def assert_nothing_opens(output: Path) -> None:
    assert not output.exists()
    for folder in (output, output.with_name(output.name + ".building")):
        with pytest.raises(KnowledgeBaseError):
            KnowledgeBase.open(folder)


def assert_goes_on(host: Host, output: Path, undisturbed: KnowledgeBase, **options: Any) -> None:
    assert host.build(output, **options) == 0, host.log.read_text()
    kb = KnowledgeBase.open(output)
    assert kb.manifest == undisturbed.manifest
    verify(output)
    assert [each.name for each in output.parent.iterdir()] == [output.name]


@pytest.mark.parametrize("when", ["start", "middle"])
@pytest.mark.parametrize("stage", STAGES)
def test_killed_in_any_stage_the_same_build_goes_on(
    host: Host, undisturbed: KnowledgeBase, tmp_path: Path, stage: str, when: str
) -> None:
    output = tmp_path / "kb"
    workers = 2 if stage in ("Reading pages", "Writing the token corpus", "Numbering tokens") else 1
    assert host.build(output, stage=stage, when=when, workers=workers) == -signal.SIGKILL
    assert_nothing_opens(output)
    unfinished = tmp_path / "kb.building" / "kb"
    if stage == STAGES[-1]:
        assert unfinished.exists()
    with pytest.raises(KnowledgeBaseError):
        KnowledgeBase.open(unfinished)
    assert_goes_on(host, output, undisturbed)


def test_killed_between_two_queries_the_finished_ones_are_kept(
    host: Host, undisturbed: KnowledgeBase, tmp_path: Path
) -> None:
    output = tmp_path / "kb"
    assert host.build(output, stage="Relating pages, names and links", when="late") == -signal.SIGKILL
    assert_nothing_opens(output)
    assert_goes_on(host, output, undisturbed)


def test_killed_again_and_again_it_still_ends_the_same(host: Host, undisturbed: KnowledgeBase, tmp_path: Path) -> None:
    output = tmp_path / "kb"
    for number, stage in enumerate(STAGES):
        assert host.build(output, stage=stage, when="end", workers=1 + number % 2) == -signal.SIGKILL
        assert_nothing_opens(output)
    assert_goes_on(host, output, undisturbed, workers=2)


def test_killed_when_whole_but_not_moved(host: Host, undisturbed: KnowledgeBase, tmp_path: Path) -> None:
    assert host.build(tmp_path / "kb", when="before moving") == -signal.SIGKILL
    assert_nothing_opens(tmp_path / "kb")
    assert_goes_on(host, tmp_path / "kb", undisturbed)


def test_killed_when_moved_it_is_whole_and_replacing_it_works(
    host: Host, undisturbed: KnowledgeBase, tmp_path: Path
) -> None:
    output = tmp_path / "kb"
    assert host.build(output, when="after moving") == -signal.SIGKILL
    verify(output)
    assert KnowledgeBase.open(output).manifest == undisturbed.manifest
    # What is left of the build must not be taken for finished stages: their files have gone with the move.
    assert_goes_on(host, output, undisturbed, replace=True)


def test_the_same_command_after_a_kill_at_the_very_end_leaves_nothing_beside_the_result(
    host: Host, undisturbed: KnowledgeBase, tmp_path: Path
) -> None:
    output = tmp_path / "kb"
    assert host.build(output, when="after moving") == -signal.SIGKILL
    host.build(output)  # done already, or refused: both are fine
    assert KnowledgeBase.open(output).manifest == undisturbed.manifest
    assert [each.name for each in tmp_path.iterdir()] == ["kb"]


def test_a_replaced_knowledge_base_is_there_until_the_new_one_is(
    host: Host, undisturbed: KnowledgeBase, tmp_path: Path
) -> None:
    output = tmp_path / "kb"
    shutil.copytree(undisturbed.path, output)
    others = vars(EntityOptions())
    for stage in (STAGES[1], STAGES[-1]):
        assert host.build(output, stage=stage, when="end", replace=True, entities=others) == -signal.SIGKILL
        assert KnowledgeBase.open(output).manifest == undisturbed.manifest
    assert host.build(output, replace=True, entities=others) == 0
    assert KnowledgeBase.open(output).manifest.parameters["entities"] == others
    verify(output)
    assert [each.name for each in tmp_path.iterdir()] == ["kb"]


def test_an_old_manifest_does_not_make_a_half_changed_build_whole(
    host: Host, undisturbed: KnowledgeBase, tmp_path: Path
) -> None:
    output = tmp_path / "kb"
    assert host.build(output, when="before moving", entities=vars(EntityOptions(holdout=0.5))) == -signal.SIGKILL
    assert host.build(output, stage="Writing surface forms", when="start") == -signal.SIGKILL
    # Now the folder holds the manifest of the first build and some files of the second.
    assert not (tmp_path / "kb.building" / "kb" / "manifest.json").exists()
    assert_goes_on(host, output, undisturbed)


@pytest.mark.parametrize(
    ("when", "stage"),
    [
        ("middle", "Writing the token corpus"),
        ("middle", "Numbering tokens"),
        ("middle", "Learning vectors"),
        ("rename", ""),
        ("hash", ""),
    ],
)
def test_killed_while_vectors_are_added_the_knowledge_base_opens_and_adding_again_works(
    host: Host, undisturbed: KnowledgeBase, tmp_path: Path, when: str, stage: str
) -> None:
    output = tmp_path / "kb"
    shutil.copytree(undisturbed.path, output)
    assert host.build(output, when=f"adding: {when}", stage=stage, workers=2) == -signal.SIGKILL
    opened = KnowledgeBase.open(output)
    assert opened.manifest.id == undisturbed.manifest.id
    if when == "middle":
        assert opened.manifest == undisturbed.manifest
        verify(output)
    else:
        assert not opened.has_vectors
    assert host.build(output, when="adding") == 0, host.log.read_text()
    opened = KnowledgeBase.open(output)
    assert opened.has_vectors
    assert opened.manifest.parameters["vectors"]["seed"] == 2
    verify(output)
    assert [each.name for each in tmp_path.iterdir()] == ["kb"]


def test_tables_given_up_at_the_end_are_made_again_where_they_are_needed(
    host: Host, undisturbed: KnowledgeBase, tmp_path: Path
) -> None:
    output = tmp_path / "kb"
    assert host.build(output, stage="Hashing the files", when="end", keep_tables=False) == -signal.SIGKILL
    assert_goes_on(host, output, undisturbed, keep_tables=True)
