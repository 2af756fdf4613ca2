"""Numbers and truths as text: every form of docs/language.md, section 3."""

from __future__ import annotations

from tests.oracle.generating.drawing import Context, Function
from tests.oracle.generating.rarely import Rarely

LITERALS = ("1", "2", "0", "3", "0.5", "50%", "5", "1.25", "10", "7")
COMPARISONS = ("<", ">=", "==", "<=", ">", "!=")


class Expressions(Rarely):
    """Expressions of each type, small ones first."""

    def value(self, at: Context, kind: str, size: int = 1) -> str:
        """An expression of a type, to stand as an argument."""
        match kind:
            case "number":
                return self.number(at, size)
            case "entity":
                return self.entity(at, size)
            case "truth":
                return self.truth(at, size)
            case "selection":
                return self.selection(at, size)
            case "place":
                return self.place(at)
            case _:
                return self.phase(at)

    def phase(self, at: Context) -> str:
        """A phase, to stand as an argument."""
        return self.d.pick([*self.words.phases, *at.phases, "phase"])

    # -- numbers ------------------------------------------------------------------------------

    def number(self, at: Context, size: int = 2) -> str:
        """A number, to stand where a sum may."""
        if size <= 0 or self.d.chance(45):
            return self.plain_number(at)
        form = self.d.number(0, 10)
        if form <= 2:
            return self.sum(at, size)
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
        if form == 9 and self.d.chance(40):
            negated = f"-{self.path(at)}.{self.pool(at)}"
            return f"({negated} + {self.plain_number(at)})"
        return self.asked_number(at)

    def sum(self, at: Context, size: int) -> str:
        """Two numbers with a sign between them."""
        sign = self.d.pick(("+", "-", "+", "*"))
        left, right = self.number(at, size - 1), self.number(at, size - 1)
        if (
            left[0].isdigit() or left in self.words.constants
        ):  # no literal less another: it may be refused as negative
            sign = sign.replace("-", "+")
        return f"({left} {sign} {right})"

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
        if form == 6 and self.d.chance(20):
            return f"{self.path(at)}.limit"
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
        forms = ["stacks", "formula"]
        if at.in_effect:
            forms.append("self")
        if not at.still:
            forms += ["roll", "roll"] * at.rolls
            forms += ["query"] * (3 * bool(self.words.queries and at.rolls))
            forms += ["space"] * (4 * self.words.space)
        form = self.d.pick(forms)
        if form == "self":
            return "self.stacks"
        if form == "roll":
            return f"roll({self.d.pick(('6', '2', '1', '10'))})"
        if form == "formula":
            return self.called(at, "number") or f"{entity}.Gold"
        if form == "query":
            name, number = self.d.pick(self.words.queries)
            return f"{name}({', '.join(self.path(at) for _ in range(number))})"
        if form == "space":
            return self.measured(at, entity)
        if not self.words.known_effects:
            return "1"
        return f"stacks({entity}, {self.d.pick(self.words.known_effects).name})"

    def measured(self, at: Context, entity: str) -> str:
        """``facing``, ``distance`` or ``bearing``."""
        if self.d.chance(30):
            return f"facing({entity})"
        function = self.d.pick(("distance", "bearing"))
        other = self.place(at) if self.d.chance(40) else self.path(at)
        return f"{function}({entity}, {other})"

    def called(self, at: Context, gives: str) -> str | None:
        """A call of a formula that gives a type, if there is one that may stand here."""
        fit = [
            each
            for each in self.words.formulas
            if each.gives == gives and (each.still or (at.rolls and not at.still))
        ]
        return self.call(self.d.pick(fit), at) if fit else None

    def call(self, function: Function, at: Context) -> str:
        """A call of a formula or a routine, with its arguments."""
        given = (self.value(at, kind, 0) for kind in function.takes)
        return f"{function.name}({', '.join(given)})"

    # -- truths -------------------------------------------------------------------------------

    def truth(self, at: Context, size: int = 2) -> str:
        """A truth, to stand after ``if`` or ``when``."""
        form = self.d.number(0, 14)
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
            sign = self.d.pick(("==", "!="))
            left = self.d.pick(["phase", *at.phases, *at.phases])
            return f"{left} {sign} {self.d.pick(self.words.phases)}"
        if form == 9 and self.words.abilities and not at.still:
            return self.able(at)
        if form == 10 and self.words.space and not at.still:
            return f"in_front({self.path(at)}, {self.path(at)}, {self.d.pick(('90', '180'))})"
        if form == 11 and at.truths:
            return self.d.pick(at.truths)
        if form == 12:
            call = self.called(at, "truth")
            if call is not None:
                return call
        if form == 13 and size > 0 and self.d.chance(30):
            then, other = self.truth(at, 0), self.truth(at, 0)
            return f"(if {self.truth(at, 0)} then ({then}) else ({other}))"
        left, right = self.number(at, size - 1), self.plain_number(at)
        return f"{left} {self.d.pick(COMPARISONS)} {right}"

    def able(self, at: Context) -> str:
        """``can(x, ABILITY)``, of an ability that is declared already, or ``can(x, TAG)``."""
        named = [each for each in self.words.abilities if not each.is_template]
        if not named or self.d.chance(20):
            return f"can({self.path(at)}, {self.d.pick(self.words.tags)})"
        ability = self.d.pick(named)
        if ability.target == "one" and self.d.chance(50):
            return f"can({self.path(at)}, {ability.name}, {self.path(at)})"
        return f"can({self.path(at)}, {ability.name})"
