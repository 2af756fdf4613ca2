"""Type variables of the runtime's generic classes: the generated Entity, Event and Order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ledger_runtime.entity import Entity
    from ledger_runtime.event import Event, Order

E = TypeVar("E", bound="Entity")
V = TypeVar("V", bound="Event[Any]")
O = TypeVar("O", bound="Order[Any]")  # noqa: E741 - the third of E, V, O
