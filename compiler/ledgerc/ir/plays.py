"""Plays of the IR: scenes and rows are kept, names are resolved against the play's catalog.

A step is one line of the play. Names that a play made or let are variables of role PLAY; row
parameters are variables of role PARAMETER.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from ledgerc.ir import statements
from ledgerc.ir.expressions import Expression
from ledgerc.ir.statements import Carried
from ledgerc.ir.types import Type
from ledgerc.node import Node
from ledgerc.source import Span


class Act(Node, frozen=True):
    """``act u Attack [at g, h | at 5 6] [with Path = 2]``."""

    actor: Expression
    ability: str
    targets: tuple[Expression, ...]
    place: Expression | None
    props: tuple[Carried, ...]
    span: Span


class Command(Node, frozen=True):
    """A statement run as one command (deal, heal, raise, give, make, set, move, do, …)."""

    statement: statements.Statement
    span: Span


class LetName(Node, frozen=True):
    """``let w = E``: changes nothing."""

    name: str
    type: Type
    whole: bool
    value: Expression
    span: Span


class ScriptRolls(Node, frozen=True):
    """``roll 7, 10``: the next dice."""

    values: tuple[Expression, ...]
    span: Span


class ScriptChoice(Node, frozen=True):
    """``choose a, b`` / ``choose none`` / ``choose Word``: the next choice."""

    chosen: tuple[Expression, ...]
    span: Span


class ScriptAnswer(Node, frozen=True):
    """``answer Cover(u, g) = 1``."""

    query: str
    arguments: tuple[Expression, ...]
    value: Expression
    span: Span


class Seed(Node, frozen=True):
    """``seed 42``."""

    value: int
    span: Span


class Wait(Node, frozen=True):
    """``wait 2 seconds``; ``ticks`` is exact, from the catalog's rate."""

    seconds: Expression
    span: Span


class Save(Node, frozen=True):
    """``save``: the world goes through its saved form and back."""

    span: Span


class Origin(Node, frozen=True):
    """``from content: 4 less the attack``: where a number comes from."""

    kind: str
    text: str


class ExpectDone(Node, frozen=True):
    """``expect done``."""

    span: Span


class ExpectRefused(Node, frozen=True):
    """``expect refused [CODE ["text"]]``."""

    code: str | None
    text: str | None
    span: Span


class ExpectCompare(Node, frozen=True):
    """``expect A = B`` and the other comparisons (``=`` is kept as written)."""

    left: Expression
    operator: str
    right: Expression
    origin: Origin | None
    source: str
    """The two sides as the author wrote them."""
    span: Span


class ExpectTruth(Node, frozen=True):
    """``expect in_front(u, g, 180)``, ``expect not …``, ``expect g has Guard`` (lacks: a Not)."""

    condition: Expression
    origin: Origin | None
    source: str
    span: Span


class Standing(Enum):
    """``expect g gone`` / ``expect g alive``."""

    GONE = "gone"
    ALIVE = "alive"


class ExpectStanding(Node, frozen=True):
    """Whether an entity has left (by death or removal), or is in play and not dying."""

    entity: Expression
    standing: Standing
    source: str
    span: Span


class ExpectCan(Node, frozen=True):
    """``expect can u Attack at g`` / ``expect cannot … [CODE ["text"]]``."""

    can: bool
    act: Act
    code: str | None
    text: str | None
    span: Span


class ExpectOver(Node, frozen=True):
    """``expect over`` / ``expect not over`` / ``expect winner a`` / ``expect winner nothing``.

    ``winner`` is None where the line names none; a draw is the node Nothing.
    """

    over: bool
    winner: Expression | None
    span: Span


class LogLine(Node, frozen=True):
    """One line under ``expect log``: an entry's kind and its fields as far as written."""

    kind: str
    fields: tuple[Expression, ...]
    source: str
    span: Span


class ExpectLog(Node, frozen=True):
    """``expect log`` (the whole) / ``expect log has`` (a part, in order)."""

    part: bool
    lines: tuple[LogLine, ...]
    span: Span


Step: TypeAlias = (
    Act
    | Command
    | LetName
    | ScriptRolls
    | ScriptChoice
    | ScriptAnswer
    | Seed
    | Wait
    | Save
    | ExpectDone
    | ExpectRefused
    | ExpectCompare
    | ExpectTruth
    | ExpectStanding
    | ExpectCan
    | ExpectOver
    | ExpectLog
)


class Play(Node, frozen=True):
    """One play. ``steps`` are its own; the scene's run first. ``rows`` are literal tuples."""

    title: str
    scene: str | None
    parameters: tuple[str, ...]
    rows: tuple[tuple[Expression, ...], ...]
    steps: tuple[Step, ...]
    doc: str
    span: Span


class Scene(Node, frozen=True):
    """A start position that plays share."""

    name: str
    steps: tuple[Step, ...]
    doc: str
    span: Span


class PlayFile(Node, frozen=True):
    """One ``.play`` file; ``catalog`` is the root catalog's shown name."""

    name: str
    catalog: str
    doc: str
    scenes: tuple[Scene, ...]
    plays: tuple[Play, ...]


# -- counting (docs/language.md, section 5) ---------------------------------------------------


def steps_of(file: PlayFile, play: Play) -> int:
    """How many steps one run of ``play`` takes: each line one, those of its scene too.

    An ``expect log`` with its lines is one; ``row``, comments and blank lines are none.
    """
    scene = sum(len(scene.steps) for scene in file.scenes if scene.name == play.scene)
    return scene + len(play.steps)
