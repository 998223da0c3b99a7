"""Names for strategies: ours are registered by decorator, those of third parties by entry point."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from pairlinking.errors import ParameterError, UnknownName, did_you_mean

__all__ = ["Registry"]

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class Registry(Generic[T]):
    """Strategies of one kind by name.

    Entry points of the group ``pairlinking.<kind>`` are listed without being imported; each is imported when it is
    first created, so a broken plug-in does no harm to those who do not use it.

    >>> shapes: Registry[object] = Registry("shapes")
    >>> @shapes.register("circle")
    ... class Circle:
    ...     def __init__(self, *, radius: float = 1.0) -> None:
    ...         self.radius = radius
    >>> shapes.names()
    ('circle',)
    >>> shapes.create("circle", radius=2.0).radius
    2.0
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._factories: dict[str, Callable[..., T]] = {}
        self._plugins: dict[str, EntryPoint] | None = None

    def register(self, name: str, **fixed: Any) -> Callable[[F], F]:
        """Decorate a class or function that makes the strategy `name`; callers cannot change the `fixed` options."""

        def add(factory: F) -> F:
            self._factories[name] = _Fixed(factory, fixed) if fixed else factory
            return factory

        return add

    def names(self) -> tuple[str, ...]:
        """All names, sorted: built in, registered, or offered by entry points."""
        return tuple(sorted({*self._factories, *self._entry_points()}))

    def create(self, name: str, **options: Any) -> T:
        """Make the strategy called `name`; unknown options raise `ParameterError`."""
        factory = self._find(name)
        if options:
            self._check(name, factory, options)
        return factory(**options)

    @staticmethod
    def _check(name: str, factory: Callable[..., T], options: dict[str, Any]) -> None:
        parameters = inspect.signature(factory).parameters.values()
        if any(p.kind is p.VAR_KEYWORD for p in parameters):
            return
        known = [p.name for p in parameters]
        for option in options:
            if option not in known:
                takes = f"It takes: {', '.join(known)}." if known else "It takes no options."
                raise ParameterError(f"{name!r} has no option {option!r}.{did_you_mean(option, known)} {takes}")

    def _find(self, name: str) -> Callable[..., T]:
        if name not in self._factories:
            if name not in self._entry_points():
                raise UnknownName(
                    f"Can't find {name!r} in registry {self.kind!r}.{did_you_mean(name, self.names())} "
                    f"Available: {', '.join(self.names())}"
                )
            self._factories[name] = self._entry_points()[name].load()
        return self._factories[name]

    def _entry_points(self) -> dict[str, EntryPoint]:
        if self._plugins is None:
            self._plugins = {point.name: point for point in entry_points(group=f"pairlinking.{self.kind}")}
        return self._plugins


class _Fixed(Generic[T]):
    """A factory with some options set, whose signature shows only the others."""

    def __init__(self, factory: Callable[..., T], fixed: dict[str, Any]) -> None:
        self._factory, self._fixed = factory, fixed
        shown = inspect.signature(factory)
        self.__signature__ = shown.replace(parameters=[p for p in shown.parameters.values() if p.name not in fixed])

    def __call__(self, **options: Any) -> T:
        return self._factory(**self._fixed, **options)
