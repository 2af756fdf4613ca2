"""Whatever stands in the files: the compiler gives diagnostics, or Python that compiles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledgerc.diagnostics import Sink
from ledgerc.diagnostics.render import Format, render
from ledgerc.workspace import Workspace

CONTENT = Path(__file__).resolve().parents[2] / "content"
FILES = sorted(
    path.relative_to(CONTENT).as_posix()
    for path in CONTENT.rglob("*")
    if path.suffix in {".ledger", ".play"}
)
WORDS = re.compile(r"\w+|[^\w\s]|\n *")
PARTS = sorted(
    {part for name in FILES for part in WORDS.findall((CONTENT / name).read_text())}
)

MANY = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the content, in which one file at a time is damaged."""
    copy = tmp_path_factory.mktemp("damaged") / "content"
    for name in FILES:
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((CONTENT / name).read_bytes())
    return copy


def compile_damaged(folder: Path, name: str, content: bytes) -> None:
    """Put ``content`` in the place of a file, compile what it is part of, and mend it."""
    path = folder / name
    try:
        path.write_bytes(content)
        for suffix in (".ledger", ".play"):
            if path.with_suffix(suffix).exists():
                compile_file(path.with_suffix(suffix))
    finally:
        path.write_bytes((CONTENT / name).read_bytes())


def compile_file(path: Path) -> None:
    """Analyse a file; told faults must be shown in each form, a sound file must give Python."""
    workspace = Workspace(path.parent, None)
    file = workspace.locate(path)
    if file.is_play:
        played = workspace.analyse_play(file)
        found = played.found
        if played.play is not None and played.catalog is not None:
            text = workspace.emit_play(
                played.play, played.catalog, module="generated.x", formatted=False
            )
            compile(text, "play", "exec")
    else:
        analysed = workspace.analyse(file)
        found = analysed.found
        if analysed.catalog is not None:
            text = workspace.emit_catalog(analysed.catalog, formatted=False)
            compile(text, "catalog", "exec")
    told = workspace.findings(((file.root, each) for each in found), Sink())
    for form in Format:
        render(told.diagnostics, told.sources, form).encode()
    for each in told.diagnostics:
        source = told.sources.get(each.span.file)
        if source is not None and each.span.line:
            assert 1 <= each.span.line <= len(source.lines) + 1
            assert each.span.column >= 1


@MANY
@given(name=st.sampled_from(FILES), content=st.binary(max_size=200))
def test_any_bytes(folder: Path, name: str, content: bytes) -> None:
    compile_damaged(folder, name, content)


@MANY
@given(name=st.sampled_from(FILES), where=st.floats(0, 1))
def test_a_file_cut_anywhere(folder: Path, name: str, where: float) -> None:
    content = (CONTENT / name).read_bytes()
    compile_damaged(folder, name, content[: int(where * len(content))])


@MANY
@given(data=st.data(), name=st.sampled_from(FILES), word=st.sampled_from(PARTS))
def test_a_word_exchanged_for_any_other(
    folder: Path, data: st.DataObject, name: str, word: str
) -> None:
    text = (CONTENT / name).read_text()
    places = [match.span() for match in WORDS.finditer(text)]
    start, end = data.draw(st.sampled_from(places))
    compile_damaged(folder, name, f"{text[:start]}{word}{text[end:]}".encode())


@MANY
@given(data=st.data(), name=st.sampled_from(FILES))
def test_lines_left_out_and_said_again(
    folder: Path, data: st.DataObject, name: str
) -> None:
    lines = (CONTENT / name).read_text().splitlines(keepends=True)
    picked = data.draw(
        st.lists(st.sampled_from(lines), min_size=1, max_size=len(lines))
    )
    compile_damaged(folder, name, "".join(picked).encode())


@MANY
@given(words=st.lists(st.sampled_from(PARTS), max_size=60), name=st.sampled_from(FILES))
def test_words_in_any_order(folder: Path, words: list[str], name: str) -> None:
    text = (CONTENT / name).read_text()
    compile_damaged(folder, name, f"{text}\n{' '.join(words)}\n".encode())
