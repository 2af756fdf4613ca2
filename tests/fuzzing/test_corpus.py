"""Every input of the corpus holds what it must, in the memory and time of the fuzzer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fuzzing.cases import Case, read_text
from tests.fuzzing.seeds import kept, save_seeds, source_seeds
from tests.fuzzing.workshop import Workshop

KEPT = kept()


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    with Workshop() as made:
        yield made


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_input_does_no_harm(workshop: Workshop, name: str) -> None:
    assert not workshop.attempt(KEPT[name]).faults


@pytest.mark.parametrize("name", [name for name in KEPT if name.startswith("seeds/")])
def test_a_seed_of_ours_is_accepted(workshop: Workshop, name: str) -> None:
    assert workshop.attempt(KEPT[name]).accepted


def test_seeds_are_written_as_they_are_read() -> None:
    seeds = (*source_seeds(sound=True), *source_seeds(sound=False), *save_seeds())
    assert len(seeds) > 300
    for case in (*seeds, Case({"content/\udcff.ledger": b"\xff\0\r\n\n\x80"})):
        assert read_text(case.text()) == case
