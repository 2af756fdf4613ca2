"""Whole catalogs as text, in one file or in several (docs/language.md, sections 1 and 2)."""

from __future__ import annotations

from tests.oracle.generating.declaring import TAGS, Block
from tests.oracle.generating.drawing import Ability, Context, Effect
from tests.oracle.generating.effects import Effects

CATALOG = "drawn.ledger"
USED = ("more.ledger", "parts/some.ledger", "parts/rest.ledger")
"""The files that the first one may use; the second is used by the last one too."""


class Catalogs(Effects):
    """A catalog, declaration by declaration; each knows those before it."""

    def catalog(self) -> list[Block]:
        """The declarations of a catalog."""
        blocks = self.small()
        self.words.units = [f"Unit{number}" for number in range(self.d.number(1, 3))]
        single = self.single()
        self.words.known_effects = [
            Effect(
                f"Eff{number}",
                self.d.pick(((), (), (), ("number",))) or self.parameters(),
            )
            for number in range(self.d.number(1, 5))
        ]
        blocks += self.formulas()
        blocks += self.routines()
        for number in range(self.d.number(1, 3)):
            blocks.append(self.ability(number))
        blocks += self.ability_templates()
        blocks += self.effect_templates()
        for effect in self.words.known_effects:
            blocks.append(self.effect(effect))
        blocks.append(self.mortal())
        blocks += self.archetypes(single)
        blocks += self.ending()
        if self.d.chance(20):
            blocks += [["renamed Older to Old"], ["renamed Old to Gold"]]
        return [self.commented(block) for block in blocks]

    def parameters(self) -> tuple[str, ...]:
        """The types of the parameters of an effect: mostly none."""
        return self.kinds(2) if self.d.chance(30) else ()

    def commented(self, block: Block) -> Block:
        """A declaration, sometimes with a comment above it."""
        if not self.d.chance(8):
            return block
        return [f"# {self.d.pick(('Drawn.', 'Says: [x] {y} ok'))}", *block]

    # -- archetypes ---------------------------------------------------------------------------

    def mortal(self) -> Block:
        """The effect by which units die."""
        lines = ["effect Mortal", "  dies at no Health raising Died"]
        if self.d.chance(30):
            lines.append("  dies at full Rage raising Broke")
        return lines

    def single(self) -> bool:
        """Whether there is a ``single`` archetype; its name is an entity from here on."""
        if not self.d.chance(35):
            return False
        self.words.singles = ["Match"]
        return True

    def archetypes(self, single: bool) -> list[Block]:
        """Sides, units, a single, templates."""
        d, words = self.d, self.words
        side = ["archetype Side"]
        if d.chance(90):
            side.append("  pools Gold Rage")
        if d.chance(30):
            side += self.holding(2)
        blocks = [side]
        if single:
            blocks.append(["single archetype Match", "  pools Gold", *self.holding(1)])
        templates = self.archetype_templates()
        blocks += templates
        blocks += [self.unit_archetype(name, len(templates)) for name in words.units]
        return blocks

    def archetype_templates(self) -> list[Block]:
        """A template, and perhaps one that builds on it."""
        d = self.d
        if not d.chance(40):
            return []
        blocks = [
            [
                "template archetype Creature(might, vigor)",
                "  base Might might",
                "  base Vigor vigor",
                "  full Health",
                "  has Mortal",
            ]
        ]
        if d.chance(50):
            blocks.append(
                [
                    "template archetype Giant(vigor, held) from Creature(3, vigor + 1)",
                    "  has held",
                    f"  tags {d.pick(TAGS)}",
                    "  pools Gold",
                ]
            )
        return blocks

    def unit_archetype(self, name: str, templates: int) -> Block:
        """An archetype that plays and rules make."""
        d, words = self.d, self.words
        if templates and d.chance(60):
            vigor = d.pick(("vigor: 4", "5", "3"))
            lines = [f"archetype {name} from Creature({d.number(0, 3)}, {vigor})"]
            plain = [each for each in words.known_effects if not each.parameters]
            if templates > 1 and plain and d.chance(50):
                held = d.pick(plain).name
                lines = [f"archetype {name} from Giant(vigor: 2, held: {held})"]
        else:
            might = d.pick(("1", "2", "0", "1.5", "roll(3)", "self_made"))
            if might == "self_made":
                might = f"count(all) + {d.pick(('0.5', 'holder.team.Gold'))}"
            lines = [
                f"archetype {name}",
                f"  base Might {might}",
                f"  base Vigor {d.pick(('5', '3', '2.5', '8', 'holder.Might + 2'))}",
                "  full Health",
            ]
            if d.chance(80):
                lines.append("  has Mortal")
        if d.chance(40):
            lines.append(f"  tags {' '.join(d.some(TAGS, 2) or [TAGS[1]])}")
        at = Context(["holder"], makes=False)
        lines.append(
            d.pick(
                (
                    "  pools Rage Gold",
                    "  with Rage = 1, Gold = 2",
                    "  pools Gold",
                    f"  with Gold = floor({self.number(at, 1)}), Rage = holder.Might",
                )
            )
        )
        if d.chance(15):
            lines.append(f"  limit {d.number(1, 3)}")
        if d.chance(10):
            lines.append(d.pick(('  text "Reads."', '  text "Says \\\\ and {0}"')))
        lines += self.holding(4)
        words.grants[name] = []
        for ability in words.abilities:
            if d.chance(85):
                words.grants[name].append(ability)
                lines.append(f"  grants {self.granted(ability)}")
        return lines

    def granted(self, ability: Ability) -> str:
        """An ability as an archetype grants it."""
        if not ability.parameters:
            return ability.name
        known = {"number": ("2", "0.5", "1"), "truth": ("1 < 2", "2 == 1")}
        given = (self.d.pick(known[kind]) for kind in ability.parameters)
        return f"{ability.name}({', '.join(given)})"

    def holding(self, most: int) -> list[str]:
        """What an archetype holds from the start."""
        words = self.words
        number = self.d.number(most // 2, most)
        held = [self.d.pick(words.known_effects) for _ in range(number)]
        held = list({each.name: each for each in held}.values())
        if words.templates and self.d.chance(40):
            held.append(self.d.pick(words.templates))
        if not held:
            return []
        at = Context(["holder"])
        applied = [self.applied(each, at) for each in held]
        return [f"  has {' '.join(applied)}"]

    # -- files --------------------------------------------------------------------------------

    def files(self, blocks: list[Block]) -> dict[str, list[Block]]:
        """The declarations by file: mostly all in one."""
        d = self.d
        if not d.chance(30):
            return {CATALOG: blocks}
        names = [CATALOG, *USED[: d.number(1, len(USED))]]
        files: dict[str, list[Block]] = {name: [] for name in names}
        for block in blocks:
            files[d.pick(names)].append(block)
        return files


def file_text(name: str, files: dict[str, list[Block]]) -> str:
    """The text of one of the files of a catalog: what it uses, and its declarations."""
    lines: list[str] = []
    if name == CATALOG:
        lines = [f"use {each}" for each in files if each not in (CATALOG, USED[1])]
        if USED[1] in files and USED[2] not in files:
            lines.append(f"use {USED[1]}")
    elif name == USED[2]:
        lines = ["use some.ledger", "use ../more.ledger"]
    for block in files[name]:
        lines += ["", *block] if block[0].startswith("#") else block
    return "\n".join(lines) + "\n"
