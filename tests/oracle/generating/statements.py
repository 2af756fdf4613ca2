"""Statements as lines: every form of docs/language.md, section 3."""

from __future__ import annotations

from tests.oracle.generating.drawing import Context, Effect
from tests.oracle.generating.expressions import Expressions


def indented(lines: list[str]) -> list[str]:
    """Lines one step deeper."""
    return [f"  {line}" for line in lines]


class Statements(Expressions):
    """Bodies of rules, abilities and routines."""

    def body(self, at: Context, most: int = 3) -> list[str]:
        """A body: one statement at least."""
        lines: list[str] = []
        for _ in range(self.d.number(1, most)):
            lines += self.statement(at)
        return lines

    def statement(self, at: Context) -> list[str]:
        """One statement, with the lines under it."""
        if at.in_before and self.d.chance(60):
            return [self.only_before(at)]
        form = self.d.number(0, 29)
        if form >= 26:
            return self.rare(at)
        if form <= 2:
            return self.hit(at)
        if form <= 5:
            return [self.change(at)]
        if form == 6:
            return [self.raised(at)]
        if form in (7, 8):
            return [self.given(at)]
        if form == 9:
            return [self.taken(at)]
        if form == 10:
            return [self.let(at)]
        if form in (11, 12) and at.depth < 3:
            return self.flow(at)
        if form == 13 and at.depth < 2 and not at.in_together:
            return ["at once", *indented(self.body(at.inside(in_together=True), 3))]
        if form == 14 and at.makes:
            return [self.made(at)]
        if form == 15:
            return [self.unmade(at)]
        if form == 16 and self.words.zones:
            return [self.moved(at)]
        if form == 17 and self.words.space:
            return [self.placed(at)]
        if form == 18:
            return [
                f"point {self.owner(at)}.{self.d.pick(self.words.links)} at {self.entity(at)}"
            ]
        if form == 19 and not at.in_together:
            return self.chosen(at)
        if form == 20 and self.words.routines:
            return [f"do {self.call(self.d.pick(self.words.routines), at)}"]
        if form == 21 and self.words.abilities:
            return [self.performed(at)]
        if (
            form == 22
            and self.words.phases
            and not at.in_together
            and self.d.chance(40)
        ):
            return [self.d.pick(("advance", f"advance to {self.words.phases[0]}"))]
        if form == 23 and at.may_settle and not at.in_together:
            return ["settle"]
        if form == 24 and at.in_effect and self.d.chance(50):
            return ["remove self"]
        return [self.noted(at)]

    # -- events -------------------------------------------------------------------------------

    def hit(self, at: Context) -> list[str]:
        """``deal`` or ``heal``, and sometimes what is made of its outcome."""
        heals = bool(self.words.healings) and self.d.chance(30)
        kind = self.d.pick(self.words.healings if heals else self.words.damages)
        verb = "heal" if heals else "deal"
        line = f"{verb} {self.number(at, 1)} {kind} to {self.entity(at)}"
        if self.d.chance(50):
            line += f" from {self.path(at)}"
        if self.words.priorities and self.d.chance(20):
            line += f" priority {self.d.pick(self.words.priorities)}"
        if at.in_together or not self.d.chance(35):
            return [line]
        name = at.name("hit")
        line += f" as {name}"
        field = self.d.pick(("applied", "amount", "absorbed", "prevented"))
        if field != "prevented":
            at.bind("number", f"{name}.{field}")
            return [line, f"gain {self.owner(at)}.Gold {name}.{field}"]
        at.bind("truth", f"{name}.prevented")
        return [line, f"if {name}.prevented", f"  gain {self.owner(at)}.Gold 1"]

    def change(self, at: Context) -> str:
        """``set``, ``gain`` or ``spend``."""
        verb = self.d.pick(("gain", "spend", "set"))
        pool = self.d.pick(self.words.pools)
        return f"{verb} {self.owner(at)}.{pool} {self.number(at, 1)}"

    def owner(self, at: Context) -> str:
        """Names joined by dots, to stand before a pool or a link."""
        return self.d.pick(at.entities)

    def raised(self, at: Context) -> str:
        """``raise``."""
        line = f"raise {self.d.pick(self.words.events)} of {self.entity(at)}"
        if self.d.chance(40):
            line += f" by {self.path(at)}"
        with_ = []
        for name in self.words.carried:
            if self.d.chance(40):
                is_prop = name in self.words.props
                value = self.prop_value(at) if is_prop else self.path(at)
                with_.append(f"{name} = {value}")
        if with_:
            line += f" with {', '.join(with_)}"
        if not at.in_together and self.d.chance(20):
            line += " or stop"
        return line

    def prop_value(self, at: Context) -> str:
        """A number for a prop: one that is written out is within its bounds."""
        value = self.plain_number(at)
        is_known = value[0].isdigit() or value in self.words.constants
        return self.d.pick(self.words.written_props) if is_known else value

    # -- effects ------------------------------------------------------------------------------

    def given(self, at: Context) -> str:
        """``give``."""
        effects = [*self.words.known_effects, *self.words.templates]
        if not effects:
            return self.change(at)
        effect = self.d.pick(effects)
        line = f"give {self.applied(effect, at)} to {self.entity(at)}"
        if self.words.turns and self.d.chance(15):
            line += f" for {self.d.pick(('1', '2', '(1 + 1)'))} turns"
        elif self.words.rate and self.d.chance(15):
            line += f" for {self.d.pick(('1', '0.5'))} seconds"
        return line

    def applied(self, effect: Effect, at: Context) -> str:
        """An effect with its arguments."""
        if effect.instances:
            return self.d.pick(effect.instances)
        given = ", ".join(self.value(at, kind, 1) for kind in effect.parameters)
        return f"{effect.name}({given})" if given else effect.name

    def taken(self, at: Context) -> str:
        """``take``."""
        if self.d.chance(20) or not self.words.known_effects:
            tag = f" having {self.d.pick(self.words.tags)}" if self.d.chance(50) else ""
            return f"take all from {self.entity(at)}{tag}"
        effect = self.d.pick([*self.words.known_effects, *self.words.templates])
        name = self.d.pick(effect.instances or (effect.name,))
        return f"take {name} from {self.entity(at)}"

    # -- names and flow -----------------------------------------------------------------------

    def let(self, at: Context) -> str:
        """``let``."""
        name = at.name("x")
        form = self.d.number(0, 7)
        if form in (3, 7):
            fit = [each for each in self.words.routines if each.gives]
            if fit:
                routine = self.d.pick(fit)
                line = f"let {name} = do {self.call(routine, at)}"
                at.bind(routine.gives, name)
                return line
        kinds = ["number", "number", "entity", "number", "selection", "truth", "place"]
        kinds.append("number")
        kind = kinds[form]
        if kind == "place" and self.words.phases and self.d.chance(50):
            kind = "phase"
        line = f"let {name} = {self.value(at, kind, 2 if kind == 'number' else 1)}"
        if (
            kind == "phase"
        ):  # a bare phase is a name of its kind alone where one is wanted
            line = f"let {name} = phase"
        at.bind(kind, name)
        return line

    def flow(self, at: Context) -> list[str]:
        """``if``, ``for each``, ``repeat``."""
        form = self.d.number(0, 5)
        if form <= 1:
            lines = [f"if {self.truth(at, 1)}", *indented(self.body(at.inside(), 2))]
            if self.d.chance(30):
                lines += [
                    f"else if {self.truth(at, 1)}",
                    *indented(self.body(at.inside(), 2)),
                ]
            if self.d.chance(40):
                lines += ["else", *indented(self.body(at.inside(), 2))]
            return lines
        if form <= 3:
            name = at.name("each")
            inner = at.inside(entities=[*at.entities, name])
            head = f"for each {name} in {self.selection(at, 1)}"
            return [head, *indented(self.body(inner, 2))]
        if at.in_together:
            return [self.change(at)]
        if self.d.chance(50):
            pool = f"{self.owner(at)}.{self.d.pick(self.words.pools)}"
            body = self.body(at.inside(), 1)
            return [f"repeat until {pool} < 2", *indented([*body, f"spend {pool} 3"])]
        return [
            f"repeat {self.d.pick(('2', '3', '1', f'min(2, floor({self.plain_number(at)}))'))}",
            *indented(self.body(at.inside(), 1)),
        ]

    # -- entities -----------------------------------------------------------------------------

    def made(self, at: Context) -> str:
        """``make``."""
        line = f"make {self.d.pick(self.words.units)}"
        with_ = [f"team = {self.path(at)}"] if self.d.chance(60) else []
        if self.d.chance(30):
            with_.append(f"{self.d.pick(self.words.pools)} = {self.plain_number(at)}")
        if with_:
            line += f" with {', '.join(with_)}"
        if self.words.space:
            line += f" at {self.d.number(0, 4)} {self.d.number(0, 4)}"
            line += self.d.pick(("", "", f" facing {self.d.pick(('90', '270'))}"))
        if self.words.zones and self.d.chance(30):
            line += f" in {self.spot(at)}"
        if self.d.chance(40):
            name = at.name("made")
            line += f" as {name}"
            at.entities.append(name)
        return line

    def unmade(self, at: Context) -> str:
        """``copy``, ``turn``, ``destroy``, ``remove``."""
        form = self.d.number(0, 5)
        entity = self.entity(at)
        if form <= 1:
            return f"destroy {entity}"
        if form == 2:
            return f"remove {entity}"
        if form == 3 and at.makes:
            return f"turn {entity} into {self.d.pick(self.words.units)}"
        if not at.makes:
            return self.change(at)
        line = f"copy {entity}"
        if self.words.zones and self.d.chance(40):
            line += f" in {self.spot(at)}"
        if self.d.chance(40):
            name = at.name("twin")
            line += f" as {name}"
            at.entities.append(name)
        return line

    def spot(self, at: Context) -> str:
        """``ZONE of x top``."""
        zone = self.d.pick(self.words.zones)
        path = self.path(at)
        index = f" at {self.d.pick(('2', '1', f'(1 + {path}.Gold)'))}"
        ends = ("", " bottom", " top", index) if zone == "Deck" else ("",)
        return f"{zone} of {path}{self.d.pick(ends)}"

    def moved(self, at: Context) -> str:
        """``move`` or ``shuffle``."""
        if self.d.chance(20):
            return f"shuffle {self.d.pick(self.words.zones)} of {self.path(at)}"
        line = f"move {self.entity(at)} to {self.spot(at)}"
        if self.d.chance(30):
            line += f" or {self.change(at)}"
        return line

    def placed(self, at: Context) -> str:
        """``place``."""
        entity, other = self.entity(at), self.path(at)
        where = self.d.pick(
            (
                f"{self.d.number(0, 4)} {self.d.number(0, 4)}",
                other,
                f"toward({self.path(at)}, {other}, {self.d.pick(('1', '0.5'))})",
                f"at({self.plain_number(at)}, 2)",
                self.place(at),
                f"{self.d.number(0, 4)} -{self.d.number(1, 4)}",
            )
        )
        facing = f" facing {self.d.pick(('90', '45'))}" if self.d.chance(30) else ""
        return f"place {entity} at {where}{facing}"

    # -- the rest -----------------------------------------------------------------------------

    def chosen(self, at: Context) -> list[str]:
        """``choose``, and what comes of it."""
        name = at.name("choice")
        by, none = self.path(at), self.d.pick(("", " or none"))
        form = self.d.number(0, 4)
        if form == 0:
            lines = [f"choose {name} one of Left, Right by {by}{none}"]
            inner = self.body(at.inside(), 1)
            sign = self.d.pick(("==", "!="))
            return [*lines, f"if {name} {sign} Left", *indented(inner)]
        if form == 1:
            line = f"choose {name} one of {self.selection(at, 1)} by {by}{none}"
            at.entities.append(name)
            return [line]
        quantity = self.d.pick(("any of", "up to 2 of", "up to (1 + 1) of"))
        options = self.selection(at, 1)
        if form == 4:
            options += f", {self.selection(at, 0)}"
        line = f"choose {name} {quantity} {options} by {by}{none}"
        at.selections.append(name)
        return [line]

    def noted(self, at: Context) -> str:
        """``note``, sometimes with values."""
        line = f'note "{self.d.pick(("here", "there"))}"'
        values = [self.plain_number(at), self.path(at), self.number(at, 1)]
        told = values[: self.d.number(0, 3)]
        return f"{line} {', '.join(told)}" if told else line

    def performed(self, at: Context) -> str:
        """``perform``."""
        ability = self.d.pick(self.words.abilities)
        line = f"perform {ability.name}"
        if self.d.chance(30):
            line = f"perform {self.d.pick(self.words.tags)}"
        if ability.target == "one" and self.d.chance(60):
            line += f" at {self.path(at)}"
        if self.d.chance(60) or not at.holder:
            line += f" by {self.path(at)}"
        return line

    def only_before(self, at: Context) -> str:
        """What only a before rule may say."""
        form = self.d.number(0, 7)
        if form == 0:
            return "prevent"
        if form <= 2 and "event.amount" in at.numbers:
            return f"set event.amount {self.number(at, 1)}"
        if form <= 4 and "event.amount" in at.numbers:
            return f"absorb {self.number(at, 1)}"
        if form <= 6:
            return f"redirect to {self.entity(at)}"
        return 'note "met"'
