"""Declarations of one line, formulas and routines (docs/language.md, section 2)."""

from __future__ import annotations

from tests.oracle.generating.drawing import Context, Function
from tests.oracle.generating.statements import Statements, indented

TAGS = ("Beast", "Sworn", "Hex", "Bold")
Block = list[str]
"""A declaration: its line, and those that are indented under it."""


def alone(lines: list[str]) -> list[Block]:
    """Each line a declaration of its own."""
    return [[line] for line in lines]


class Declaring(Statements):
    """What is said on one line, and functions; each knows those before it."""

    # -- lines of one -------------------------------------------------------------------------

    def small(self) -> list[Block]:
        """All declarations of one line."""
        d, words = self.d, self.words
        words.links = ["team", "buddy"]
        words.tags = list(TAGS)
        lines = ["link team buddy", "allegiance team", f"tags {' '.join(TAGS)}"]
        if d.chance(45):
            words.rate = True
            lines.append(f"rate {d.pick(('2', '10'))}")
        if d.chance(40):
            words.constants = ["Few"]
            lines.append(f"const Few {d.pick(('2', '1.5', '4 / 3', '-1 + 3'))}")
        lines += self.events()
        lines += self.numbers()
        if d.chance(50):
            words.stages = ["Early", "Late"][: d.number(1, 2)]
            lines.append(f"stages {' '.join(words.stages)}")
        if d.chance(50):
            words.priorities = ["Soon", "Last"]
            lines += ["priority Soon 1", "priority Last -1"]
        if d.chance(45):
            words.zones = ["Deck", "Hand", "Board"]
            most = d.pick(("1", "2", "3", "(1 + 1)"))
            lines += [
                "zone Deck ordered",
                f"zone Hand max {most} hidden",
                "zone Board",
                "in play Board",
            ]
        if d.chance(40):
            words.phases = ["Dawn", "Noon", "Dusk"]
            lines.append("phases Dawn Noon Dusk")
        if d.chance(40):
            words.space = True
            kinds = ("plane", "grid", "grid 8", "plane radius Might")
            lines.append(f"space {d.pick(kinds)}")
        if d.chance(45):
            lines += self.queries()
        return alone(lines)

    def events(self) -> list[str]:
        """Props, and the events that carry one."""
        d, words = self.d, self.words
        words.props = ["Force"]
        bounds = (" min 0", " min 0 max 4", " min 0 whole", " min 0 max 3 whole", "")
        bound = d.pick(bounds)
        if bound:
            words.written_props = ("1", "2", "0", "3")
        lines = [f"prop Force{bound}"]
        words.events = ["Rang", "Sang"]
        words.carried = ("Force", "buddy")
        lines += ["event Rang Sang with Force, buddy", "event Died Broke Began"]
        if d.chance(50):
            words.turns = True
            lines.append("turn Began")
            words.events.append("Began")
            words.carried = ()
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
        most = d.pick(("5", "Might", "3.5", *more))
        lines += [
            f"pool Health max Vigor{d.pick((' whole', ''))}{follows}",
            f"pool Rage max {most}{d.pick((' whole', ''))}",
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

    def queries(self) -> list[str]:
        """Facts that only the game knows."""
        d, words = self.d, self.words
        words.queries = [("Cover", 2)]
        bounds = d.pick((" min 0 max 2", " min 0 max 1.5", " max 2", " min 0", ""))
        whole = d.pick(("", " whole", ""))
        default = d.pick(("0", "1"))
        lines = [f"query Cover(one, two){bounds}{whole} default {default}"]
        if d.chance(60):
            words.queries.append(("Weather", 0))
            lines.append(f"query Weather() whole default {default}")
        return lines

    def ending(self) -> list[Block]:
        """``ends when``, sometimes."""
        if not self.d.chance(40):
            return []
        self.words.ends = True
        winner = self.d.pick(("", " winner first(all having Bold)"))
        return [[f"ends when count(all having Beast) > 2{winner}"]]

    # -- functions ----------------------------------------------------------------------------

    def kinds(self, most: int) -> tuple[str, ...]:
        """Types of parameters: often an entity and a number."""
        if self.d.chance(45):
            return ("entity", "number")
        kinds = ["entity", "number", "truth", "selection", "place"]
        kinds += ["phase"] * (3 * bool(self.words.phases))
        return tuple(self.d.pick(kinds) for _ in range(self.d.number(0, most)))

    def used(self, name: str, kind: str) -> str:
        """A number that is reckoned from something of a type: shows which type that is."""
        by_kind = {
            "number": name,
            "entity": f"{name}.Gold",
            "truth": f"(if {name} then 1 else 0)",
            "selection": f"count({name})",
            "place": f"distance({name}, at(0, 0))",
            "phase": f"(if {name} == Dawn then 1 else 0)",
        }
        return by_kind[kind]

    def parameters_of(
        self, kinds: tuple[str, ...], at: Context
    ) -> tuple[list[str], str]:
        """Names for parameters, bound in a place; and a sum that uses each of them."""
        names = [f"{kind}{number}" for number, kind in enumerate(kinds)]
        for name, kind in zip(names, kinds, strict=True):
            at.bind(kind, name)
        used = [self.used(name, kind) for name, kind in zip(names, kinds, strict=True)]
        return names, " + ".join(used) or "1"

    def formulas(self) -> list[Block]:
        """Formulas, each after those that it calls."""
        blocks = []
        for number in range(self.d.pick((0, 2, 3, 4))):
            still = self.d.chance(50)
            at = Context([], holder=False, still=still, rolls=not still)
            takes = self.kinds(3)
            names, used = self.parameters_of(takes, at)
            at.entities = at.entities or ["first(all)"]
            gives = self.d.pick(("number", "truth", "entity", "number"))
            if self.d.chance(40):
                gives = self.d.pick(("place", "selection", "phase"))
            if gives == "phase" and not self.words.phases:
                gives = "place"
            value = self.function_value(gives, used, at)
            name = f"Form{number}"
            blocks.append([f"formula {name}({', '.join(names)}) = {value}"])
            self.words.formulas.append(Function(name, takes, gives, still))
        return blocks

    def function_value(self, gives: str, used: str, at: Context) -> str:
        """What a function gives, reckoned from what it is given."""
        d = self.d
        match gives:
            case "number":
                more = d.pick(
                    (self.number(at, 2), "2", f"count(allies of {self.path(at)})")
                )
                return f"{more} + {used}"
            case "truth":
                return f"{self.number(at, 1)} {d.pick(('>', '<=', '=='))} {used}"
            case "entity":
                return f"if {used} > 2 then {self.path(at)} else {self.path(at)}"
            case "place":
                return f"at({used}, {d.number(0, 3)})"
            case "phase":
                return f"if {used} > 1 then phase else phase"
            case _:
                group = d.pick(("allies", "enemies", "others"))
                return f"{group} of {self.path(at)} where it.Gold <= ({used})"

    def routines(self) -> list[Block]:
        """Routines, each after those that it calls."""
        return [self.routine(number) for number in range(self.d.pick((0, 2, 3)))]

    def routine(self, number: int) -> Block:
        """A routine, often with a result."""
        at = Context([], holder=False)
        takes = self.kinds(2)
        names, used = self.parameters_of(takes, at)
        lines: list[str] = []
        if not at.entities:
            lines.append("let who = first(all)")
            at.entities.append("who")
        lines.append(f"gain {at.entities[0]}.Gold {used}")
        lines += self.body(at, 2)
        gives = self.d.pick(("number", "", "entity", "number", "truth"))
        if self.d.chance(40):
            gives = self.d.pick(("place", "selection", "phase"))
        if gives == "phase" and not self.words.phases:
            gives = "place"
        if gives:
            given = at if gives != "number" else at.inside()
            more = "phase" if gives == "phase" else self.value(given, gives, 1)
            if gives == "number":
                more = self.d.pick((f"{more} + ({used})", "2"))
            lines.append(f"result {more}")
        name = f"Work{number}"
        self.words.routines.append(Function(name, takes, gives))
        return [f"routine {name}({', '.join(names)})", *indented(lines)]
