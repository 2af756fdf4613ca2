"""Who uses whom among the files of a build, and so what its outputs are."""

from __future__ import annotations

from collections.abc import Iterable

from ledgerc.outputs import output_path
from ledgerc.records import field, record
from ledgerc.workspace import Located


@record(frozen=True)
class Unit:
    """One output to make: a root catalog or a play file, with every file it depends on."""

    file: Located
    inputs: tuple[str, ...]
    catalog: Located | None = None

    @property
    def output(self) -> str:
        """Where its output goes, from the output folder."""
        return output_path(self.file.name)


@record()
class Graph:
    """Who uses whom among the files of a build."""

    files: tuple[Located, ...]
    uses: dict[Located, tuple[Located, ...]] = field(default_factory=dict)
    catalog: dict[Located, Located] = field(default_factory=dict)

    @property
    def reached(self) -> tuple[Located, ...]:
        """Every file of the build: those it was given, and those they name."""
        return tuple(dict.fromkeys([*self.files, *self.uses]))

    def closure(self, file: Located) -> tuple[Located, ...]:
        """A catalog file and all that it uses, each once, in order of first use."""
        found: dict[Located, None] = {}
        waiting = [file]
        while waiting:
            each = waiting.pop()
            if each not in found:
                found[each] = None
                waiting.extend(reversed(self.uses.get(each, ())))
        return tuple(found)

    def units(self) -> tuple[Unit, ...]:
        """Every root catalog, then every play, by name."""
        played = set(self.catalog.values())
        used = {each for uses in self.uses.values() for each in uses}
        catalogs = [file for file in self.files if not file.is_play]
        roots = dict.fromkeys(
            [file for file in catalogs if file not in used or file in played]
            + [file for file in sorted(played, key=_order) if file not in catalogs]
        )
        reached = {each for root in roots for each in self.closure(root)}
        for (
            file
        ) in catalogs:  # those that only use each other, in a circle: an error to tell
            if file not in reached:
                roots[file] = None
                reached.update(self.closure(file))
        units = [Unit(root, _names(self.closure(root))) for root in roots]
        units += [
            (
                Unit(
                    play,
                    (play.name, *_names(self.closure(self.catalog[play]))),
                    self.catalog[play],
                )
                if play in self.catalog
                else Unit(play, (play.name,))
            )
            for play in self.files
            if play.is_play
        ]
        return tuple(sorted(units, key=lambda unit: _order(unit.file)))


def _order(file: Located) -> tuple[str, str]:
    return file.name, file.root.as_posix()


def _names(files: Iterable[Located]) -> tuple[str, ...]:
    return tuple(file.name for file in files)
