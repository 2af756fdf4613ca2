"""Many matches: what comes of them does not depend on how or where they are played."""

from __future__ import annotations

import pickle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from ledgerc.matching import engines
from ledgerc.matching.chunks import (
    MOST_ODD,
    Chunk,
    Parameters,
    Tally,
    run_chunk,
)
from ledgerc.matching.engines import Engine, EngineError, dask, local, serial
from ledgerc.matching.finding import find_match
from ledgerc.matching.many import chunk_of, run_many
from ledgerc.matching.rules import (
    Rules,
    RulesMismatchError,
    load_rules,
    runtime_digest,
)
from ledgerc.matching.telling import percent, spread, tally_text
from tests.unit.match.support import NIM
from tests.unit.match.test_match import ENDLESS


def rules_of(text: str) -> Rules:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.ledger"
        path.write_text(text, encoding="utf-8")
        found = find_match(path, working=Path(folder))
    assert found.rules is not None, found
    return found.rules


NIM_RULES = rules_of(NIM)
BOTH = Parameters(("Setup", "SetupLarge"), ("random", "greedy"), seed=11)


def played(engine: Engine, count: int = 60, size: int | None = None) -> Tally:
    return run_many(NIM_RULES, BOTH, count, engine, chunk_size=size)


def test_results_do_not_depend_on_chunks_or_engines() -> None:
    plain = played(serial())
    assert plain.matches == 60
    assert plain.odd_count == 0
    assert plain.played == {"Setup": 30, "SetupLarge": 30}
    for size in (1, 7, 60, 100):
        assert played(serial(), size=size) == plain
    backwards = Engine(
        lambda chunks, archive: serial().run(reversed(list(chunks)), archive)
    )
    assert played(backwards, size=7) == plain
    assert run_many(NIM_RULES, BOTH, 59, serial()).digest != plain.digest


def test_joblib_gives_the_same() -> None:
    pytest.importorskip("joblib")
    assert played(local(2), size=7) == played(serial())


def test_a_dask_cluster_gives_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
    ) as cluster:
        with dask(cluster.scheduler_address) as engine:
            assert played(engine, size=7) == played(serial())
        # The same workers, with other rules of the same name.
        other = rules_of(NIM.replace("do Seat(7)", "do Seat(9)"))
        assert other.name == NIM_RULES.name
        with dask(cluster.scheduler_address) as engine:
            remote = run_many(other, BOTH, 30, engine, chunk_size=5)
        assert remote == run_many(other, BOTH, 30, serial())
        assert remote.digest != run_many(NIM_RULES, BOTH, 30, serial()).digest


def test_a_cluster_that_is_not_there_is_told() -> None:
    pytest.importorskip("distributed")
    engines_wait, engines._WAIT_SECONDS = engines._WAIT_SECONDS, 1
    try:
        with (
            pytest.raises(EngineError, match="no Dask scheduler"),
            dask("tcp://127.0.0.1:9"),
        ):
            pass
    finally:
        engines._WAIT_SECONDS = engines_wait


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name, name=name)

    monkeypatch.setattr(engines, "import_module", missing)
    assert "pip install 'ledgerc[match]'" in local(2).note
    assert played(local(2), 10, 3) == played(serial(), 10)
    with pytest.raises(EngineError, match=r"pip install 'ledgerc\[dask\]'"), dask("x"):
        pass


# -- chunks and rules -------------------------------------------------------------------------


def chunk(**more: Any) -> Chunk:
    given: dict[str, Any] = {
        "digest": NIM_RULES.digest,
        "module": NIM_RULES.name,
        "parameters": BOTH,
        "first": 3,
        "count": 4,
        "runtime": runtime_digest(),
    }
    return Chunk(**{**given, **more})


def test_a_chunk_travels() -> None:
    sent = pickle.loads(pickle.dumps(chunk()))
    tally = run_chunk(sent, NIM_RULES.archive())
    assert tally == pickle.loads(pickle.dumps(tally))
    assert len(pickle.dumps(tally)) < 2000, "small, however many matches there are"


def test_a_worker_refuses_other_rules_and_another_runtime() -> None:
    other = rules_of(NIM.replace("do Seat(7)", "do Seat(8)"))
    with pytest.raises(RulesMismatchError, match="another version of ledger_runtime"):
        run_chunk(chunk(runtime="0"), NIM_RULES.archive())
    with pytest.raises(RulesMismatchError, match="the archive holds the rules"):
        run_chunk(chunk(digest="0" * 32), NIM_RULES.archive())
    with pytest.raises(RulesMismatchError, match="no archive"):
        load_rules("x", "1" * 32, b"no zip")
    one = load_rules(NIM_RULES.name, NIM_RULES.digest, NIM_RULES.archive())
    two = load_rules(other.name, other.digest, other.archive())
    assert one is not two, "the same name, and other rules"
    assert load_rules("any name", NIM_RULES.digest, b"") is one, "known by its digest"
    for number in range(10):
        more = Rules("more", f"x = {number}\n")
        load_rules(more.name, more.digest, more.archive())
    assert NIM_RULES.file_name == f"rules-{NIM_RULES.digest}.zip"
    assert NIM_RULES.archive() == NIM_RULES.archive()


def test_seeds_of_matches_are_stable() -> None:
    assert [BOTH.match_seed(index) for index in range(3)] == PINNED
    assert len({BOTH.match_seed(index) for index in range(1000)}) == 1000


PINNED = [24696380128498, 247869575250933, 32544908460770]


def test_odd_matches_are_counted_and_the_first_are_named() -> None:
    rules = rules_of(ENDLESS)
    parameters = Parameters(("Setup",), ("random",), seed=1, most_orders=5)
    tally = run_many(rules, parameters, 30, serial(), chunk_size=4)
    assert tally.odd_count == 30
    assert [odd.index for odd in tally.odd] == list(range(MOST_ODD))
    text = tally_text(tally, parameters, "ledgerc match here")
    assert "odd matches: 30 endless" in text
    assert f"ledgerc match here --setup Setup --seed {parameters.match_seed(0)}" in text
    assert "and 10 more" in text


def test_the_tally_as_text() -> None:
    text = tally_text(played(serial()), BOTH, "")
    assert "60 matches" in text
    assert "SetupLarge: 30 matches" in text
    assert "side 2, Hand#3 (greedy): " in text
    assert "no odd match" in text
    assert (percent(1, 3), percent(2, 3), percent(0, 0)) == (
        "33.3 %",
        "66.7 %",
        "0.0 %",
    )


def test_the_middle_length() -> None:
    tally = Tally(matches=4)
    tally.lengths.update([3, 9, 5, 4])
    assert spread(tally) == (3, 4, 9)
    assert spread(Tally()) == (0, 0, 0)


def test_the_size_of_chunks() -> None:
    assert (chunk_of(0.001), chunk_of(0.03), chunk_of(5)) == (100, 3, 1)


def test_progress_counts_every_match() -> None:
    told: list[int] = []
    run_many(NIM_RULES, BOTH, 50, serial(), chunk_size=8, progress=told.append)
    assert sum(told) == 50
