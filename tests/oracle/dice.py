"""Dice, choices, and what only the game knows (docs/language.md, section 3 and 5).

The numbers of a seed are those of PCG-XSH-RR 64/32 (M. E. O'Neill, "PCG: A Family of Simple Fast
Space-Efficient Statistically Good Algorithms for Random Number Generation"), seeded through the
mixing function of SplitMix64: written again here, from the papers' own formulas.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ledgerc.ir.statements import Choose
from ledgerc.ir.types import Type
from tests.oracle.numbers import Failure, Number, plain
from tests.oracle.reading import Reading
from tests.oracle.state import Entity, Name, Scope, Value

WORD = 2**64


def seeded(seed: int) -> int:
    """The state that a seed gives: each word of it mixed in, the lowest first."""
    state = 1 if seed < 0 else 0
    rest = abs(seed)
    while True:
        state = mixed((state + rest % WORD) % WORD)
        rest //= WORD
        if rest == 0:
            return state


def mixed(value: int) -> int:
    """SplitMix64's next number."""
    value = (value + 0x9E3779B97F4A7C15) % WORD
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB % WORD
    return value ^ (value >> 31)


def drawn(state: int) -> tuple[int, int]:
    """PCG's output of a state: 32 bits, xorshifted and rotated; and the next state."""
    shifted = (((state >> 18) ^ state) >> 27) % 2**32
    turns = state >> 59
    doubled = shifted * (2**32 + 1)
    return (doubled >> turns) % 2**32, (
        state * 6364136223846793005 + 1442695040888963407
    ) % WORD


def thrown(state: int, sides: int) -> tuple[int, int]:
    """A fair number from 1 to ``sides``, and the next state; one side needs no throw."""
    if not 1 <= sides <= 10**18:
        raise Failure("DiceError")
    if sides == 1:
        return 1, state
    words = math.ceil(sides.bit_length() / 32)
    outcomes = 2 ** (32 * words)
    while True:
        value = 0
        for _ in range(words):
            bits, state = drawn(state)
            value = value * 2**32 + bits
        if value < outcomes // sides * sides:
            return value % sides + 1, state


class Deciding(Reading):
    """What the rules do not settle."""

    def draw(self, sides: int) -> int:
        """A number of the world's own dice."""
        if self.state.dice is None:
            raise Failure("DiceError")
        value, self.state.dice = thrown(self.state.dice, sides)
        return value

    def roll(self, sides: Number, asker: str) -> int:
        """``roll(N)``: the next scripted die, else the world's.

        It is logged "with the routine or formula that asked for it" (section 3).
        """
        if plain(sides) != int(sides):
            raise Failure("DiceError")
        number = int(sides)
        if self.state.rolls:
            scripted = plain(self.state.rolls[0])
            if not isinstance(scripted, int) or not 1 <= scripted <= number:
                raise Failure("DiceError")
            self.state.rolls = self.state.rolls[1:]
            value = scripted
        else:
            value = self.draw(number)
        self.record("Rolled", value, number, *([asker] if asker else []))
        return value

    def random(self, selected: Sequence[Entity], asker: str) -> Entity | None:
        """``random(SELECTION)``: "one of the selected, or nothing of none; takes one die"."""
        return selected[self.roll(len(selected), asker) - 1] if selected else None

    # -- choices ------------------------------------------------------------------------------

    def choose(self, statement: Choose, scope: Scope) -> Value:
        """``choose NAME …``: what the statement names from here on."""
        options: list[Value] = [Name("word", word) for word in statement.words]
        for selection in statement.selections:
            for each in self.selection(selection, scope):
                if each not in options:
                    options.append(each)
        most = len(options)
        if statement.at_most is not None:
            most = min(most, math.floor(self.number(statement.at_most, scope)))
        by = self.entity(statement.by, scope)
        least = min(statement.at_least, max(most, 0))
        chosen = self.chosen(statement.asked, options, least, most, by)
        if statement.type is Type.SELECTION:
            return tuple(each for each in chosen if isinstance(each, Entity))
        return chosen[0] if chosen else None

    def chosen(
        self,
        name: str,
        options: list[Value],
        least: int,
        most: int,
        by: Entity | None,
    ) -> list[Value]:
        """Ask; "it is not asked where there is no alternative" (section 3)."""
        if most <= 0:
            return []
        if least == most == len(options):
            return options
        if self.state.choices:
            answer = self.state.choices[0]
            self.state.choices = self.state.choices[1:]
        elif self.chooses:
            answer = tuple(options[: max(least, 1)])
        else:
            raise Failure("NeedsChoice")
        chosen = [each for each in options if each in answer]
        if len(chosen) != len(answer) or not least <= len(chosen) <= most:
            raise Failure("ChoiceError")
        self.record("Chose", by, name, *chosen)
        return chosen

    # -- queries ------------------------------------------------------------------------------

    def ask(self, query: str, arguments: tuple[Value, ...]) -> Number:
        """A query: the game's answer "within the bounds; else the default counts".

        "What was answered stands in the log, a default does not."
        """
        declared = next(each for each in self.catalog.queries if each.name == query)
        names = {
            parameter.name: value
            for parameter, value in zip(declared.parameters, arguments, strict=True)
        }
        answer = self.state.answers.get((query, *arguments))
        value = answer
        if value is None:
            value = self.number(declared.default, Scope(names=names))
        bounds = Scope()
        if declared.minimum is not None:
            value = max(value, self.number(declared.minimum, bounds))
        if declared.maximum is not None:
            value = min(value, self.number(declared.maximum, bounds))
        if declared.whole:
            value = math.floor(value)
        if answer is not None:
            self.record(query, *arguments, value)
        return value
