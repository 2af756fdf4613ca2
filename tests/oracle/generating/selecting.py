"""Entities, places and selections as text (docs/language.md, section 3)."""

from __future__ import annotations

from tests.oracle.generating.drawing import Context, Drawing, Function, Vocabulary


class Selecting:
    """Expressions of who and where, small ones first."""

    def __init__(self, drawing: Drawing, words: Vocabulary) -> None:
        self.d = drawing
        self.words = words

    # -- asked of a later module --------------------------------------------------------------

    def number(self, at: Context, size: int = 2) -> str:
        """A number, to stand where a sum may."""
        raise NotImplementedError

    def plain_number(self, at: Context) -> str:
        """A literal, a name, a stat or a pool."""
        raise NotImplementedError

    def truth(self, at: Context, size: int = 2) -> str:
        """A truth, to stand after ``if`` or ``when``."""
        raise NotImplementedError

    def called(self, at: Context, gives: str) -> str | None:
        """A call of a formula that gives a type, if there is one."""
        raise NotImplementedError

    def call(self, function: Function, at: Context) -> str:
        """A call of a formula or a routine, with its arguments."""
        raise NotImplementedError

    def pool(self, at: Context) -> str:
        """A pool to be read."""
        raise NotImplementedError

    # -- entities -----------------------------------------------------------------------------

    def path(self, at: Context) -> str:
        """A name of an entity, or a link of one."""
        entity = self.d.pick(at.entities)
        if self.words.links and self.d.chance(15):
            return f"{entity}.{self.d.pick(self.words.links)}"
        return entity

    def entity(self, at: Context, size: int = 1) -> str:
        """An entity: what stands after ``to``, ``of``, ``by`` and ``from``."""
        form = self.d.number(0, 11)
        if size > 0 and form <= 1:
            return f"first({self.selection(at, size - 1)})"
        if size > 0 and form == 2 and not at.still and at.rolls:
            return f"random({self.selection(at, size - 1)})"
        if form == 3 and self.words.singles:
            return self.d.pick(self.words.singles)
        if form == 4 and self.words.zones:
            return f"{self.d.pick(at.entities)}.keeper"
        if form == 5 and self.d.chance(30):
            return "nothing"
        if form == 6 and size > 0 and self.d.chance(50):
            return f"(if {self.truth(at, 0)} then {self.path(at)} else {self.path(at)})"
        if form == 7:
            return self.called(at, "entity") or self.path(at)
        return self.path(at)

    # -- places -------------------------------------------------------------------------------

    def place(self, at: Context) -> str:
        """A point, or where an entity is."""
        form = self.d.number(0, 5)
        if form == 0 and at.places:
            return self.d.pick(at.places)
        if form == 1 and not at.still:
            goal = self.path(at)
            return f"toward({self.path(at)}, {goal}, {self.d.pick(('1', '0.5'))})"
        if form == 2:
            return self.called(at, "place") or "at(1, 1)"
        if form == 3:
            if self.d.chance(40):
                whole = (
                    f"(if {self.truth(at, 0)} then all else others of {self.path(at)})"
                )
                return f"first({whole})"
            return f"(if {self.truth(at, 0)} then at(1, 1) else at(2, 0))"
        return f"at({self.plain_number(at)}, {self.d.number(0, 4)})"

    # -- selections ---------------------------------------------------------------------------

    def selection(self, at: Context, size: int = 1) -> str:
        """A selection: a group or the cards of a zone, and clauses."""
        form = self.d.number(0, 7)
        base = ""
        if form == 5 and self.words.zones:
            base = f"cards in {self.d.pick(self.words.zones)} of {self.path(at)}"
        elif form == 6 and at.selections:
            base = self.d.pick(at.selections)
        elif form == 7:
            base = self.called(at, "selection") or ""
        elif form == 0:
            base = "all"
        if not base:
            base = self.d.pick(("others", "enemies", "allies", "other allies"))
            if not at.holder or self.d.chance(20):
                base += f" of {self.path(at)}"
        for _ in range(self.d.number(0, 2)):
            base += f" {self.clause(at, size)}"
        return base

    def clause(self, at: Context, size: int) -> str:
        """One clause of a selection."""
        form = self.d.number(0, 8)
        if form == 0:
            return f"having {self.d.pick(self.words.tags)}"
        if form == 1 and self.words.known_effects:
            return f"holding {self.d.pick(self.words.known_effects).name}"
        if form == 2 and self.words.links:
            return f"with {self.d.pick(self.words.links)} = {self.path(at)}"
        if form == 3:
            key = f"it.{self.pool(at)}"
            return f"sorted by {key}{self.d.pick(('', ' down'))}"
        if form == 4:
            return f"first {self.d.pick(('1', '2'))}"
        if form == 5 and self.words.space and not at.still:
            return f"within {self.d.pick(('3', '5'))} of {self.path(at)}"
        if form == 6:
            name = at.inside().name("cand")
            inner = at.inside(entities=[name, *at.entities])
            if self.d.chance(40):
                key = f"({name}.{self.pool(at)} - {self.plain_number(inner)})"
                return f"as {name} sorted by {key}"
            return f"as {name} where {self.truth(inner, min(size, 1))}"
        candidate = at.inside(entities=["it", *at.entities])
        return f"where {self.truth(candidate, min(size, 1))}"
