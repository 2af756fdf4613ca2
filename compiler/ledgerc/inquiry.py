"""A play that is run up to a line, and asked there why things are as they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ledger_runtime.ability import Ability
from ledger_runtime.entity import Entity
from ledger_runtime.explaining import Explanation
from ledger_runtime.explaining.asking import (
    explain_command,
    explain_presence,
    explain_text,
)
from ledger_runtime.explaining.watching import current_recorder, recording
from ledger_runtime.space import Placeable
from ledger_runtime.testing import Play, PlayFailed, Question
from ledger_runtime.testing_frame import EntityT
from ledgerc.playing import PlayRun


class _Answered(BaseException):
    """What was asked is answered."""


@dataclass
class Inquiry:
    """What is asked: of the step at ``line``, about ``text`` or, if empty, about the step itself.

    ``answers`` is filled as the step is through; ``names`` are those that the play knows then.
    """

    line: int
    text: str = ""
    answers: tuple[Explanation, ...] = ()
    names: tuple[str, ...] = ()
    asked: bool = False
    source: str = field(default="", init=False)
    """What the step compares, as its author wrote it."""


def inquiring(inquiry: Inquiry) -> type[Play[Any]]:
    """The class of plays that answer ``inquiry`` and stop."""

    class InquiringPlay(Play[Any]):
        """A play that explains the step at one line."""

        _order: Explanation | None = None
        _is_about_order = False

        def at(self, line: int) -> None:
            """Begin a step; if the one before is asked about, it is through."""
            if self._line == inquiry.line:
                self._answer()
            super().at(line)

        def end(self) -> None:
            """End the play; the last step may be the one that is asked about."""
            if self._line == inquiry.line:
                self._answer()
            super().end()

        def _begin(self, text: str) -> None:
            """Another command than an order: what is refused then is that."""
            self._order = None
            super()._begin(text)

        def act(
            self,
            actor: EntityT,
            ability: type[Ability[Any]],
            /,
            *targets: EntityT,
            at: Placeable | None = None,
            **props: Any,
        ) -> None:
            """Keep what was ordered: its checks may be asked about."""
            kept = self._ordered(actor, ability, targets, at, props)
            try:
                super().act(actor, ability, *targets, at=at, **props)
            finally:
                self._order = kept

        def order(
            self,
            actor: EntityT,
            ability: type[Ability[Any]],
            /,
            *targets: EntityT,
            at: Placeable | None = None,
            **props: Any,
        ) -> Question:
            """Keep what ``expect can`` asks about."""
            self._ordered(actor, ability, targets, at, props)
            return super().order(actor, ability, *targets, at=at, **props)

        def _ordered(
            self,
            actor: Any,
            ability: type[Ability[Any]],
            targets: tuple[Any, ...],
            at: Placeable | None,
            props: dict[str, Any],
        ) -> Explanation | None:
            """The checks as they are now: what an order does may change them."""
            self._about_order()
            try:
                self._order = self.world.explain_order(
                    actor, ability, *targets, at=at, **props
                )
            except Exception:  # the order itself will tell what is wrong with it
                self._order = None
            return self._order

        def _about_order(self) -> None:
            if self._line == inquiry.line:
                self._is_about_order = True

        def expect_done(self) -> None:
            """``expect done`` is about the last order."""
            self._about_order()
            super().expect_done()

        def expect_refused(
            self, code: str | None = None, text: str | None = None
        ) -> None:
            """``expect refused`` is about the last order."""
            self._about_order()
            super().expect_refused(code, text)

        def expect(
            self,
            found: object,
            operator: str,
            wanted: object,
            source: str,
            origin: str | None = None,
        ) -> None:
            """Keep what is compared."""
            self._compared(source)
            super().expect(found, operator, wanted, source, origin)

        def expect_truth(
            self, found: object, source: str, origin: str | None = None
        ) -> None:
            """Keep what must be so."""
            self._compared(source)
            super().expect_truth(found, source, origin)

        def expect_gone(self, entity: Entity, source: str) -> None:
            """Keep who must be gone."""
            self._compared(source)
            super().expect_gone(entity, source)

        def expect_alive(self, entity: Entity, source: str) -> None:
            """Keep who must be there."""
            self._compared(source)
            super().expect_alive(entity, source)

        def _compared(self, source: str) -> None:
            if self._line == inquiry.line:
                inquiry.source = source

        def _failure(self, head: str, *lines: str, **rest: Any) -> PlayFailed:
            """A step that fails is explained like any other."""
            if self._line == inquiry.line:
                self._answer()
            return super()._failure(head, *lines, **rest)

        def _answer(self) -> None:
            inquiry.asked = True
            inquiry.names = tuple(self.names)
            inquiry.answers = self._explanations()
            raise _Answered

        def _explanations(self) -> tuple[Explanation, ...]:
            world, recorder = self.world, current_recorder()
            text = inquiry.text or inquiry.source
            found = explain_text(world, self.names, text, recorder)
            if not found and text in self.names:
                found = (explain_presence(world, self.names[text], recorder),)
            if found or text:
                return found
            told: list[Explanation] = []
            last = self._last
            ordered = self._order if self._is_about_order else None
            asked = last is not None and (
                last.line == inquiry.line or (self._is_about_order and ordered is None)
            )
            if last is not None and asked and (last.entries or ordered is None):
                refusal = last.refusal
                ending = "done" if refusal is None else f"refused: {refusal.message}"
                told.append(explain_command(last.text, ending, last.entries))
            if ordered is not None:
                told.append(ordered)
            return tuple(told)

    return InquiringPlay


def answer(run: PlayRun, inquiry: Inquiry) -> None:
    """Run a play, watched, until ``inquiry`` is answered; or to its end, if it never comes there.

    A play that fails before is asked no more: what fails is for ``ledgerc play``.
    """
    try:
        with recording():
            run.call()
    except _Answered:
        return
    except Exception:
        return
