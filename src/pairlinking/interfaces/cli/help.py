"""Help for people: flags without a type, and commands in the order in which a user meets them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

__all__ = ["App", "DefaultCommand", "Group", "flowing", "ordered"]

_BRACKET = re.compile(r"(?<!\\)\[")  # which rich would take for markup; get_params is called several times
F = TypeVar("F", bound=Callable[..., Any])


def flowing(text: str) -> str:
    """A docstring as help: lines of a paragraph joined, and brackets escaped so that rich prints them as they are."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(text)).replace("[", r"\[")


class _PlainTypes:
    """Shows ``--json`` instead of ``--json <bool>``, and neither arguments nor repeated options as ``<list[str]>``."""

    def get_params(self, ctx: Any) -> list[Any]:
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for each in params:
            if getattr(each, "is_flag", False) or each.param_type_name == "argument":
                each.display_type_rich = _nothing
            elif each.multiple and not each.metavar:
                each.metavar = "VALUE"  # may be given several times, which the help text says
            if each.help:
                each.help = _BRACKET.sub(r"\\[", each.help)
        return params


class _Command(_PlainTypes, TyperCommand):
    """A command."""


class DefaultCommand(_Command):
    """The default command of a group, which needs no name: usage shows none."""

    def get_usage(self, ctx: Any) -> str:
        """As `click.Command.get_usage`, by the name of the group."""
        return super().get_usage(ctx).replace(f"{ctx.command_path} ", f"{ctx.parent.command_path} ", 1)


class Group(_PlainTypes, TyperGroup):
    """A command with subcommands."""


class App(typer.Typer):
    """Commands whose help is plain."""

    def command(self, name: str | None = None, **options: Any) -> Callable[[F], F]:
        """As `typer.Typer.command`."""
        return super().command(name, **{"cls": _Command, **options})


def ordered(*names: str) -> type[Group]:
    """A group that lists its commands in this order; typer would list those with subcommands last."""

    class InOrder(Group):
        def list_commands(self, ctx: Any) -> list[str]:
            return sorted(super().list_commands(ctx), key=names.index)

    return InOrder


def _nothing(**_: Any) -> None:
    """Show nothing for a type that adds no information."""
