"""Expressions as text: every form of docs/language.md, section 3."""

from __future__ import annotations

from tests.oracle.generating.drawing import Context, Drawing, Vocabulary

LITERALS = ("1", "2", "0", "3", "0.5", "50%", "5", "1.25", "10", "7")
COMPARISONS = ("<", ">=", "==", "<=", ">", "!=")


class Expressions:
    """Expressions of each type, small ones first."""

    def __init__(self, drawing: Drawing, words: Vocabulary) -> None:
        self.d = drawing
        self.words = words

    # -- numbers ------------------------------------------------------------------------------

    def number(self, at: Context, size: int = 2) -> str:
        """A number, to stand where a sum may."""
        if size <= 0 or self.d.chance(45):
            return self.plain_number(at)
        form = self.d.number(0, 9)
        if form <= 2:
            sign = self.d.pick(("+", "-", "+", "*"))
            left, right = self.number(at, size - 1), self.number(at, size - 1)
            if left[
                0
            ].isdigit():  # no literal less another: it may be refused as negative
                sign = sign.replace("-", "+")
            return f"({left} {sign} {right})"
        if form == 3:
            return f"({self.number(at, size - 1)} / {self.d.pick(('2', '3', '4'))})"
        if form == 4:
            function = self.d.pick(("min", "max"))
            return (
                f"{function}({self.number(at, size - 1)}, {self.number(at, size - 1)})"
            )
        if form == 5:
            function = self.d.pick(("floor", "ceil", "round", "abs"))
            return f"{function}({self.number(at, size - 1)})"
        if form == 6:
            return f"clamp({self.number(at, size - 1)}, 0, {self.d.pick(LITERALS)})"
        if form == 7:
            condition = self.truth(at, size - 1)
            then, other = self.plain_number(at), self.plain_number(at)
            return f"(if {condition} then {then} else {other})"
        if form == 8:
            return self.folded(at, size - 1)
        return self.asked_number(at)

    def plain_number(self, at: Context) -> str:
        """A literal, a name, a stat or a pool."""
        form = self.d.number(0, 7)
        if form <= 2:
            return self.d.pick(LITERALS)
        if form == 3 and at.numbers:
            return self.d.pick(at.numbers)
        if form == 4 and self.words.constants:
            return self.d.pick(self.words.constants)
        stats = self.words.stats[: at.stats]
        if form <= 5 and stats and not at.still:
            return f"{self.path(at)}.{self.d.pick(stats)}"
        return f"{self.path(at)}.{self.pool(at)}"

    def pool(self, at: Context) -> str:
        """A pool to be read; a stat that bounds pools reads none of those."""
        return "Gold" if at.still else self.d.pick(self.words.pools)

    def folded(self, at: Context, size: int) -> str:
        """What is asked of a selection."""
        selection = self.selection(at, size)
        form = self.d.pick(("count", "sum", "most", "least"))
        if form == "count":
            return f"count({selection})"
        return f"{form}({selection}, it.{self.pool(at)})"

    def asked_number(self, at: Context) -> str:
        """Dice, queries, formulas, stacks, distances."""
        entity = self.path(at)
        forms = ["stacks"]
        if at.in_effect:
            forms.append("self")
        if not at.still:
            forms += ["roll", "roll"] * at.rolls
            forms += ["formula"] * bool(self.words.formulas and at.rolls)
            forms += ["query"] * bool(self.words.queries and at.rolls)
            forms += ["space"] * self.words.space
        form = self.d.pick(forms)
        if form == "self":
            return "self.stacks"
        if form == "roll":
            return f"roll({self.d.pick(('6', '2', '1', '10'))})"
        if form == "formula":
            formula = self.d.pick(self.words.formulas)
            return f"{formula}({entity}, {self.plain_number(at)})"
        if form == "query":
            return f"{self.d.pick(self.words.queries)}({entity}, {self.path(at)})"
        if form == "space":
            if self.d.chance(30):
                return f"facing({entity})"
            function = self.d.pick(("distance", "bearing"))
            return f"{function}({entity}, {self.path(at)})"
        if not self.words.known_effects:
            return "1"
        return f"stacks({entity}, {self.d.pick(self.words.known_effects).name})"

    # -- truths -------------------------------------------------------------------------------

    def truth(self, at: Context, size: int = 2) -> str:
        """A truth, to stand after ``if`` or ``when``."""
        form = self.d.number(0, 11)
        if size > 0 and form == 0:
            word = self.d.pick(("and", "or"))
            return f"({self.truth(at, size - 1)} {word} {self.truth(at, size - 1)})"
        if size > 0 and form == 1:
            return f"not ({self.truth(at, size - 1)})"
        if form == 2 and size > 0:
            return f"any({self.selection(at, size - 1)})"
        if form == 3:
            sign = self.d.pick(("==", "!="))
            return f"{self.entity(at, 0)} {sign} {self.entity(at, 0)}"
        if form == 4:
            return f"has({self.path(at)}, {self.d.pick(self.words.tags)})"
        if form == 5 and self.words.known_effects:
            effect = self.d.pick(self.words.known_effects)
            return f"has({self.path(at)}, {effect.name})"
        if form == 6 and not at.still:
            state = self.d.pick(("alive", "dying", "present"))
            return f"{state}({self.path(at)})"
        if form == 7 and self.words.zones:
            zone = self.d.pick(self.words.zones)
            keeper = f" of {self.path(at)}" if self.d.chance(50) else ""
            return f"{self.path(at)} in {zone}{keeper}"
        if form == 8 and self.words.phases:
            return f"phase == {self.d.pick(self.words.phases)}"
        if form == 9 and self.words.abilities and not at.still:
            return self.able(at)
        if form == 10 and self.words.space and not at.still:
            return f"in_front({self.path(at)}, {self.path(at)}, {self.d.pick(('90', '180'))})"
        left, right = self.number(at, size - 1), self.plain_number(at)
        return f"{left} {self.d.pick(COMPARISONS)} {right}"

    def able(self, at: Context) -> str:
        """``can(x, ABILITY)``, of an ability that is declared already."""
        ability = self.d.pick(self.words.abilities)
        if ability.target == "one" and self.d.chance(50):
            return f"can({self.path(at)}, {ability.name}, {self.path(at)})"
        return f"can({self.path(at)}, {ability.name})"

    # -- entities -----------------------------------------------------------------------------

    def path(self, at: Context) -> str:
        """A name of an entity, or a link of one."""
        entity = self.d.pick(at.entities)
        if self.words.links and self.d.chance(15):
            return f"{entity}.{self.d.pick(self.words.links)}"
        return entity

    def entity(self, at: Context, size: int = 1) -> str:
        """An entity: what stands after ``to``, ``of``, ``by`` and ``from``."""
        form = self.d.number(0, 9)
        if size > 0 and form <= 1:
            return f"first({self.selection(at, size - 1)})"
        if size > 0 and form == 2 and not at.still and at.rolls:
            return f"random({self.selection(at, size - 1)})"
        if form == 3 and self.words.singles:
            return self.d.pick(self.words.singles)
        if form == 4 and self.words.zones:
            return f"{self.d.pick(at.entities)}.keeper"
        if form == 5 and self.d.chance(30):
            return "nothing"
        return self.path(at)

    # -- selections ---------------------------------------------------------------------------

    def selection(self, at: Context, size: int = 1) -> str:
        """A selection: a group or the cards of a zone, and clauses."""
        form = self.d.number(0, 6)
        if form == 5 and self.words.zones:
            base = f"cards in {self.d.pick(self.words.zones)} of {self.path(at)}"
        elif form == 6 and at.selections:
            base = self.d.pick(at.selections)
        elif form == 0:
            base = "all"
        else:
            base = self.d.pick(("others", "enemies", "allies", "other allies"))
            if not at.holder or self.d.chance(20):
                base += f" of {self.path(at)}"
        for _ in range(self.d.number(0, 2)):
            base += f" {self.clause(at, size)}"
        return base

    def clause(self, at: Context, size: int) -> str:
        """One clause of a selection."""
        form = self.d.number(0, 6)
        candidate = at.inside(entities=["it", *at.entities])
        if form == 0:
            return f"having {self.d.pick(self.words.tags)}"
        if form == 1 and self.words.known_effects:
            return f"holding {self.d.pick(self.words.known_effects).name}"
        if form == 2 and self.words.links:
            return f"with {self.d.pick(self.words.links)} = {self.path(at)}"
        if form == 3:
            key = f"it.{self.pool(at)}"
            return f"sorted by {key}{self.d.pick(('', ' down'))}"
        if form == 4:
            return f"first {self.d.pick(('1', '2'))}"
        if form == 5 and self.words.space and not at.still:
            return f"within {self.d.pick(('3', '5'))} of {self.path(at)}"
        return f"where {self.truth(candidate, min(size, 1))}"
