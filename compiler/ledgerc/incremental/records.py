"""The records of a project's catalogs, in the folder of its cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledgerc.cache import Store, content_hash, fingerprint
from ledgerc.records import field, record

if TYPE_CHECKING:  # most builds find nothing to do
    from ledgerc.incremental.recalling import Recaller
    from ledgerc.incremental.record import Record
    from ledgerc.tree import SourceTree


@record()
class Records:
    """Records by the key of what is built; each is read once."""

    store: Store
    settings: str
    """What a record depends on besides the compiler and the sources."""
    _recallers: dict[str, Recaller | None] = field(default_factory=dict)
    _digests: dict[str, str] = field(default_factory=dict)

    @property
    def maker(self) -> str:
        """Who makes records now."""
        return f"{fingerprint()} {self.settings}"

    def recaller(self, key: str, files: SourceTree) -> Recaller | None:
        """What reads a catalog of ``files`` anew; None if nothing is kept of it."""
        if key not in self._recallers:
            self._recallers[key] = self._read(key, files)
        return self._recallers[key]

    def digest(self, key: str) -> str:
        """What tells the record that is kept from any other; empty where none is."""
        return self._digests.get(key, "")

    def keep(self, key: str, record: Record) -> None:
        """Keep a record."""
        from ledgerc.incremental.record import encoded

        data = encoded(record)
        self._digests[key] = content_hash(data)
        self.store.put_bytes(key, data)

    def _read(self, key: str, files: SourceTree) -> Recaller | None:
        data = self.store.get_bytes(key)
        if data is None:
            return None
        from ledgerc.incremental.recalling import Recaller
        from ledgerc.incremental.record import decoded

        record = decoded(data, self.maker)
        self._digests[key] = "" if record is None else content_hash(data)
        return None if record is None else Recaller(record, files)
