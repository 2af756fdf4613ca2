"""A later version of a drawn catalog: things renamed, and things added (docs/saves.md)."""

from __future__ import annotations

import re

from tests.oracle.generating.declaring import Block
from tests.oracle.generating.drawing import Drawing

RENAMED = {
    "Might": "Brawn",
    "Vigor": "Stamina",
    "Craft": "Skill",
    "Health": "Life",
    "Rage": "Fury0",
    "Gold": "Silver",
    "Force": "Power",
    "Rang": "Chimed",
    "Began": "Started",
    "Damage": "Harm",
    "Healing": "Mending",
    "Beast": "Animal",
    "Hex": "Curse",
    "Deck": "Pile",
    "Hand": "Fist",
    "Board": "Table",
    "Dawn": "Morning",
    "Noon": "Midday",
    "Cover": "Shelter",
    "Eff0": "First",
    "Eff1": "Second",
    "Mortal": "Fleeting",
    "Act0": "Deed",
    "Unit0": "Soldier",
    "Side": "Party",
    "Match": "Contest",
    "Work0": "Labour",
    "Grown": "Raised",
    "Creature": "Being",
    "buddy": "mate",
}
"""What may be called otherwise, and how; what takes no part in saves stays as it is."""


def later_blocks(
    drawing: Drawing, blocks: list[Block]
) -> tuple[list[Block], dict[str, str]]:
    """The declarations of a later version, and the names that are others now."""
    made = [list(block) for block in blocks]
    adding = Adding(drawing, made)
    for name in drawing.some(sorted(ADDITIONS), 6):
        ADDITIONS[name](adding)
    words = set(re.findall(r"\w+", "\n".join(line for block in made for line in block)))
    known = [name for name in RENAMED if name in words]
    names = {name: RENAMED[name] for name in drawing.some(known, 8)}
    for block in made:  # kinds that are named by their word alone
        for line, word in (("damage Health", "Damage"), ("healing Health", "Healing")):
            if block[-1] == line:
                block[-1] = f"{line} as {word}"
    made = [[renamed(line, names) for line in block] for block in made]
    for old, new in names.items():
        if drawing.chance(25):
            made += [[f"renamed {old} to Mid{new}"], [f"renamed Mid{new} to {new}"]]
        else:
            made.append([f"renamed {old} to {new}"])
    made += parameters_renamed(drawing, made)
    return made, names


def renamed(text: str, names: dict[str, str]) -> str:
    """A text in which things are called otherwise."""
    if not names:
        return text
    return re.sub(
        rf"\b({'|'.join(names)})\b", lambda found: names[found.group(1)], text
    )


def parameters_renamed(drawing: Drawing, blocks: list[Block]) -> list[Block]:
    """Rename a parameter of each of some effects, in place; gives what says so."""
    said: list[Block] = []
    for block in blocks:
        head = re.match(r"effect (\w+)\((\w+)", block[head_of(block)])
        if head is not None and drawing.chance(40):
            effect, parameter = head.groups()
            block[:] = [renamed(line, {parameter: "given"}) for line in block]
            said.append([f"renamed {effect}.{parameter} to given"])
    return said


def head_of(block: Block) -> int:
    """Where the line of a declaration stands in it: below its comment."""
    return 1 if block[0].startswith("#") else 0


class Adding:
    """What can be added to a catalog; it loads the saves of before all the same."""

    def __init__(self, drawing: Drawing, blocks: list[Block]) -> None:
        self.d = drawing
        self.blocks = blocks

    def declare(self, *block: str) -> None:
        """Add a declaration, anywhere."""
        self.blocks.insert(self.d.number(0, len(self.blocks)), list(block))

    def of_kind(self, start: str) -> list[Block]:
        """The declarations that begin so."""
        return [each for each in self.blocks if each[head_of(each)].startswith(start)]

    def tag(self) -> None:
        self.declare("tags Fresh")

    def stat(self) -> None:
        self.declare("stat Luck")
        for block in self.of_kind("archetype Unit"):
            block.append(f"  base Luck {self.d.pick(('2', 'holder.Might + 1'))}")

    def pool(self) -> None:
        self.declare(
            f"pool Vim max {self.d.pick(('4', 'Vigor', 'Vigor follows both'))}"
        )
        start = self.d.pick(("full Vim", "pools Vim", "with Vim = holder.Might"))
        for block in self.of_kind("archetype Unit"):
            block.append(f"  {start}")

    def follows(self) -> None:
        for block in self.of_kind("pool Health"):
            if "follows" not in block[-1]:
                block[-1] += " follows"

    def effect(self) -> None:
        body = [
            "  adds Might 1",
            "  on gained",
            "    gain Gold 5",
            "  after Rang of any",
        ]
        self.declare("effect Newly(power)", *body, "    gain Gold power")
        for block in self.of_kind("archetype Unit"):
            block.append(f"  has Newly({self.d.pick(('1', 'holder.Might'))})")

    def every(self) -> None:
        if not self.of_kind("rate"):
            return
        for block in self.of_kind("effect Eff"):
            if not any("every" in line for line in block):
                block += ["  every 1.5 seconds", '    note "again"']

    def rule(self) -> None:
        for block in self.of_kind("effect Eff0"):
            block += ["  after Rang of any", '    note "heard anew"']

    def link(self) -> None:
        self.declare("link mentor")

    def zone(self) -> None:
        self.declare("zone Void max 3")

    def ability(self) -> None:
        self.declare("ability Novel", '  note "novel"')
        for block in self.of_kind("archetype Unit"):
            block.append("  grants Novel")

    def single(self) -> None:
        self.declare("single archetype Sky", "  pools Gold")

    def phase(self) -> None:
        for block in self.of_kind("phases"):
            block[-1] = block[-1].replace("Noon", "Noon Tea")


ADDITIONS = {
    "ability": Adding.ability,
    "effect": Adding.effect,
    "every": Adding.every,
    "follows": Adding.follows,
    "link": Adding.link,
    "phase": Adding.phase,
    "pool": Adding.pool,
    "rule": Adding.rule,
    "single": Adding.single,
    "stat": Adding.stat,
    "tag": Adding.tag,
    "zone": Adding.zone,
}
