"""Plays as text: every command of docs/language.md, section 5."""

from __future__ import annotations

from tests.oracle.generating.declarations import TAGS, Declarations
from tests.oracle.generating.drawing import Context


class Plays(Declarations):
    """A play of a catalog that is generated already."""

    def play(self, catalog: str) -> str:
        """The text of a play file with one play."""
        d, words = self.d, self.words
        self.names = ["a", "b"]
        self.units: list[str] = []
        self.made_of: dict[str, str] = {}
        lines = ["make a Side", "make b Side"]
        if d.chance(90):
            lines.append(f"seed {d.number(0, 9)}")
        for number in range(d.number(2, 4)):
            lines.append(self.unit(f"u{number}"))
        if words.zones:
            for number in range(d.number(1, 3)):
                zone = d.pick(("Deck", "Hand", "Board"))
                keeper = d.pick(("a", "b"))
                archetype = d.pick(words.units)
                lines.append(
                    f"make c{number} {archetype} with team = {keeper} in {zone} of {keeper}"
                )
                self.names.append(f"c{number}")
        self.at = Context(list(self.names), holder=False, rolls=False)
        for _ in range(d.number(5, 18)):
            lines += self.step()
        text = "\n  ".join(lines)
        return f'catalog {catalog}\n\nplay "it"\n  {text}\n'

    def unit(self, name: str) -> str:
        """``make u Unit …``."""
        d, words = self.d, self.words
        side = d.pick(("a", "b"))
        archetype = d.pick(words.units)
        self.units.append(name)
        self.made_of[name] = archetype
        line = f"make {name} {archetype} with team = {side}"
        if len(self.names) > 2 and d.chance(40):
            line += f", buddy = {d.pick(self.names[2:])}"
        if d.chance(25):
            line += f", Health = {d.number(1, 3)}"
        if words.space:
            line += f" at {d.number(0, 5)} {d.number(0, 5)}"
        self.names.append(name)
        return line

    def someone(self) -> str:
        """One of those that the play made; mostly a unit."""
        return self.d.pick(self.names if self.d.chance(15) else self.units)

    def step(self) -> list[str]:
        """One step, with what it needs before it."""
        d, words = self.d, self.words
        form = d.number(0, 21)
        someone, other = self.someone(), self.someone()
        if form <= 5 and words.abilities:
            return self.act(someone)
        if form <= 8:
            someone = d.pick(self.units)
            heals = bool(words.healings) and d.chance(25)
            kind = d.pick(words.healings if heals else words.damages)
            from_ = f" from {other}" if d.chance(50) else ""
            verb = "heal" if heals else "deal"
            return [
                f"{verb} {d.pick(('1', '2', '3', '1.5'))} {kind} to {someone}{from_}"
            ]
        if form <= 11:
            return [self.raised(self.at).replace(" or stop", "")]
        if form == 12:
            return [self.given(self.at)]
        if form == 13:
            return [self.taken(self.at)]
        if form == 14:
            pool = d.pick(words.pools)
            return [
                f"{d.pick(('gain', 'spend', 'set'))} {someone}.{pool} {d.number(0, 4)}"
            ]
        if form == 15:
            verb = d.pick(("destroy", "remove", "copy"))
            return [self.twin(someone) if verb == "copy" else f"{verb} {someone}"]
        if form == 16:
            return [f"point {someone}.{d.pick(words.links)} at {other}"]
        if form == 17:
            return [self.sometimes(someone, other)]
        if form == 18:
            return ["save"]
        if form == 19:
            return [f"turn {someone} into {d.pick(words.units)}"]
        if form == 20:
            return [f"expect {self.number(self.quiet(), 2)} >= 0"]
        return [f"expect {self.truth(self.quiet(), 2)}"]

    def quiet(self) -> Context:
        """Where a play asks."""
        return self.at.inside(rolls=True)

    def twin(self, someone: str) -> str:
        """``copy … as …``."""
        name = f"t{len(self.names)}"
        self.names.append(name)
        self.at.entities.append(name)
        return f"copy {someone} as {name}"

    def act(self, someone: str) -> list[str]:
        """``act``, or the question whether one could."""
        d, words = self.d, self.words
        ability = d.pick(words.abilities)
        if d.chance(90):
            someone = d.pick(self.units)
            ability = d.pick(words.grants[self.made_of[someone]] or [ability])
        line = f"act {someone} {ability.name}"
        if ability.target == "place":
            line += f" at {d.number(0, 5)} {d.number(0, 5)}"
        elif ability.target in ("one", "two", "up to 2") or d.chance(5):
            count = {"two": 2, "up to 2": d.number(1, 2)}.get(ability.target, 1)
            targets = list(dict.fromkeys(self.someone() for _ in range(count)))
            line += f" at {', '.join(targets)}"
        if ability.takes and d.chance(90):
            line += f" with Force = {d.pick(('1', '2', '1', '3.5'))}"
        lines = [line]
        if d.chance(15):
            lines.insert(0, f"expect can {line.removeprefix('act ')}")
        return lines

    def sometimes(self, someone: str, other: str) -> str:
        """A command that only some catalogs have."""
        d, words = self.d, self.words
        forms = [f"give Mortal to {someone}"]
        if words.rate:
            forms += [f"wait {d.pick(('1', '0.5', '2'))} seconds"] * 3
        if words.phases:
            forms += ["advance", "advance to Noon", "advance"]
        if words.turns:
            forms += [f"raise Began of {someone}"] * 3
        if words.zones:
            forms += [
                f"move {someone} to {d.pick(words.zones)} of {d.pick(('a', 'b'))}",
                f"shuffle Deck of {other}",
                f"move {someone} to Deck of a top",
            ]
        if words.space:
            forms.append(f"place {someone} at {d.number(0, 5)} {d.number(0, 5)}")
        if words.routines:
            forms.append(f"do {d.pick(words.routines)}({someone}, {d.number(0, 3)})")
        if words.queries:
            forms.append(
                f"answer Cover({someone}, {other}) = {d.pick(('1', '3', '0.5'))}"
            )
        return d.pick(forms)


__all__ = ["TAGS", "Plays"]
