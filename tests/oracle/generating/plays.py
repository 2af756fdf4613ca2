"""Plays as text: scenes, rows, names, expectations (docs/language.md, section 5)."""

from __future__ import annotations

from tests.oracle.generating.commanding import Commanding
from tests.oracle.generating.declaring import TAGS
from tests.oracle.generating.drawing import Context

REFUSALS = ("", " NoTarget", " Gone", " CannotAfford")


class Plays(Commanding):
    """A play of a catalog that is generated already."""

    def play(self, catalog: str, written: str) -> str:
        """The text of a play file with one play; ``written`` is all of the catalog."""
        d = self.d
        self.has_words = " one of Left, Right" in written
        self.keep_instances(written)
        setup = self.setup()
        self.at = Context(list(self.names), holder=False, rolls=False)
        head = 'play "it"'
        lines: list[str] = []
        if d.chance(15):
            head += " with force"
            lines = [f"row {d.pick(('1', '2.5'))}", *d.pick(([], ["row 0"]))]
            self.at.numbers.append("force")
        if d.chance(20):
            begun = "\n  ".join(setup)
            setup = [f"scene start\n  {begun}", ""]
            head = head.replace('"it"', '"it" in start')
        for _ in range(d.number(5, 18)):
            lines += self.step()
        text = "\n  ".join(lines)
        if len(setup) == 2 and not setup[1]:
            return f"catalog {catalog}\n\n{setup[0]}\n\n{head}\n  {text}\n"
        begun = "\n  ".join(setup)
        rows = [line for line in lines if line.startswith("row ")]
        rest = [line for line in lines if not line.startswith("row ")]
        text = "\n  ".join([*rows, begun, *rest])
        return f"catalog {catalog}\n\n{head}\n  {text}\n"

    def keep_instances(self, written: str) -> None:
        """Forget the templates' instances that the catalog does not make."""
        words = self.words
        for effect in words.templates:
            effect.instances = tuple(
                each for each in effect.instances if each in written
            )
        words.templates = [each for each in words.templates if each.instances]
        words.abilities = [each for each in words.abilities if each.name in written]

    def setup(self) -> list[str]:
        """Who is there at first."""
        d, words = self.d, self.words
        self.names = ["a", "b"]
        self.units = []
        self.may_be_unmet = False
        self.made_of = {}
        self.at = Context(["a", "b"], holder=False, rolls=False)
        lines = ["make a Side", "make b Side"]
        if d.chance(95):
            lines.insert(d.pick((0, 2)), f"seed {d.number(0, 9)}")
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
        return lines

    def step(self) -> list[str]:
        """One step, with what it needs before it or after it."""
        d = self.d
        form = d.number(0, 28)
        if form <= 19 or form >= 27:
            lines = self.command(min(form, 20))
            first_word = lines[-1].partition(" ")[0]
            self.may_be_unmet = self.may_be_unmet and first_word == "act"
            if d.chance(14) and first_word not in ("roll", "choose", "answer", "seed"):
                lines += self.outcome()
            return lines
        if form == 20:
            return ["save"]
        if form <= 22:
            return [self.let_name()]
        return [f"expect {self.expectation(form)}"]

    def let_name(self) -> str:
        """``let x = E``."""
        name = f"n{self.at.depth}_{self.at.names}"
        self.at.names += 1
        kinds = ["number", "entity", "truth", "selection", "place"]
        kinds += ["phase", "phase"] * bool(self.words.phases)
        kind = self.d.pick(kinds)
        value = "phase" if kind == "phase" else self.value(self.asked(self.at), kind)
        self.at.bind(kind, name)
        return f"let {name} = {value}"

    # -- expectations -------------------------------------------------------------------------

    def outcome(self) -> list[str]:
        """What the last command came to."""
        d = self.d
        form = d.number(0, 3)
        if form == 0:
            return ["expect done"]
        if form == 1:
            reasons = list(REFUSALS)
            if self.may_be_unmet:
                reasons += [' Requirement "not so"'] * 3
            return [f"expect refused{d.pick(reasons)}"]
        part = d.pick((" has", "", " has"))
        return [f"expect log{part}", *(f"  {self.log_line()}" for _ in range(form - 1))]

    def log_line(self) -> str:
        """An entry as far as written."""
        d, words = self.d, self.words
        someone, effect = self.someone(), d.pick(words.known_effects).name
        lines = [
            f"Damage {someone} {d.number(1, 3)}",
            f"gain Gold {someone}",
            f"Gained {someone} {effect}",
            f"Made {someone} {d.pick(words.units)}",
            f"Answer {someone} {effect}",
            f"Lost {someone} {d.pick(TAGS)}",
            'Note "here"',
            "Rang",
            f"Act {someone} Act0",
            f"Pointed {someone} buddy nothing",
            "Rolled 1",
            f"set Health {someone} 2 nothing",
            f"Prevented Damage {someone}",
            "Gone",
        ]
        if words.phases:
            lines.append("PhaseStarted Noon")
        return d.pick(lines)

    def expectation(self, form: int) -> str:
        """What something is."""
        d, words = self.d, self.words
        at = self.asked(self.at)
        why = d.pick(("", "", " from content: as drawn"))
        if form == 23:
            sign = d.pick((">=", "=", "<", "!=", "<=", ">"))
            return f"{self.number(at, 2)} {sign} {self.plain_number(at)}{why}"
        if form == 24:
            return f"({self.truth(at, 2)}){why}"
        if form == 25:
            someone = self.someone()
            forms = [f"{someone} {each}" for each in ("gone", "alive")]
            forms += [f"{someone} {each} {d.pick(TAGS)}" for each in ("has", "lacks")]
            forms.append(f"{someone} has {d.pick(words.known_effects).name}")
            forms += [f"{someone} = {self.someone()}"]
            return d.pick(forms)
        if not words.ends:
            return f"{self.someone()} alive"
        return d.pick(
            ("over", "not over", f"winner {self.someone()}", "winner nothing", "over")
        )
