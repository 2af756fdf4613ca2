"""The commands of plays as text (docs/language.md, section 5)."""

from __future__ import annotations

from tests.oracle.generating.catalogs import Catalogs
from tests.oracle.generating.drawing import Ability, Context


class Commanding(Catalogs):
    """What a play says that changes its world."""

    names: list[str]
    """Those that the play has named."""
    units: list[str]
    """Those of them that were made as units."""
    made_of: dict[str, str]
    may_be_unmet: bool
    """Whether the ability that was last ordered requires something."""
    at: Context
    """What may be said in a step."""

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
            line += d.pick(("", "", " facing 90"))
        self.names.append(name)
        return line

    def someone(self) -> str:
        """One of those that the play made; mostly a unit."""
        return self.d.pick(self.names if self.d.chance(15) else self.units)

    def asked(self, at: Context) -> Context:
        """Where a step asks: what is rolled there leaves no trace."""
        return at.inside(rolls=True)

    def command(self, form: int) -> list[str]:
        """One command, or a script for those that follow."""
        d, words = self.d, self.words
        someone, other = self.someone(), self.someone()
        if form <= 5 and words.abilities:
            return self.act(someone)
        if form <= 8:
            return [self.hit_of_play(other)]
        if form <= 11:
            return [self.raised(self.at).replace(" or stop", "")]
        if form == 12:
            return [self.given(self.at)]
        if form == 13:
            return [self.taken(self.at)]
        if form == 14:
            verb = d.pick(("gain", "spend", "set"))
            return [f"{verb} {someone}.{d.pick(words.pools)} {d.number(0, 4)}"]
        if form == 15:
            verb = d.pick(("destroy", "remove", "copy"))
            return [self.twin(someone) if verb == "copy" else f"{verb} {someone}"]
        if form == 16:
            return [f"point {someone}.{d.pick(words.links)} at {other}"]
        if form == 17:
            return [f"turn {someone} into {d.pick(words.units)}"]
        if form in (18, 20):
            return self.script(someone, other)
        return [self.sometimes(someone, other)]

    def hit_of_play(self, by: str) -> str:
        """``deal`` or ``heal``."""
        d, words = self.d, self.words
        someone = d.pick(self.units)
        heals = bool(words.healings) and d.chance(25)
        kind = d.pick(words.healings if heals else words.damages)
        from_ = f" from {by}" if d.chance(50) else ""
        amount = d.pick(("1", "2", "3", "1.5", *self.at.numbers))
        line = f"{'heal' if heals else 'deal'} {amount} {kind} to {someone}{from_}"
        if words.priorities and d.chance(10):
            line += f" priority {d.pick(words.priorities)}"
        return line

    def twin(self, someone: str) -> str:
        """``copy … as …``."""
        where = ""
        if self.words.zones and self.d.chance(30):
            where = f" in {self.spot(self.at)}"
        name = f"t{len(self.names)}"
        self.names.append(name)
        self.at.entities.append(name)
        return f"copy {someone}{where} as {name}"

    def act(self, someone: str) -> list[str]:
        """``act``, and sometimes the question whether one could."""
        d, words = self.d, self.words
        ability = d.pick(words.abilities)
        if d.chance(90):
            someone = d.pick(self.units)
            ability = d.pick(words.grants[self.made_of[someone]] or [ability])
        order = self.order(someone, ability)
        self.may_be_unmet = ability.requires
        lines = [f"act {order}"]
        if d.chance(15):
            can = d.pick(("can", "cannot", "can"))
            reasons = ["", " NoTarget", " Gone", " CannotAfford"]
            reasons += [' Requirement "not so"'] * (3 * ability.requires)
            reason = d.pick(reasons)
            lines.insert(0, f"expect {can} {order}{reason if can == 'cannot' else ''}")
        return lines

    def order(self, someone: str, ability: Ability) -> str:
        """Who is to do what, at whom or where, with what."""
        d = self.d
        line = f"{someone} {ability.name}"
        if ability.target == "place":
            line += f" at {d.number(0, 5)} {d.number(0, 5)}"
        elif ability.target in ("one", "two", "up to 2") or d.chance(5):
            count = {"two": 2, "up to 2": d.number(1, 2)}.get(ability.target, 1)
            targets = list(dict.fromkeys(self.someone() for _ in range(count)))
            line += f" at {', '.join(targets)}"
        if ability.takes and d.chance(90):
            line += f" with Force = {d.pick(('1', '2', '1', '3.5'))}"
        return line

    def script(self, someone: str, other: str) -> list[str]:
        """What the next dice, choices and answers will be."""
        d, words = self.d, self.words
        forms = ["roll", "choose", "roll", "choose", "seed"] + ["answer"] * (
            6 * bool(words.queries)
        )
        form = d.pick(forms)
        if form == "roll":
            dice = [d.pick(("1", "2", "1", "6")) for _ in range(d.number(1, 2))]
            return [f"roll {', '.join(dice)}"]
        if form == "seed":
            return [f"seed {d.pick(('3', '18446744073709551617'))}"]
        if form == "answer":
            query, number = d.pick(words.queries[::-1])
            about = ", ".join((someone, other)[:number])
            return [f"answer {query}({about}) = {d.pick(('1', '3', '0.5'))}"]
        options = [someone, f"{someone}, {other}", "none"]
        if self.has_words:
            options += ["Left", "Right"] * 2
        return [f"choose {d.pick(options)}"]

    has_words = False
    """Whether a choice of the catalog is one of words."""

    def unit_later(self) -> str:
        """``make``, in the middle of a play."""
        line = self.unit(f"m{len(self.names)}")
        self.at.entities.append(self.names[-1])
        return line

    def sometimes(self, someone: str, other: str) -> str:
        """A command that only some catalogs have."""
        d, words = self.d, self.words
        forms = [f"give Mortal to {someone}", "make"]
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
            facing = d.pick(("", " facing 180"))
            forms.append(
                f"place {someone} at {d.number(0, 5)} {d.number(0, 5)}{facing}"
            )
        if words.routines:
            routine = d.pick(words.routines)
            call = self.call(routine, self.at)
            forms += [f"do {call}"] * 2
        form = d.pick(forms)
        return self.unit_later() if form == "make" else form
