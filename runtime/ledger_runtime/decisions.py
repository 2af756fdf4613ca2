"""What the rules do not settle: dice, choices, and facts that only the game knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeAlias

from ledger_runtime import dice
from ledger_runtime.entries import Answered, Chose, Rolled
from ledger_runtime.errors import (
    ArgumentError,
    ChoiceError,
    DiceError,
    QueryError,
    UnknownName,
)
from ledger_runtime.holding import Holding
from ledger_runtime.numbers import Number, ceil, exact, floor
from ledger_runtime.typevars import E, O, V


class Choice(Generic[E]):
    """A choice to be made: ``at_least`` to ``at_most`` of the options, entities or words."""

    __slots__ = ("at_least", "at_most", "by", "name", "options")

    def __init__(
        self,
        name: str,
        by: E,
        options: tuple[E, ...] | tuple[str, ...],
        at_least: int,
        at_most: int,
    ) -> None:
        self.name = name
        self.by = by
        self.options = options
        self.at_least = at_least
        self.at_most = at_most

    def checked(self, answer: object) -> tuple[Any, ...]:
        """An answer in the order of the options. Raises :class:`ChoiceError` for what is none."""
        if not isinstance(answer, (list, tuple)):
            raise ChoiceError(f"the answer to the choice {self.name!r} is no list")
        chosen = tuple(option for option in self.options if option in answer)
        if len(chosen) != len(answer) or not (
            self.at_least <= len(chosen) <= self.at_most
        ):
            raise ChoiceError(f"that is no answer to the choice {self.name!r}")
        return chosen

    def named(self, keys: Sequence[int | str]) -> tuple[Any, ...]:
        """The options that ids and words name; what names none stays, and is no answer."""
        options = {keys_of((option,))[0]: option for option in self.options}
        return tuple(options.get(key, key) for key in keys)

    def __repr__(self) -> str:
        return (
            f"<choice {self.name}: {self.at_least} to {self.at_most} of {self.options}>"
        )


def keys_of(chosen: Sequence[Any]) -> tuple[int | str, ...]:
    """The chosen by id, or as the words they are: what is the same when a command runs again."""
    return tuple(each if isinstance(each, str) else each.id for each in chosen)


Chooser: TypeAlias = Callable[[Any, Choice[Any]], Sequence[Any]]
"""``chooser(world, choice)`` gives the chosen options; it must not give commands."""

Teller: TypeAlias = Callable[[Any, str, tuple[Any, ...]], Any]
"""``teller(world, query, arguments)`` gives a number, or None for the default."""


class NeedsChoice(ChoiceError):  # noqa: N818 - read as what it says
    """Nobody was there to choose. The command was undone: script the answer and give it again."""

    code = "LR0113"

    def __init__(self, choice: Choice[Any]) -> None:
        super().__init__(f"nobody makes the choice {choice.name!r}")
        self.choice = choice


class Decisions(Holding[E, V, O]):
    """Dice, choices and queries: first the script, then the world's own dice or the callbacks."""

    __slots__ = ()

    # -- dice -----------------------------------------------------------------------------------

    def begin_dice(self, seed: int | None) -> None:
        """Seed the dice; None: they must be scripted. Raises :class:`ArgumentError`."""
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise ArgumentError(f"a seed is an integer, not {seed!r}")
        self.dice = None if seed is None else dice.seed_state(seed)

    def roll(self, sides: Number, asker: str = "") -> int:
        """``roll(N)``: 1 to N, each as likely. Raises :class:`DiceError`.

        ``asker`` is the routine or formula that asks, for the log.
        """
        number = int(sides)
        if number != sides:
            raise DiceError(f"a die cannot have {sides} sides")
        script = self.script["roll"]
        if script:
            value = exact(script[0])
            if not isinstance(value, int) or not 1 <= value <= number:
                raise DiceError(f"a die of {number} sides cannot show {value}")
            self.take_scripted("roll")
        else:
            value = self.draw_number(number)
        self.record(Rolled(number, value, asker))
        return value

    def draw_number(self, sides: int) -> int:
        """A number from the world's own dice, not logged. Raises :class:`DiceError` if unseeded."""
        if self.dice is None:
            raise DiceError("a die is rolled, but this world has no seed and no script")
        state, value = dice.roll(self.dice, sides)
        self.put(self, "dice", state)
        return value

    def random(self, selected: Sequence[E], asker: str = "") -> E:
        """``random(SEL)``: one die; ``nothing`` of none."""
        if not selected:
            return self.nothing
        return selected[self.roll(len(selected), asker) - 1]

    def take_scripted(self, kind: str) -> Any:
        """Use up the next of a script."""
        script = self.script[kind]
        self.put_script(kind, script[1:])
        return script[0]

    def put_script(self, kind: str, script: list[Any]) -> None:
        """Write a script."""
        self.journal.append((self.script, kind, self.script[kind]))
        self.script[kind] = script

    # -- choices --------------------------------------------------------------------------------

    def choose(
        self,
        name: str,
        options: Sequence[E] | tuple[str, ...],
        by: E,
        *,
        at_least: Number = 1,
        at_most: Number = 1,
    ) -> tuple[Any, ...]:
        """``choose NAME …``: the chosen, in the order of the options.

        Not asked where there is no alternative. Raises :class:`ChoiceError` for an answer that is
        not among the alternatives, :class:`NeedsChoice` if nobody answers.
        """
        offered: tuple[Any, ...] = tuple(dict.fromkeys(options))
        most = min(floor(at_most), len(offered))
        least = min(max(ceil(at_least), 0), most)
        if most <= 0:
            return ()
        if least == most == len(offered):
            return offered
        choice: Choice[Any] = Choice(name, by, offered, least, most)
        scripted = bool(self.script["choose"])
        if scripted:
            answer = self.take_scripted("choose")
        elif len(self.made) < len(self.given):
            answer = choice.named(self.given[len(self.made)])
        elif self.chooser is not None:
            answer = self.chooser(self, choice)
        else:
            raise NeedsChoice(choice)
        chosen = choice.checked(answer)
        if not scripted:
            self.made = (*self.made, keys_of(chosen))
        self.record(Chose(by, name, chosen))
        return chosen

    def choose_one(
        self,
        name: str,
        options: Sequence[E],
        by: E,
        *,
        or_none: bool = False,
    ) -> E:
        """``choose NAME one of SEL by x [or none]``: the chosen, or ``nothing``."""
        chosen = self.choose(name, options, by, at_least=0 if or_none else 1)
        return chosen[0] if chosen else self.nothing

    def choose_word(
        self,
        name: str,
        words: tuple[str, ...],
        by: E,
        *,
        or_none: bool = False,
    ) -> str:
        """``choose NAME one of A, B by x [or none]``: the word, or an empty one."""
        chosen = self.choose(name, words, by, at_least=0 if or_none else 1)
        return str(chosen[0]) if chosen else ""

    # -- queries --------------------------------------------------------------------------------

    def ask(self, query: str, *arguments: Any) -> Number:
        """A declared query: the game's answer, logged in a command, or the default; within bounds.

        Outside a command (a stat that asks so is read) nothing happens that a log could tell.

        Raises :class:`UnknownName` or :class:`QueryError`.
        """
        declared = self.catalog.queries.get(query)
        if declared is None:
            raise UnknownName(f"there is no query {query!r}")
        arguments = tuple(
            tuple(each) if isinstance(each, list) else each for each in arguments
        )
        answer = self.answers.get((query, *arguments))
        if answer is None and self.teller is not None:
            answer = self.teller(self, query, arguments)
        answered = answer is not None
        if not answered:
            answer = declared.default(*arguments)
        try:
            value = exact(answer)
        except Exception as error:
            raise QueryError(f"the answer to {query} is no number: {error}") from error
        if declared.minimum is not None and value < declared.minimum:
            value = declared.minimum
        if declared.maximum is not None and value > declared.maximum:
            value = declared.maximum
        if declared.whole:
            value = floor(value)
        if answered and self.running:
            self.record(Answered(query, arguments, value))
        return value
