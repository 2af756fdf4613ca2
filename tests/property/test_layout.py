"""What is laid out without black is byte for byte what black makes of it."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable

import black
import pytest
from black.mode import Mode, TargetVersion

from ledgerc.emit import nodes
from ledgerc.emit.layout import lay_out
from ledgerc.emit.nodes import Node, text_of

MODE = Mode(target_versions={TargetVersion.PY311})
NAMES = (
    "w",
    "it",
    "holder",
    "skill470",
    "runtime",
    "MaximumHealth",
    "holds_Shielded",
    "is_never_to_be_seen_again",
    "a_name_so_long_that_two_of_it_hardly_stand_in_one_line",
)
TEXTS = (
    "Deck",
    "",
    "it's",
    'a "word"',
    "both ' and \"",
    "back\\slash",
    "a text that is as long as a reason of an author can be, and then some, to be sure",
    "words of some length, (brackets], and: signs",
)


class Writer:
    """Random Python of the shapes that the emitters write; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def fragment(self) -> str:
        """A function or a class."""
        if self._chance(0.3):
            return self._class()
        return "\n".join(self._function("")) + "\n"

    def _class(self) -> str:
        lines = ["class Ward(runtime.Effect[Entity]):", *self._docstring(), ""]
        for _ in range(self._random.randint(1, 3)):
            lines.append(f"    {self._name()} = {self._text()}")
        for _ in range(self._random.randint(0, 2)):
            lines += ["", *(["    @staticmethod"] if self._chance(0.3) else [])]
            lines += self._function("    ")
            if self._chance(0.3):
                lines += ["", f"    answer = {self._text()}"]
        return "\n".join(lines) + "\n"

    def _docstring(self) -> list[str]:
        if self._chance(0.5):
            return ['    """effect Ward (ward.ledger:3)"""']
        return ['    """effect Ward', "", "- It keeps one,", "  for a while.", '"""']

    def _function(self, margin: str) -> list[str]:
        given = [
            f"{self._name()}{number}: {self._type()}"
            for number in range(self._random.randint(0, 5))
        ]
        head = f"def {self._name()}({', '.join(given)}) -> {self._type()}:"
        lines = [head, "    # a place", "    pass"]
        for depth in range(self._random.randint(0, 3)):
            lines.append(f"{'    ' * (depth + 1)}if w:")
            lines += ["    " * (depth + 2) + line for line in self._statement()]
        return [margin + line for line in lines]

    def _type(self) -> str:
        kind = self._random.choice(("World", "Event | None", "runtime.Effect[Entity]"))
        count = self._random.randint(0, 7)
        return f"tuple[{', '.join([kind] * count)}]" if count > 2 else kind

    def _statement(self) -> list[str]:
        text = self._text()
        choices: tuple[Callable[[], list[str]], ...] = (
            lambda: [f"return {text}"],
            lambda: [f"total = {text}"],
            lambda: [f"holder.MaximumHealth += {text}"],
            lambda: [text],
            lambda: [
                f"if {text}:",
                "    pass",
                f"elif {self._text()}:",
                "    # x",
                "    pass",
            ],
            lambda: [f"while {text}:", "    pass"],
            lambda: [f"for each in {text}:", "    # a place", "    pass"],
            lambda: [f"with w.acting({text}):", "    pass"],
            lambda: ["return (", "    # a place", f"    {text},", ")"],
            lambda: ["play.expect(", f"    {text},", f"    {self._text()},", ")"],
        )
        return ["# a place", *self._random.choice(choices)()]

    def _text(self) -> str:
        return text_of(self._node(self._random.choice((1, 2, 3, 3, 4))))

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _name(self) -> str:
        return self._random.choice(NAMES)

    def _leaf(self) -> Node:
        path = [self._name() for _ in range(self._random.randint(0, 2))]
        return self._random.choice(
            (
                nodes.attribute(nodes.name(self._name()), *path),
                nodes.constant(self._random.choice(TEXTS)),
                nodes.constant(self._random.randint(0, 10**5)),
                nodes.call(self._name()),
            )
        )

    def _nodes(self, height: int, least: int = 1) -> list[Node]:
        return [self._node(height - 1) for _ in range(self._random.randint(least, 4))]

    def _node(self, height: int) -> Node:
        if height <= 0:
            return self._leaf()

        def inner() -> Node:
            return self._node(height - 1)

        choices: tuple[Callable[[], Node], ...] = (
            lambda: nodes.call(
                self._name(),
                *self._nodes(height, 0),
                keywords={
                    self._name(): inner() for _ in range(self._random.randint(0, 2))
                },
            ),
            lambda: nodes.call(
                nodes.attribute(inner(), self._name()), *self._nodes(height)
            ),
            lambda: nodes.binary(
                self._random.choice(("+", "-", "*", "&", "|")), inner(), inner()
            ),
            lambda: nodes.compare(
                self._random.choice(("==", "!=", "<", ">=", "is", "is not", "in")),
                inner(),
                inner(),
            ),
            lambda: nodes.both(*self._nodes(height)),
            lambda: nodes.either(*self._nodes(height)),
            lambda: nodes.inverse(inner()),
            lambda: nodes.negative(inner()),
            lambda: nodes.conditional(inner(), inner(), inner()),
            lambda: nodes.items(*self._nodes(height, 0)),
            lambda: nodes.mapping([(inner(), inner()), (None, inner())]),
            lambda: nodes.joined(self._nodes(height)),
            lambda: nodes.head(inner(), inner()),
            lambda: nodes.call(self._name(), nodes.function_of(inner(), self._name())),
            lambda: nodes.list_of(inner(), self._loop(height)),
            lambda: nodes.call(
                self._name(), nodes.generated(inner(), self._loop(height))
            ),
            lambda: nodes.call(
                self._name(), nodes.generated(inner(), self._loop(height)), inner()
            ),
        )
        return self._random.choice(choices)()

    def _loop(self, height: int) -> ast.comprehension:
        tests = self._nodes(height, 0)[:2]
        return nodes.loop(self._name(), self._node(height - 1), tests)


def _black(text: str) -> str:
    return black.format_str(text, mode=MODE)


@pytest.mark.parametrize("part", range(8))
def test_what_the_emitters_could_write(part: int) -> None:
    for seed in range(part * 40, part * 40 + 40):
        fragment = Writer(seed).fragment()
        laid = lay_out(fragment, _black)
        assert laid is None or laid == _black(fragment).strip("\n"), f"seed {seed}"
