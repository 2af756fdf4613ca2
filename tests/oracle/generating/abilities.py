"""Abilities and their templates (docs/language.md, section 2, ability)."""

from __future__ import annotations

from tests.oracle.generating.declaring import TAGS, Block, Declaring
from tests.oracle.generating.drawing import Ability, Context
from tests.oracle.generating.statements import indented


class Abilities(Declaring):
    """What entities can be ordered to do."""

    def ability(self, number: int) -> Block:
        """An ability: all its parts in their order."""
        d, words = self.d, self.words
        ability = Ability(f"Act{number}")
        lines: list[str] = []
        at = Context(["holder"], may_settle=True)
        names: list[str] = []
        used = ""
        if d.chance(25):
            ability.parameters = tuple(
                d.pick(("number", "number", "truth")) for _ in range(d.number(1, 2))
            )
            names, used = self.parameters_of(ability.parameters, at)
        if d.chance(30):
            lines.append(f"tags {d.pick(TAGS)}")
        if words.zones and d.chance(15):
            lines.append("from Board Hand")
        if d.chance(25):
            ability.takes = ("Force",)
            lines.append("takes Force")
            at.numbers.append("event.Force")
        if words.phases and d.chance(25):
            lines.append(f"during {d.pick(('Dawn Noon', 'Dusk'))}")
        lines += self.target(ability, at)
        for _ in range(2):
            if d.chance(25):
                ability.requires = True
                lines.append(f'requires {self.truth(at, 1)} else "not so"')
        for _ in range(2):
            if d.chance(20):
                owner = d.pick(("", "holder.team."))
                pool = d.pick(words.pools)
                amount = d.pick(("1", "0.5", "holder.Might", self.number(at, 1)))
                lines.append(f"cost {owner}{pool} {amount}")
        if names:
            lines.append(f"gain Rage {used}")
        if names or not d.chance(6):
            lines += self.body(at, 4)
        words.abilities.append(ability)
        head = f"ability {ability.name}"
        if ability.parameters:
            head += f"({', '.join(names)})"
        return [head, *indented(lines)]

    def target(self, ability: Ability, at: Context) -> list[str]:
        """The line ``target``, if there is one."""
        d, words = self.d, self.words
        forms = ["", "one", "one", "one", "two", "up to 2", "all", "holder"]
        forms += ["place"] * words.space + ["card"] * bool(words.zones)
        form = d.pick(forms)
        ability.target = form
        if not form:
            return []
        if form == "holder":
            ability.target = ""
            at.entities.append("target")
            return [f"target {d.pick(('one holder', 'holder'))}"]
        if form == "place":
            at.entities.append("holder.buddy")
            at.places.append("target")
            line = "target a place"
            if d.chance(30):
                line += " within 4"
            if d.chance(30):
                line += " where distance(holder, it) < 5"
            return [line]
        if form == "card":
            ability.target = "one"
            at.entities.append("target")
            return [f"target one card in {d.pick(words.zones)} of holder.team"]
        what = d.pick(("any", "enemy", "ally", "other ally"))
        line = f"target {form.replace('two', '2')} {what}"
        if d.chance(25):
            line += f" having {d.pick(TAGS)}"
        if words.known_effects and d.chance(15):
            line += f" holding {d.pick(words.known_effects).name}"
        if words.space and d.chance(30):
            line += " within 4"
        if d.chance(25):
            line += f" where {self.truth(at.inside(entities=['it', 'holder']), 1)}"
        if form == "one":
            at.entities.append("target")
        else:
            at.selections.append(d.pick(("targets", "target")))
        return [line]

    def ability_templates(self) -> list[Block]:
        """Templates of abilities, each with an instance or two that archetypes grant."""
        d, words = self.d, self.words
        if not d.chance(30):
            return []
        damage = d.pick(words.damages)
        blocks: list[Block] = [
            [
                "template ability Strike(kind, amount)",
                *indented(
                    [
                        f"tags {d.pick(TAGS)}",
                        "target one any",
                        "deal amount kind to target from holder",
                    ]
                ),
            ]
        ]
        made = [Ability(f"Strike({damage}, {d.pick(('2', '0.5'))})", "one")]
        if d.chance(60):
            blocks.append(
                [
                    "template ability Heavy(amount, pool) from Strike(Damage, amount * 2)",
                    "  cost pool amount",
                    "  gain pool amount / 2",
                ]
            )
            made.append(
                Ability(f"Heavy(pool: {d.pick(words.pools)}, amount: 1)", "one")
            )
        if d.chance(50):
            blocks.append(
                [
                    "template ability Bless(what, whom, mark)",
                    "  target all whom",
                    "  for each one in targets",
                    "    give what to one",
                    '  note "blessed" count(targets having mark)',
                ]
            )
            plain = [each for each in words.known_effects if not each.parameters]
            if plain:
                # Whom to target is no name, and so no argument: the line says it.
                blocks[-1][0] = "template ability Bless(what, mark)"
                blocks[-1][1] = f"  target all {d.pick(('ally', 'any'))}"
                made.append(
                    Ability(f"Bless({d.pick(plain).name}, {d.pick(TAGS)})", "all")
                )
            else:
                blocks.pop()
        for each in made:
            each.is_template = True
        words.abilities += made
        return blocks
