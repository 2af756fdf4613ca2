"""A command that waits for an answer: taken back at a choice, to be given again with the answer.

:mod:`ledger_runtime.waiting` has what games call. docs/language.md, section 3, "Choices".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from inspect import BoundArguments, Parameter, signature
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from ledger_runtime.catalog import Catalog
from ledger_runtime.codec import decode, decode_as, encode, encode_as, shown
from ledger_runtime.decisions import NeedsChoice
from ledger_runtime.effect import Effect
from ledger_runtime.entity import Entity
from ledger_runtime.errors import SaveError
from ledger_runtime.numbers import exact
from ledger_runtime.zones import End

if TYPE_CHECKING:
    from ledger_runtime.naming import Naming
    from ledger_runtime.state import State

Answer: TypeAlias = tuple[int | str, ...]
"""An answer to a choice: ids of entities, or words."""

P = ParamSpec("P")
R = TypeVar("R")
W = TypeVar("W", bound="State[Any, Any, Any]")

RESUMABLE: dict[str, None] = {}
"""The names of the commands that can wait for an answer."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A command that was taken back at a choice, and the answers that were given so far."""

    command: str
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]
    answers: tuple[Answer, ...]

    def moved(self, move: Callable[[Any], Any]) -> Pending:
        """The same command in a copy of its world; ``move`` gives what a value is there."""
        return Pending(
            self.command,
            tuple(_moved(value, move) for value in self.arguments),
            {name: _moved(value, move) for name, value in self.named.items()},
            self.answers,
        )

    def saved(self, catalog: Catalog) -> dict[str, Any]:
        """As JSON's own values. Raises :class:`SaveError` for an argument that has no saved form.

        Only what is of the catalog, or plain, has one; a routine must be one of the catalog's.
        """
        return {
            "command": self.command,
            "arguments": [_encoded(value, catalog) for value in self.arguments],
            "named": {
                name: _encoded(value, catalog) for name, value in self.named.items()
            },
            "answers": [list(answer) for answer in self.answers],
        }


def resumable(
    command: Callable[Concatenate[W, P], R],
) -> Callable[Concatenate[W, P], R]:
    """A command that the world keeps as pending when it stops at a choice."""
    name = command.__name__
    RESUMABLE[name] = None

    @wraps(command)
    def carried_out(_world: W, /, *arguments: P.args, **named: P.kwargs) -> R:
        try:
            return command(_world, *arguments, **named)
        except NeedsChoice:
            if not _world.running:
                _world.pending = Pending(name, arguments, dict(named), _world.made)
            raise

    return carried_out


def again(pending: Pending, world: Any) -> Any:
    """Give a pending command again; effects that it gives are new ones."""
    twin = pending.moved(_itself)
    return getattr(world, twin.command)(*twin.arguments, **twin.named)


def _itself(value: Any) -> Any:
    return value


_NAMES = {
    "pool": "pool",
    "zone": "zone",
    "link": "link",
    "tag": "tag",
}
"""Parameters of commands that are declared names, and of what kind."""

_FIELDS = {
    "act": ("prop",),
    "raise_event": ("prop", "link"),
    "make": ("pool", "link"),
}
"""What else a command may be given by name."""


def read_pending(form: dict[str, Any], world: Any, naming: Naming) -> Pending:
    """A pending command from JSON. Raises :class:`SaveError`."""
    match form:
        case {
            "command": str() as command,
            "arguments": list() as arguments,
            "named": dict() as named,
            "answers": list() as answers,
        } if (
            len(form) == 4
        ):
            pass
        case _:
            raise SaveError(f"$.pending: no pending command: {shown(form)}")
    if command not in RESUMABLE:
        raise SaveError(f"$.pending.command: no command: {shown(command)}")

    def value(each: object, where: str) -> Any:
        return _decoded(each, f"$.pending.{where}", naming)

    read = [value(each, f"arguments[{index}]") for index, each in enumerate(arguments)]
    by_name = {name: value(each, f"named.{name}") for name, each in named.items()}
    try:
        bound = signature(getattr(world, command)).bind(*read, **by_name)
    except TypeError as error:
        raise SaveError(
            f"$.pending: {command} is not given like this: {error}"
        ) from None
    if not naming.same:
        _rename(command, bound, naming)
    return Pending(
        command,
        tuple(bound.args),
        dict(bound.kwargs),
        tuple(
            _answer(each, f"$.pending.answers[{index}]")
            for index, each in enumerate(answers)
        ),
    )


def _rename(command: str, bound: BoundArguments, naming: Naming) -> None:
    """Let names among the arguments be those of the catalog that reads the save."""
    given = bound.arguments
    for name, kind in _NAMES.items():
        if given.get(name):
            given[name] = _named((kind,), given[name], naming)
    if command == "advance" and given.get("to"):
        given["to"] = _named(("phase",), given["to"], naming)
    for name, parameter in bound.signature.parameters.items():
        if parameter.kind is Parameter.VAR_KEYWORD and name in given:
            given[name] = {
                _named(_FIELDS.get(command, ()), field, naming): value
                for field, value in given[name].items()
            }


def _named(kinds: tuple[str, ...], name: object, naming: Naming) -> Any:
    """A name as it is now; one of a slot stays as it is, for the command to judge."""
    if isinstance(name, str):
        for kind in kinds:
            now = naming.now(kind, name)
            if now is not None:
                return now
    return name


def _answer(form: object, where: str) -> Answer:
    if isinstance(form, list) and all(
        isinstance(each, str) or type(each) is int for each in form
    ):
        return tuple(form)
    raise SaveError(f"{where}: no answer: {shown(form)}")


def _moved(value: Any, move: Callable[[Any], Any]) -> Any:
    """A value in another world; an effect to be given is a new one, as it was before."""
    if isinstance(value, Effect):
        return type(value)(*(move(getattr(value, slot)) for slot in value.parameters))
    return move(value)


def _encoded(value: object, catalog: Catalog) -> Any:
    if value is None:
        return ["none"]
    if isinstance(value, End):
        return ["end", value.value]
    if isinstance(value, Effect):
        kinds = tuple(value.kinds.values()) or ("",) * len(value.parameters)
        arguments = [
            encode_as(kind, getattr(value, slot), catalog)
            for kind, slot in zip(kinds, value.parameters, strict=True)
        ]
        return ["new effect", value.name, arguments]
    if callable(value) and not isinstance(value, (type, Entity)):
        for name, routine in catalog.routines.items():
            if routine is value:
                return ["routine", name]
    try:
        return encode(value)
    except SaveError:
        return encode(exact(value))


def _decoded(form: object, where: str, naming: Naming) -> Any:
    match form:
        case ["none"]:
            return None
        case ["end", str() as end] if end in [each.value for each in End]:
            return End(end)
        case ["routine", str() as name]:
            return naming.declared("routine", name, where)
        case ["new effect", str() as name, list() as arguments]:
            kind = naming.declared("effect", name, where)
            kinds = tuple(kind.kinds.values()) or ("",) * len(kind.parameters)
            if len(arguments) != len(kinds):
                raise SaveError(f"{where}: {kind.name} takes {len(kinds)} arguments")
            return kind(
                *(
                    decode_as(each, value, where, naming)
                    for each, value in zip(kinds, arguments, strict=True)
                )
            )
    return decode(form, where, naming)
