"""The command, run in process, as the tests of the commands have it."""

from tests.unit.commands.conftest import ledgerc

__all__ = ["ledgerc"]
