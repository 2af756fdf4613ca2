"""Statements that bodies seldom have: each as likely as any other here."""

from __future__ import annotations

from tests.oracle.generating.drawing import Context
from tests.oracle.generating.selecting import Selecting


class Rarely(Selecting):
    """What would be drawn too seldom where everything else may be."""

    def rare(self, at: Context) -> list[str]:
        """Statements of a form of its own: of those, one that the catalog has."""
        d, words = self.d, self.words
        owner = d.pick(at.entities)
        forms = ["ability tag", "formula", "formula", "minus", "until"]
        forms += ["routine"] * (3 * bool(words.routines))
        forms += ["spot", "index", "index"] * bool(words.zones)
        forms += ["phase", "phase"] * bool(words.phases)
        forms += ["query"] * bool(words.queries and at.rolls)
        if not at.in_together:
            forms += ["word", "word", "word"]
        form = d.pick(forms)
        if form == "word":
            return self.word(at, owner)
        if form == "ability tag":
            tag = d.pick(words.tags)
            if d.chance(50):
                return [f"perform {tag} by {self.path(at)}"]
            return [f"if can({self.path(at)}, {tag})", f"  gain {owner}.Gold 1"]
        if form == "minus":
            return [f"spend {owner}.Gold -({owner}.Gold - {self.plain_number(at)})"]
        if form == "until":
            return [f"repeat until {owner}.Gold < 2", f"  spend {owner}.Gold 3"]
        if form == "spot":
            end = d.pick(("top", "bottom"))
            return [f"move {self.entity(at)} to Deck of {owner} {end}"]
        if form == "index":
            place = f"Deck of {owner} at {d.pick(('2', '1', f'(1 + {owner}.Gold)'))}"
            return [f"move {self.entity(at)} to {place}"]
        if form == "phase":
            value = self.called(at, "phase") or "phase"
            name = at.name("hour")
            at.bind("phase", name)
            return [f"let {name} = {value}"]
        if form == "query":
            query, number = d.pick(words.queries)
            about = ", ".join(self.path(at) for _ in range(number))
            return [f"gain {owner}.Gold {query}({about})"]
        functions = [each for each in words.routines if each.gives]
        if form == "formula" or not functions:
            functions = [each for each in words.formulas if at.rolls or each.still]
        if not functions:
            return [f"gain {owner}.Gold {owner}.limit"]
        function = d.pick(functions)
        name = at.name("got")
        do = "" if function in words.formulas else "do "
        line = f"let {name} = {do}{self.call(function, at)}"
        at.bind(function.gives, name)
        return [line]

    def word(self, at: Context, owner: str) -> list[str]:
        """A choice of words, kept under another name."""
        asked, kept = at.name("choice"), at.name("word")
        value = self.d.pick(
            (asked, asked, f"if {self.truth(at, 0)} then {asked} else {asked}")
        )
        lines = [
            f"choose {asked} one of Left, Right by {self.path(at)}",
            f"let {kept} = {value}",
        ]
        if value != asked:  # which words there are is not known of it any more
            return lines
        sign = self.d.pick(("==", "!="))
        return [*lines, f"if {kept} {sign} Left", f"  gain {owner}.Gold 1"]
