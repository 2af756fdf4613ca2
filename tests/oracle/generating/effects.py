"""Effects and their templates (docs/language.md, section 2, effect)."""

from __future__ import annotations

from tests.oracle.generating.abilities import Abilities
from tests.oracle.generating.declaring import TAGS, Block
from tests.oracle.generating.drawing import Context, Effect
from tests.oracle.generating.statements import indented

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


class Effects(Abilities):
    """What entities hold: any of what may stand in one."""

    def effect(self, effect: Effect) -> Block:
        """An effect."""
        d, words = self.d, self.words
        still = Context(["holder"], in_effect=True, still=True)
        names, used = self.parameters_of(effect.parameters, still)
        self.parametered = still.inside(still=False)
        lines: list[str] = []
        if d.chance(30):
            lines.append(f"tags {' '.join(d.some(TAGS, 2) or [TAGS[0]])}")
        for _ in range(d.number(0, 2)):
            lines.append(self.modifier(still))
        if d.chance(20):
            lines += self.aura(still)
        lines += self.lasting(still)
        if d.chance(30):
            most = f"stacks max {d.pick(('holder.Gold', 'min(3, count(all))'))}"
            forms = ("stacks", "stacks max 2", "separate", "refreshes", most)
            lines.append(d.pick(forms))
        if words.zones and d.chance(12):
            lines.append(f"active in {d.pick(('Hand', 'Board Deck'))}")
        for _ in range(d.pick((1, 1, 2, 2, 3, 0))):
            lines += self.rule()
        lines += self.timed()
        if d.chance(8):
            lines.append(
                f"dies when {self.truth(still, 1)} and {self.truth(still, 0)} raising Broke"
            )
        if d.chance(15):
            lines.append(self.repeats())
        if d.chance(15):
            lines.append(self.forbids(still))
        if d.chance(8):
            lines.append("innate")
        if not lines:
            lines = ["tags Bold"]
        words.effects.append(effect)
        head = f"effect {effect.name}"
        if names:
            head += f"({', '.join(names)})"
            lines.append(f"adds Vigor ({used}) * 0.5")
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
            lent += self.words.templates
            if lent:
                effect = d.pick(lent)
                lines.append(f"has {d.pick(effect.instances or (effect.name,))}")
        return [f"aura on {selection}", *indented(lines or ["adds Might 1"])]

    def lasting(self, at: Context) -> list[str]:
        """How long it lasts, sometimes."""
        d, words = self.d, self.words
        if not d.chance(30):
            return []
        computed = f"({self.plain_number(at)} + holder.Gold)"
        forms = [f"until {self.event()[0]} of {d.pick(SUBJECTS[1:6])}"]
        if words.turns:
            forms.append(f"{d.pick(('1', '2', computed))} turns")
        if words.rate:
            forms.append(f"{d.pick(('1', '2', '0.5', computed))} seconds")
        if words.phases:
            forms.append(f"until {d.pick(('PhaseEnded', 'PhaseStarted'))}")
        return [f"lasts {d.pick(forms)}"]

    # -- rules --------------------------------------------------------------------------------

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

    def in_rule(self) -> Context:
        """What may be said in a rule of the effect that is being drawn."""
        return self.parametered.inside(depth=0)

    def rule(self) -> list[str]:
        """A before or an after rule."""
        d, words = self.d, self.words
        at = self.in_rule()
        if words.phases and d.chance(15):
            head = d.pick(("after PhaseStarted", "after PhaseEnded"))
            if d.chance(30):
                head += f" when {self.truth(at, 1)}"
            return [head, *indented(self.body(at, 2))]
        name, is_change = self.event()
        names = [name]
        if d.chance(20):
            other, other_changes = self.event()
            names.append(other)
            is_change = is_change and other_changes
        at.in_before = before = d.chance(45)
        at.entities += ["event.subject", "event.by"]
        if is_change:
            at.numbers.append("event.amount")
            if not before:
                at.numbers += ["event.applied", "event.absorbed"]
        elif name in ("Rang", "Sang") and len(names) == 1 and words.carried:
            at.numbers.append("event.Force")
            at.entities.append("event.buddy")
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

    def timed(self) -> list[str]:
        """``every``, ``on gained``, ``on lost``."""
        d, words = self.d, self.words
        lines: list[str] = []
        heads = []
        if words.rate and d.chance(30):
            computed = f"({self.plain_number(self.in_rule())} + holder.Gold)"
            heads.append(f"every {d.pick(('1', '0.5', computed))} seconds")
        if words.turns and d.chance(20):
            heads.append("every turn")
        if d.chance(15):
            heads.append("on gained")
        if d.chance(15):
            heads.append("on lost")
        for head in heads:
            at = self.in_rule()
            at.makes = head != "on gained"
            lines += [head, *indented(self.body(at, 2))]
        return lines

    def repeats(self) -> str:
        """``repeats``."""
        d = self.d
        events = ["Died", "Rang", "Damage", "gain Gold"]
        events += ["PhaseStarted"] * bool(self.words.phases)
        event = d.pick(events)
        own = d.pick(("", " of holder")) if event != "PhaseStarted" else ""
        subject = d.pick(("ally", "holder", "any", "other ally", "enemy"))
        how = d.pick(("", " highest", " adds", " multiplies", " multiplies"))
        return f"repeats {event}{own} for {subject} {d.pick(('2', '3', '0'))}{how}"

    def forbids(self, at: Context) -> str:
        """``forbids``."""
        d = self.d
        what = d.pick([*TAGS, *(ability.name for ability in self.words.abilities)])
        subject = d.pick(("holder", "enemy", "any", "other ally"))
        when = f" when {self.truth(at, 1)}" if d.chance(40) else ""
        return f'forbids {what} for {subject}{when} else "no"'

    # -- templates ----------------------------------------------------------------------------

    def effect_templates(self) -> list[Block]:
        """Templates of effects; each is applied where an effect may stand."""
        d, words = self.d, self.words
        if not d.chance(45):
            return []
        pool, damage = d.pick(words.pools), d.pick(words.damages)
        stage = f" at {words.stages[0]}" if words.stages else ""
        blocks: list[Block] = [
            [
                "template effect Grown(stat, amount, mark)",
                "  tags mark",
                f"  {d.pick(('adds', 'scales'))} stat amount",
                *indented(d.pick(([], ["separate"], ["stacks max amount"]))),
            ]
        ]
        stats = ("Might", "Vigor")
        grown = (
            f"Grown({d.pick(stats)}, 2, {d.pick(TAGS)})",
            f"Grown(mark: {d.pick(TAGS)}, stat: {d.pick(stats)}, amount: 1)",
        )
        words.templates.append(Effect("Grown", instances=grown))
        if d.chance(50):
            share = d.pick(("50%", "1 / 3", "0"))
            blocks.append(
                [
                    "template effect Warded(kind, share)",
                    f"  before kind of holder{stage}",
                    "    set event.amount event.amount * (1 - share)",
                ]
            )
            warded = (f"Warded({damage}, {share})", "Warded(share: 25%, kind: Damage)")
            words.templates.append(Effect("Warded", instances=warded))
        if d.chance(50):
            event = d.pick(words.events)
            blocks.append(
                [
                    "template effect Hearing(what, pool, amount)",
                    f"  after what of {d.pick(('any', 'other', 'holder'))}",
                    "    gain pool amount",
                    f"  after {d.pick(('change', 'spend'))} pool of other",
                    '    note "heard" amount',
                ]
            )
            words.templates.append(
                Effect("Hearing", instances=(f"Hearing({event}, {pool}, 1)",))
            )
            if d.chance(50):
                blocks.append(
                    [
                        "template effect Listening(amount) "
                        f"from Hearing({event}, {pool}, amount + 1)",
                        "  adds Might amount",
                    ]
                )
                words.templates.append(
                    Effect("Listening", instances=("Listening(1)", "Listening(2)"))
                )
        if words.abilities and d.chance(50):
            ability = d.pick([each for each in words.abilities if ":" not in each.name])
            unit = d.pick(words.units)
            blocks.append(
                [
                    "template effect Bound(what, unit, held)",
                    '  forbids what for holder else "bound"',
                    "  lasts until Damage of holder",
                    "  on lost",
                    "    turn holder into unit",
                    "    take held from holder",
                ]
            )
            held = d.pick(words.known_effects).name
            words.templates.append(
                Effect("Bound", instances=(f"Bound({ability.name}, {unit}, {held})",))
            )
        return blocks
