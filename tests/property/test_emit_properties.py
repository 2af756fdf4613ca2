"""Whatever an author calls things and writes in texts, the module is Python that means the rule."""

from __future__ import annotations

import keyword

from hypothesis import given, settings
from hypothesis import strategies as st

import ledger_runtime as runtime
from ledgerc.emit.identifiers import FUNCTION_NAMES, TEMPLATE_NAMES
from tests.unit.emit.emitted import catalog_of, run, text_of

_WORDS = """
all allies ally any can cannot cards change do done else enemies enemy event gain holder if it log
none not nothing other others over phase refused self set spend target to turn until winner
and or in has min max clamp floor ceil round abs stacks alive dying present count sum most least
first random distance at bearing facing toward in_front roll targets Damage side
amount applied absorbed subject by keeper prevented
"""
OF_THE_LANGUAGE = frozenset(_WORDS.split())
"""Words that an author may not use, or that mean something where this test puts a name."""

RESERVED = sorted(
    {
        *keyword.kwlist,
        *keyword.softkwlist,
        *FUNCTION_NAMES,
        *TEMPLATE_NAMES,
        *dir(runtime.Entity),
        *dir(runtime.Event),
        *dir(runtime.Effect),
        *dir(runtime.Order),
        *(
            "print",
            "len",
            "int",
            "property",
            "super",
            "sum",
            "isinstance",
            "amount",
            "each",
        ),
    }
)
NAMES = st.one_of(
    st.sampled_from([each for each in RESERVED if each[0].isalpha()]),
    st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True),
).filter(lambda name: name not in OF_THE_LANGUAGE)
TEXTS = st.text(
    st.characters(min_codepoint=32, exclude_categories=("C", "Z")) | st.just(" ")
)


def quoted(text: str) -> str:
    """A text as an author writes it in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@settings(max_examples=60, deadline=None)
@given(st.lists(NAMES, min_size=13, max_size=13, unique_by=str.casefold), TEXTS, TEXTS)
def test_any_names_and_texts_give_a_module_that_plays(
    names: list[str], comment: str, reason: str
) -> None:
    (
        stat,
        pool,
        link,
        tag,
        event,
        kind,
        effect,
        ability,
        thing,
        prop,
        let,
        parameter,
        formula,
    ) = names
    text = text_of(catalog_of(f"""# {comment}
rate 10
link {link} side
allegiance side
prop {prop} min 0
stat {stat}
pool {pool} max {stat} whole
damage {pool} as {kind}
tags {tag}
event {event} with {prop}, {link}

formula {formula}({parameter}) = {parameter}.{stat} * 1

# {comment}
effect {effect}({parameter})
  tags {tag}
  before {kind} of holder when event.amount > {parameter}
    let {let} = event.amount
    set event.amount {let} - 1
  after {event} of holder
    gain holder.{link}.{pool} event.{prop}

ability {ability}
  takes {prop}
  target one any having {tag}
  requires event.{prop} > 0 else {quoted(reason)}
  let {let} = {formula}(target)
  deal {let} {kind} to target from holder
  raise {event} of target by holder with {prop} = event.{prop}, {link} = holder

archetype {thing}
  text {quoted(reason)}
  base {stat} 9
  full {pool}
  has {effect}(1)
  grants {ability}
"""))
    rules = run(text)
    catalog = rules.World.catalog
    archetype, order = catalog.archetype_named[thing], catalog.ability_named[ability]
    w = rules.World()
    first, second = w.make(archetype), w.make(archetype)
    w.point(second, link, first)
    assert archetype.text == reason
    refused = w.act(first, order, second, **{prop: 0})
    assert refused.refusal.text == reason
    assert w.act(first, order, second, **{prop: 2}).done
    slot = catalog.pools[pool].slot
    assert (getattr(first, slot), getattr(second, slot)) == (9, 1)
