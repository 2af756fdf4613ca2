"""``.play`` files: scenes, plays and their steps (``docs/language.md``, Plays)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ledgerc.source import Span
from ledgerc.syntax.ast.expressions import (
    Applied,
    Assignment,
    Call,
    Duration,
    Expression,
    FilePath,
    Line,
    Name,
    Number,
    Opener,
    Place,
    Text,
)
from ledgerc.syntax.ast.statements import (
    Advance,
    ChangePool,
    Copy,
    Deal,
    Destroy,
    Do,
    Give,
    Heal,
    Let,
    Make,
    Move,
    PlaceAt,
    PointLink,
    Raise,
    Remove,
    Shuffle,
    Take,
    TakeAll,
    TurnInto,
)


@dataclass(frozen=True, slots=True)
class Row(Line):
    """``row 1, 3``: one run of the play, a value for each of its names."""

    values: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Act(Line):
    """``act WHO ABILITY [at TARGETS] [with …]``; a place as target is ``Coordinates``."""

    who: Expression
    ability: Applied
    targets: tuple[Place, ...] = ()
    carries: tuple[Assignment, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptDice(Line):
    """``roll 7, 10, 1``: the next dice, in order."""

    values: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ScriptChoice(Line):
    """``choose a, b``, or ``choose none`` (no options): the answer to the next choice."""

    options: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ScriptAnswer(Line):
    """``answer QUERY(args) = E``: what the game says from here on."""

    query: Call
    value: Expression


@dataclass(frozen=True, slots=True)
class Seed(Line):
    """``seed 42``."""

    value: Number


@dataclass(frozen=True, slots=True)
class Wait(Line):
    """``wait 2 seconds``."""

    duration: Duration


@dataclass(frozen=True, slots=True)
class Save(Line):
    """``save``: the world goes through its saved form and back."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """``from WORD: text``: where an expected number comes from, and how."""

    word: Name
    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ExpectDone(Line):
    """``expect done``."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason such as ``Requirement``, and the message that goes with it where written."""

    reason: Name
    message: Text | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ExpectRefused(Line):
    """``expect refused [REASON ["…"]]``."""

    refusal: Refusal | None


Comparison: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class ExpectCompare(Line):
    """``expect LEFT = RIGHT [from WORD: text]``, or another comparison."""

    left: Expression
    comparison: Comparison
    right: Expression
    provenance: Provenance | None = None


@dataclass(frozen=True, slots=True)
class ExpectTruth(Line):
    """``expect EXPR``, also ``expect not EXPR`` and ``expect g in Hand of p``."""

    condition: Expression
    provenance: Provenance | None = None


@dataclass(frozen=True, slots=True)
class ExpectState(Line):
    """``expect X gone`` or ``expect X alive``."""

    subject: Expression
    state: Literal["gone", "alive"]


@dataclass(frozen=True, slots=True)
class ExpectHeld(Line):
    """``expect X has THING`` or ``expect X lacks THING``: a tag or an effect."""

    subject: Expression
    verb: Literal["has", "lacks"]
    thing: Applied


@dataclass(frozen=True, slots=True)
class ExpectOrder(Line):
    """``expect can WHO ABILITY …`` (``possible``) or ``expect cannot WHO ABILITY … [REASON]``."""

    possible: bool
    who: Expression
    ability: Applied
    targets: tuple[Place, ...] = ()
    carries: tuple[Assignment, ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class ExpectOver(Line):
    """``expect over`` or ``expect not over``."""

    over: bool


@dataclass(frozen=True, slots=True)
class ExpectWinner(Line):
    """``expect winner X``; ``nothing`` is a draw."""

    winner: Expression


@dataclass(frozen=True, slots=True)
class LogLine(Line):
    """One entry of an expected log: its fields as far as written."""

    fields: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ExpectLog(Opener):
    """``expect log`` (the whole log of the last command) or ``expect log has`` (a part)."""

    part: bool
    entries: tuple[LogLine, ...] = ()


Expectation: TypeAlias = (
    ExpectDone
    | ExpectRefused
    | ExpectCompare
    | ExpectTruth
    | ExpectState
    | ExpectHeld
    | ExpectOrder
    | ExpectOver
    | ExpectWinner
    | ExpectLog
)

Command: TypeAlias = (
    Act
    | Make
    | Raise
    | Deal
    | Heal
    | Give
    | Take
    | TakeAll
    | ChangePool
    | PointLink
    | PlaceAt
    | Move
    | Destroy
    | Remove
    | Copy
    | TurnInto
    | Shuffle
    | Do
    | Wait
    | Advance
)

Step: TypeAlias = (
    Row
    | Command
    | Let
    | ScriptDice
    | ScriptChoice
    | ScriptAnswer
    | Seed
    | Save
    | Expectation
)


@dataclass(frozen=True, slots=True)
class Catalog(Line):
    """``catalog guard.ledger``."""

    path: FilePath


@dataclass(frozen=True, slots=True)
class Scene(Opener):
    """``scene NAME`` with steps."""

    name: Name
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Play(Opener):
    """``play "title" [in SCENE] [with NAME, …]`` with steps; ``row`` lines are among them."""

    title: Text
    scene: Name | None = None
    columns: tuple[Name, ...] = ()
    steps: tuple[Step, ...] = ()


PlayDeclaration: TypeAlias = Catalog | Scene | Play


@dataclass(frozen=True, slots=True)
class PlayFile:
    """A ``.play`` file; comments as in a ``LedgerFile``."""

    name: str
    declarations: tuple[PlayDeclaration, ...]
    header_comments: tuple[str, ...] = ()
    final_comments: tuple[tuple[str, ...], ...] = ()

    @property
    def catalog(self) -> Catalog | None:
        """The first ``catalog`` line, or None."""
        for declaration in self.declarations:
            if isinstance(declaration, Catalog):
                return declaration
        return None
