"""Options that several commands share, declared once: a dataclass whose fields are options of the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar, get_type_hints

__all__ = ["option_group", "with_groups"]

T = TypeVar("T", bound=type)

_GROUPS: set[type] = set()


def option_group(cls: T) -> T:
    """Mark a dataclass: where a command takes it, its fields are options of the command."""
    _GROUPS.add(cls)
    return cls


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer reads it: instead of a group it has the options of that group.

    An option of the command itself replaces one of the same name in a group; the group's field keeps its default.
    """
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if isinstance(hint, type) and hint in _GROUPS}
    own = {
        name: each.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[name])
        for name, each in signature(command).parameters.items()
    }
    shown: dict[str, Parameter] = {}
    members: dict[str, list[str]] = {}
    for name, parameter in own.items():
        if name not in groups:
            shown[name] = parameter
            continue
        options = {each.name: each for each in _options(groups[name]) if each.name not in own}
        members[name] = list(options)
        shown |= options

    @wraps(command)
    def run(**values: Any) -> None:
        for name, names in members.items():
            values[name] = groups[name](**{each: values.pop(each) for each in names})
        command(**values)

    run.__signature__ = signature(command).replace(parameters=list(shown.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: each.annotation for name, each in shown.items()} | {"return": None}
    del run.__wrapped__  # through it, typer would see the groups
    return run


def _options(group: type) -> list[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=hints[each.name])
        for each in fields(group)
    ]
