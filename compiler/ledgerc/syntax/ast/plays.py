"""``.play`` files: scenes, plays and their steps (``docs/language.md``, Plays)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ledgerc.node import Node
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


class Row(Line, frozen=True):
    """``row 1, 3``: one run of the play, a value for each of its names."""

    values: tuple[Expression, ...]


class Act(Line, frozen=True):
    """``act WHO ABILITY [at TARGETS] [with …]``; a place as target is ``Coordinates``."""

    who: Expression
    ability: Applied
    targets: tuple[Place, ...] = ()
    carries: tuple[Assignment, ...] = ()


class ScriptDice(Line, frozen=True):
    """``roll 7, 10, 1``: the next dice, in order."""

    values: tuple[Expression, ...]


class ScriptChoice(Line, frozen=True):
    """``choose a, b``, or ``choose none`` (no options): the answer to the next choice."""

    options: tuple[Expression, ...]


class ScriptAnswer(Line, frozen=True):
    """``answer QUERY(args) = E``: what the game says from here on."""

    query: Call
    value: Expression


class Seed(Line, frozen=True):
    """``seed 42``."""

    value: Number


class Wait(Line, frozen=True):
    """``wait 2 seconds``."""

    duration: Duration


class Save(Line, frozen=True):
    """``save``: the world goes through its saved form and back."""


class Provenance(Node, frozen=True):
    """``from WORD: text``: where an expected number comes from, and how."""

    word: Name
    text: str
    span: Span


class ExpectDone(Line, frozen=True):
    """``expect done``."""


class Refusal(Node, frozen=True):
    """A reason such as ``Requirement``, and the message that goes with it where written."""

    reason: Name
    message: Text | None
    span: Span


class ExpectRefused(Line, frozen=True):
    """``expect refused [REASON ["…"]]``."""

    refusal: Refusal | None


Comparison: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]


class ExpectCompare(Line, frozen=True):
    """``expect LEFT = RIGHT [from WORD: text]``, or another comparison."""

    left: Expression
    comparison: Comparison
    right: Expression
    provenance: Provenance | None = None


class ExpectTruth(Line, frozen=True):
    """``expect EXPR``, also ``expect not EXPR`` and ``expect g in Hand of p``."""

    condition: Expression
    provenance: Provenance | None = None


class ExpectState(Line, frozen=True):
    """``expect X gone`` or ``expect X alive``."""

    subject: Expression
    state: Literal["gone", "alive"]


class ExpectHeld(Line, frozen=True):
    """``expect X has THING`` or ``expect X lacks THING``: a tag or an effect."""

    subject: Expression
    verb: Literal["has", "lacks"]
    thing: Applied


class ExpectOrder(Line, frozen=True):
    """``expect can WHO ABILITY …`` (``possible``) or ``expect cannot WHO ABILITY … [REASON]``."""

    possible: bool
    who: Expression
    ability: Applied
    targets: tuple[Place, ...] = ()
    carries: tuple[Assignment, ...] = ()
    refusal: Refusal | None = None


class ExpectOver(Line, frozen=True):
    """``expect over`` or ``expect not over``."""

    over: bool


class ExpectWinner(Line, frozen=True):
    """``expect winner X``; ``nothing`` is a draw."""

    winner: Expression


class LogLine(Line, frozen=True):
    """One entry of an expected log: its fields as far as written."""

    fields: tuple[Expression, ...]


class ExpectLog(Opener, frozen=True):
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


class Catalog(Line, frozen=True):
    """``catalog guard.ledger``."""

    path: FilePath


class Scene(Opener, frozen=True):
    """``scene NAME`` with steps."""

    name: Name
    steps: tuple[Step, ...] = ()


class Play(Opener, frozen=True):
    """``play "title" [in SCENE] [with NAME, …]`` with steps; ``row`` lines are among them."""

    title: Text
    scene: Name | None = None
    columns: tuple[Name, ...] = ()
    steps: tuple[Step, ...] = ()


PlayDeclaration: TypeAlias = Catalog | Scene | Play


class PlayFile(Node, frozen=True):
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
