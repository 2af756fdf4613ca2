"""Whole catalogs as text: every kind of declaration of docs/language.md, section 2."""

from __future__ import annotations

from tests.oracle.generating.drawing import Ability, Context, Effect
from tests.oracle.generating.statements import Statements, indented

TAGS = ("Beast", "Sworn", "Hex", "Bold")
SUBJECTS = (
    "holder",
    "any",
    "holder",
    "any",
    "ally",
    "enemy",
    "other",
    "other ally",
    "holder.team",
    "holder.buddy",
)


class Declarations(Statements):
    """A catalog, declaration by declaration; each knows those before it."""

    def catalog(self) -> str:
        """The text of a catalog."""
        lines = self.small()
        self.words.known_effects = [
            Effect(f"Eff{number}", self.d.pick((0, 0, 0, 1)))
            for number in range(self.d.number(1, 5))
        ]
        self.words.units = [f"Unit{number}" for number in range(self.d.number(1, 3))]
        lines += self.formulas()
        for number in range(self.d.number(0, 2)):
            lines += self.routine(number)
        for number in range(self.d.number(1, 3)):
            lines += self.ability(number)
        for effect in self.words.known_effects:
            lines += self.effect(effect)
        lines += self.mortal()
        lines += self.archetypes()
        lines += self.ending()
        return "\n".join(lines) + "\n"

    # -- lines of one ------------------------------------------------------------------------

    def small(self) -> list[str]:
        """All declarations of one line."""
        d, words = self.d, self.words
        words.links = ["team", "buddy"]
        words.tags = list(TAGS)
        lines = ["link team buddy", "allegiance team", f"tags {' '.join(TAGS)}"]
        if d.chance(30):
            words.rate = True
            lines.append(f"rate {d.pick(('2', '10'))}")
        if d.chance(40):
            words.constants = ["Few"]
            lines.append(f"const Few {d.pick(('2', '1.5', '4 / 3'))}")
        words.props = ["Force"]
        lines.append(
            f"prop Force min 0{d.pick(('', ' max 4', ' whole', ' max 3 whole'))}"
        )
        words.events = ["Rang", "Sang"]
        words.carried = ("Force", "buddy")
        lines += ["event Rang Sang with Force, buddy", "event Died Broke Began"]
        if d.chance(50):
            words.turns = True
            lines.append("turn Began")
            words.events.append("Began")
            words.carried = ()
        lines += self.numbers()
        if d.chance(50):
            words.stages = ["Early", "Late"][: d.number(1, 2)]
            lines.append(f"stages {' '.join(words.stages)}")
        if d.chance(50):
            words.priorities = ["Soon", "Last"]
            lines += ["priority Soon 1", "priority Last -1"]
        if d.chance(35):
            words.zones = ["Deck", "Hand", "Board"]
            lines += [
                "zone Deck ordered",
                f"zone Hand max {d.number(1, 3)} hidden",
                "zone Board",
                "in play Board",
            ]
        if d.chance(25):
            words.phases = ["Dawn", "Noon", "Dusk"]
            lines.append("phases Dawn Noon Dusk")
        if d.chance(20):
            words.space = True
            lines.append(
                d.pick(
                    (
                        "space plane",
                        "space grid",
                        "space grid 8",
                        "space plane radius Might",
                    )
                )
            )
        if d.chance(25):
            words.queries = ["Cover"]
            lines.append(
                f"query Cover(one, two) min 0 max {d.pick(('2', '1.5'))} "
                f"{d.pick(('', 'whole '))}default {d.pick(('0', '1'))}"
            )
        return lines

    def numbers(self) -> list[str]:
        """Stats, pools, and their damages and healings."""
        d, words = self.d, self.words
        words.stats = ["Might", "Vigor"]
        lines = [
            f"stat Might{d.pick(('', ' min 0', ' max 9 whole', ' whole', ' min -2 max 6'))}",
            f"stat Vigor{d.pick(('', ' whole', ' min 1'))}",
        ]
        if d.chance(40):
            words.stats.append("Craft")
            base = f"holder.{d.pick(('Might', 'buddy.Might', 'buddy.Vigor'))}"
            lines.append(f"stat Craft = {base} {d.pick(('+ 1', '* 2', '- 0.5'))}")
        words.pools = ["Health", "Rage", "Gold"]
        follows = d.pick(("", " follows", " follows both"))
        more = ("holder.Gold + 1", "holder.buddy.Might", *words.stats[2:])
        lines += [
            f"pool Health max Vigor{d.pick((' whole', ''))}{follows}",
            f"pool Rage max {d.pick(('5', 'Might', '3.5', *more))}{d.pick((' whole', ''))}",
            f"pool Gold{d.pick((' whole', '', ' min -3'))}",
            "damage Health",
        ]
        words.damages = ["Damage"]
        if d.chance(40):
            words.damages.append("Fire")
            lines.append("damage Health as Fire")
        if d.chance(30):
            words.damages.append("Fury")
            lines.append("damage Rage as Fury rising")
        if d.chance(60):
            words.healings = ["Healing"]
            lines.append("healing Health")
        return lines

    def formulas(self) -> list[str]:
        """Formulas of an entity and a number."""
        lines = []
        for number in range(self.d.number(0, 2)):
            at = Context(["one"], ["n"], holder=False)
            value = self.number(at, 2)
            lines.append(
                f"formula Form{number}(one, n) = {value} + n + one.{self.words.pools[0]}"
            )
            self.words.formulas.append(f"Form{number}")
        return lines

    def routine(self, number: int) -> list[str]:
        """A routine of an entity and a number, with a result."""
        at = Context(["one"], ["n"], holder=False)
        body = self.body(at, 2)
        body = [f"gain one.Gold n - {self.plain_number(at)}", *body]
        result = f"result {self.number(at, 1)} + n"
        name = f"Work{number}"
        lines = [f"routine {name}(one, n)", *indented(body), *indented([result])]
        self.words.routines.append(name)
        return lines

    def ending(self) -> list[str]:
        """``ends when``, sometimes."""
        if not self.d.chance(25):
            return []
        winner = self.d.pick(("", " winner first(all having Bold)"))
        return [f"ends when count(all having Beast) > 2{winner}"]

    # -- abilities ----------------------------------------------------------------------------

    def ability(self, number: int) -> list[str]:
        """An ability: all its parts in their order."""
        d, words = self.d, self.words
        ability = Ability(f"Act{number}")
        lines: list[str] = []
        at = Context(["holder"], may_settle=True)
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
        if d.chance(25):
            lines.append(f'requires {self.truth(at, 1)} else "not so"')
        for _ in range(2):
            if d.chance(20):
                owner = d.pick(("", "holder.team."))
                pool = d.pick(words.pools)
                lines.append(
                    f"cost {owner}{pool} {d.pick(('1', '0.5', 'holder.Might'))}"
                )
        parameters = ""
        if d.chance(15):
            ability.parameters = 1
            parameters = "(extra)"
            at.numbers.append("extra")
            lines.append("gain Rage extra")
        lines += self.body(at, 4)
        words.abilities.append(ability)
        return [f"ability {ability.name}{parameters}", *indented(lines)]

    def target(self, ability: Ability, at: Context) -> list[str]:
        """The line ``target``, if there is one."""
        d, words = self.d, self.words
        forms = ["", "one", "one", "one", "two", "up to 2", "all"]
        forms += ["place"] * words.space + ["card"] * bool(words.zones)
        form = d.pick(forms)
        ability.target = form
        if not form:
            return []
        if form == "place":
            at.entities.append("holder.buddy")
            return ["target a place"]
        if form == "card":
            ability.target = "one"
            at.entities.append("target")
            return [f"target one card in {d.pick(words.zones)} of holder.team"]
        what = d.pick(("any", "enemy", "ally", "other ally"))
        line = f"target {form.replace('two', '2')} {what}"
        if d.chance(25):
            line += f" having {d.pick(TAGS)}"
        if words.space and d.chance(30):
            line += " within 4"
        if d.chance(25):
            line += f" where {self.truth(at.inside(entities=['it', 'holder']), 1)}"
        if form == "one":
            at.entities.append("target")
        else:
            at.selections.append("targets")
        return [line]

    # -- effects ------------------------------------------------------------------------------

    def effect(self, effect: Effect) -> list[str]:
        """An effect: any of what may stand in one."""
        d, words = self.d, self.words
        parameters = ["power"] * effect.parameters
        lines: list[str] = []
        still = Context(["holder"], list(parameters), in_effect=True, still=True)
        if d.chance(30):
            lines.append(f"tags {' '.join(d.some(TAGS, 2) or [TAGS[0]])}")
        for _ in range(d.number(0, 2)):
            lines.append(self.modifier(still))
        if d.chance(20):
            lines += self.aura(still)
        lines += self.lasting()
        if d.chance(30):
            lines.append(d.pick(("stacks", "stacks max 2", "separate", "refreshes")))
        if words.zones and d.chance(12):
            lines.append(f"active in {d.pick(('Hand', 'Board Deck'))}")
        for _ in range(d.pick((1, 1, 2, 2, 3, 0))):
            lines += self.rule(parameters)
        lines += self.timed(parameters)
        if d.chance(8):
            lines.append(
                f"dies when {self.truth(still, 1)} and {self.truth(still, 0)} raising Broke"
            )
        if d.chance(12):
            lines.append(self.repeats())
        if d.chance(12):
            lines.append(self.forbids(still))
        if d.chance(8):
            lines.append("innate")
        if not lines:
            lines = ["tags Bold"]
        words.effects.append(effect)
        head = f"effect {effect.name}"
        if parameters:
            head += "(power)"
            lines.append("adds Vigor power * 0.5")
        return [head, *indented(lines)]

    def modifier(self, at: Context) -> str:
        """``adds`` and the like."""
        d = self.d
        kind = d.pick(("adds", "adds", "scales", "sets", "overrides"))
        stat = d.pick(("Might", "Vigor"))
        amount = (
            self.number(at, 1) if d.chance(50) else d.pick(("1", "2", "150%", "-1"))
        )
        when = f" when {self.truth(at, 1)}" if d.chance(30) else ""
        return f"{kind} {stat} {amount}{when}"

    def aura(self, at: Context) -> list[str]:
        """``aura on``, with what is under it."""
        d = self.d
        selection = self.selection(at.inside(selections=[]), 1)
        inner = at.inside(entities=["it", "holder"])
        lines = [self.modifier(inner) for _ in range(d.number(0, 2))]
        if d.chance(30):
            lines.append(f"tags {d.pick(TAGS)}")
        if d.chance(30):
            lent = [each for each in self.words.effects if not each.parameters]
            if lent:
                lines.append(f"has {d.pick(lent).name}")
        return [f"aura on {selection}", *indented(lines or ["adds Might 1"])]

    def lasting(self) -> list[str]:
        """How long it lasts, sometimes."""
        d, words = self.d, self.words
        if not d.chance(30):
            return []
        forms = [f"until {self.event()[0]} of {d.pick(SUBJECTS[1:6])}"]
        if words.turns:
            forms.append(f"{d.number(1, 2)} turns")
        if words.rate:
            forms.append(f"{d.pick(('1', '2', '0.5'))} seconds")
        return [f"lasts {d.pick(forms)}"]

    def event(self) -> tuple[str, bool]:
        """The name of an event that rules answer, and whether it is a change of a pool."""
        d, words = self.d, self.words
        form = d.number(0, 9)
        if form <= 3:
            return d.pick([*words.damages, *words.damages, *words.healings]), True
        if form <= 5:
            way = d.pick(("change", "gain", "spend", "set"))
            return f"{way} {d.pick(words.pools)}", True
        if form == 6:
            return d.pick(("Died", "Broke")), False
        return d.pick(words.events), False

    def subject(self) -> str:
        """Whose event it is."""
        having = f" having {self.d.pick(TAGS)}" if self.d.chance(20) else ""
        return f"{self.d.pick(SUBJECTS)}{having}"

    def rule(self, parameters: list[str]) -> list[str]:
        """A before or an after rule."""
        d, words = self.d, self.words
        if words.phases and d.chance(15):
            at = Context(["holder"], list(parameters), in_effect=True)
            head = d.pick(("after PhaseStarted", "after PhaseEnded"))
            return [head, *indented(self.body(at, 2))]
        name, is_change = self.event()
        names = [name]
        if d.chance(20):
            other, other_changes = self.event()
            names.append(other)
            is_change = is_change and other_changes
        before = d.chance(45)
        entities = ["holder", "event.subject", "event.by"]
        at = Context(entities, list(parameters), in_effect=True, in_before=before)
        if is_change:
            at.numbers.append("event.amount")
            if not before:
                at.numbers += ["event.applied", "event.absorbed"]
        elif name in ("Rang", "Sang") and len(names) == 1:
            at.numbers.append("event.Force")
        head = f"{'before' if before else 'after'} {', '.join(dict.fromkeys(names))}"
        head += f" of {self.subject()}"
        if d.chance(15):
            head += f" by {self.subject()}"
        if before and words.stages and d.chance(50):
            head += f" at {d.pick(words.stages)}"
        if not before:
            if d.chance(15):
                head += " together"
            if words.priorities and d.chance(25):
                head += f" priority {d.pick(words.priorities)}"
        if d.chance(30):
            head += f" when {self.truth(at, 1)}"
        return [head, *indented(self.body(at, 2))]

    def timed(self, parameters: list[str]) -> list[str]:
        """``every``, ``on gained``, ``on lost``."""
        d, words = self.d, self.words
        lines: list[str] = []
        heads = []
        if words.rate and d.chance(20):
            heads.append(f"every {d.pick(('1', '0.5'))} seconds")
        if words.turns and d.chance(20):
            heads.append("every turn")
        if d.chance(15):
            heads.append("on gained")
        if d.chance(15):
            heads.append("on lost")
        for head in heads:
            at = Context(["holder"], list(parameters), in_effect=True)
            at.makes = head != "on gained"
            lines += [head, *indented(self.body(at, 2))]
        return lines

    def repeats(self) -> str:
        """``repeats``."""
        d = self.d
        event = d.pick(("Died", "Rang", "Damage", "gain Gold"))
        own = d.pick(("", " of holder"))
        subject = d.pick(("ally", "holder", "any", "other ally", "enemy"))
        how = d.pick(("", " highest", " adds", " multiplies"))
        return f"repeats {event}{own} for {subject} {d.pick(('2', '3', '0'))}{how}"

    def forbids(self, at: Context) -> str:
        """``forbids``."""
        d = self.d
        what = d.pick([*TAGS, *(ability.name for ability in self.words.abilities)])
        subject = d.pick(("holder", "enemy", "any", "other ally"))
        when = f" when {self.truth(at, 1)}" if d.chance(40) else ""
        return f'forbids {what} for {subject}{when} else "no"'

    # -- archetypes ---------------------------------------------------------------------------

    def mortal(self) -> list[str]:
        """The effect by which units die."""
        lines = ["effect Mortal", "  dies at no Health raising Died"]
        if self.d.chance(30):
            lines.append("  dies at full Rage raising Broke")
        return lines

    def archetypes(self) -> list[str]:
        """Sides, units, a single, a template."""
        d, words = self.d, self.words
        lines = ["archetype Side", "  pools Gold Rage"]
        if d.chance(30):
            lines += self.holding(2)
        if d.chance(30):
            words.singles = ["Match"]
            lines += ["single archetype Match", "  pools Gold"]
            lines += self.holding(1)
        template = d.chance(40)
        if template:
            lines += [
                "template archetype Creature(might, vigor)",
                "  base Might might",
                "  base Vigor vigor",
                "  full Health",
                "  has Mortal",
            ]
        for name in words.units:
            if template and d.chance(60):
                vigor = d.pick(("vigor: 4", "5", "3"))
                lines.append(
                    f"archetype {name} from Creature({d.number(0, 3)}, {vigor})"
                )
            else:
                lines += [
                    f"archetype {name}",
                    f"  base Might {d.pick(('1', '2', '0', '1.5'))}",
                    f"  base Vigor {d.pick(('5', '3', '2.5', '8'))}",
                    "  full Health",
                ]
                if d.chance(80):
                    lines.append("  has Mortal")
            if d.chance(40):
                lines.append(f"  tags {' '.join(d.some(TAGS, 2) or [TAGS[1]])}")
            lines.append(
                f"  {d.pick(('pools Rage Gold', 'with Rage = 1, Gold = 2', 'pools Gold'))}"
            )
            lines += self.holding(4)
            words.grants[name] = []
            for ability in words.abilities:
                if d.chance(85):
                    words.grants[name].append(ability)
                    extra = "(2)" if ability.parameters else ""
                    lines.append(f"  grants {ability.name}{extra}")
        return lines

    def holding(self, most: int) -> list[str]:
        """What an archetype holds from the start."""
        number = self.d.number(most // 2, most)
        held = [self.d.pick(self.words.known_effects) for _ in range(number)]
        held = list({each.name: each for each in held}.values())
        if not held:
            return []
        applied = (
            f"{each.name}({self.d.number(1, 3)})" if each.parameters else each.name
            for each in held
        )
        return [f"  has {' '.join(applied)}"]
