"""Options declared once, for several commands."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import signature
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from pairlinking.interfaces.cli.option_groups import option_group, with_groups


@option_group
@dataclass(frozen=True)
class Size:
    """A group."""

    width: Annotated[int, typer.Option(min=1, help="How wide.")] = 3
    depth: Annotated[int, typer.Option(help="How deep.")] = 5


def show(
    *,
    name: Annotated[str, typer.Argument()],
    size: Size,
    depth: Annotated[list[int] | None, typer.Option(help="Several.")] = None,
) -> None:
    """Show what came in."""
    typer.echo(f"{name} {size.width} {size.depth} {depth}")


def run(*arguments: str) -> tuple[int, str]:
    app = typer.Typer()
    app.command()(with_groups(show))
    result = CliRunner().invoke(app, arguments)
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["box"], "box 3 5 None\n"),
        (["box", "--width", "7", "--depth", "1", "--depth", "2"], "box 7 5 [1, 2]\n"),
    ],
)
def test_a_group_arrives_as_one_object_and_the_commands_own_options_come_first(
    arguments: list[str], shown: str
) -> None:
    assert run(*arguments) == (0, shown)


def test_options_of_a_group_are_checked_and_documented_like_any_other() -> None:
    assert run("box", "--width", "0")[0] == 2
    code, text = run("--help")
    assert code == 0
    assert "How wide." in text
    assert "Several." in text
    assert list(signature(with_groups(show)).parameters) == ["name", "width", "depth"]
