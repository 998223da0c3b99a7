"""Progress of long work: bars with rates and remaining time on a terminal, an occasional line elsewhere."""

from __future__ import annotations

import sys
import time

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.text import Text

from pairlinking._support.progress_lines import ProgressLines, rate

__all__ = ["SAID_SO", "TerminalProgress"]

SAID_SO = "reported"  # note on a KeyboardInterrupt that has already been reported to the user

_SHOWN = 10  # warnings shown one by one
_REFRESH = 0.1  # seconds


class TerminalProgress:
    """Shows the stages of long work on standard error. A context manager: leaving it restores the cursor.

    Parameters
    ----------
    quiet
        True shows no progress; False shows bars even without a terminal.
    late
        Draw bars only when `tick` is called, for results that go to the same screen.
    stopped
        What to say when the user stops the work.
    """

    def __init__(
        self,
        *,
        quiet: bool | None = None,
        late: bool = False,
        stopped: str = "Stopped. Run the same command again to resume.",
    ) -> None:
        self._stopped, self._late = stopped, late
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)
        shown = sys.stderr.isatty() if quiet is None else not quiet
        self._lines = None if shown or quiet else ProgressLines(self.tell)
        # Drawn by us: a thread started by rich would prevent forking worker processes (`WorkerPool`).
        self._bars = Progress(
            SpinnerColumn(finished_text="[green]✓[/]"),
            TextColumn("{task.description}", table_column=Column()),
            # In a narrow terminal, descriptions are wrapped rather than these cut.
            BarColumn(bar_width=24, table_column=Column(min_width=8)),
            _Rate(table_column=Column(no_wrap=True)),
            _Time(compact=True, elapsed_when_finished=True, table_column=Column(no_wrap=True, min_width=7)),
            console=self._console,
            auto_refresh=False,
            disable=not shown,
            transient=late,
        )
        self._task: Task | None = None
        self._drawn = 0.0
        self._n_warnings = 0

    def __enter__(self) -> TerminalProgress:
        if not self._late:
            self._bars.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        self._bars.stop()
        if isinstance(error, KeyboardInterrupt):
            self._console.print(self._stopped)
            error.add_note(SAID_SO)
        if self._n_warnings > _SHOWN:
            self._console.print(f"Warning: {self._n_warnings - _SHOWN:,} more of these; the manifest counts them all.")

    def start(self, stage: str, *, total: int | None = None, unit: str = "") -> None:
        """Add a bar."""
        if self._lines is not None:
            self._lines.start(stage, total, unit)
        number = self._bars.add_task(stage, total=total, unit=unit)
        self._task = next(task for task in self._bars.tasks if task.id == number)
        self._draw()

    def update(self, done: int) -> None:
        """Move the bar."""
        if self._lines is not None:
            self._lines.update(done)
        if self._task is not None:
            self._bars.update(self._task.id, completed=done)
            if time.monotonic() - self._drawn > _REFRESH:
                self._draw()

    def tick(self) -> None:
        """Show that work continues, even though no stage has advanced."""
        if self._task is not None and time.monotonic() - self._drawn > _REFRESH:
            self._bars.start()  # does nothing if the bars are already shown
            self._draw()

    def hide(self) -> None:
        """Erase bars that were drawn late, so that results can be written in their place."""
        self._bars.stop()

    def finish(self, summary: str = "") -> None:
        """Fill the bar, and show the summary."""
        if self._task is None:
            return
        if self._lines is not None:
            self._lines.finish(summary)
        total = self._task.total or max(self._task.completed, 1)
        text = self._task.description + (f": {summary}" if summary else "")
        self._bars.update(self._task.id, total=total, completed=total, description=text)
        self._draw()
        self._task = None

    def warn(self, message: str) -> None:
        """Print the first few; the manifest counts them all."""
        self._n_warnings += 1
        if self._n_warnings <= _SHOWN:
            self._console.print(f"Warning: {message}", markup=False)

    def tell(self, message: str) -> None:
        """Print a line above the bar."""
        self._console.print(message, markup=False, emoji=False)

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        self._bars.refresh()  # does nothing before the bars are started


class _Time(TimeRemainingColumn):
    """The remaining time, or the elapsed time if the total is unknown."""

    def render(self, task: Task) -> Text:
        if task.total is not None or task.finished:
            return super().render(task)
        minutes, seconds = divmod(int(task.elapsed or 0), 60)
        return Text(f"{minutes}:{seconds:02d}", style="progress.elapsed")


class _Rate(ProgressColumn):
    """How much is done per second, in the unit of the stage."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if speed is None or task.finished:
            return Text("")
        return Text(rate(speed, task.fields.get("unit", "")))
