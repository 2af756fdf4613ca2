"""Walking the IR: children, and all nodes of a type, in order."""

from __future__ import annotations

from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions as e
from ledgerc.ir import statements as s
from ledgerc.ir.walk import children, nodes_of, walk
from tests.unit.ir.small_catalog import SMALL, amount, holder, number, rule, shielded


def test_children_are_nodes_in_the_order_of_the_fields() -> None:
    compare = e.Compare(">", amount(), number(0), holder().span)
    assert list(children(compare)) == [amount(), number(0)]


def test_children_look_into_tuples_and_pass_over_names_and_spans() -> None:
    ward = rule(1, (s.Prevent(holder().span),))
    assert [type(each) for each in children(ward)] == [
        ir.OfKind,
        ir.Subject,
        s.Prevent,
    ]


def test_walk_yields_each_node_before_those_below_it() -> None:
    kinds = [type(each) for each in walk(shielded())]
    assert kinds[0] is ir.Effect
    assert kinds.index(ir.Rule) < kinds.index(e.Compare) < kinds.index(e.Number)
    assert kinds.index(s.Prevent) < kinds.index(s.RemoveSelf)


def test_nodes_of_finds_all_of_a_type_in_a_catalog() -> None:
    assert [each.number for each in nodes_of(SMALL, ir.Rule)] == [1]
    assert list(nodes_of(SMALL, s.Deal)) == []


def test_a_body_is_walked_like_a_node() -> None:
    body = shielded().rules[0].body
    assert list(nodes_of(body, s.Prevent)) == [body[0]]
