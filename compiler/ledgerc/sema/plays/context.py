"""What is known while the steps of one scene or play are read."""

from __future__ import annotations

from ledgerc.ir import catalog as ir_catalog
from ledgerc.ir import expressions as ir
from ledgerc.ir import statements as ir_statements
from ledgerc.ir.walk import nodes_of
from ledgerc.records import field, record
from ledgerc.sema.context import Body
from ledgerc.sema.heads import written
from ledgerc.sema.plays.instances import Instances
from ledgerc.sema.report import Reporter
from ledgerc.source import Span
from ledgerc.syntax import ast


@record()
class Steps:
    """One scene's or play's steps as they are read.

    ``body`` holds the names; ``last_command`` is the command that ``expect done`` speaks of,
    ``just_ran`` whether the step right before was that command.
    """

    body: Body
    catalog: ir_catalog.Catalog
    instances: Instances
    last_command: ast.Command | None = None
    just_ran: bool = False
    _words: tuple[str, ...] | None = field(default=None)

    @property
    def report(self) -> Reporter:
        """Where faults go."""
        return self.body.report

    def as_written(self, first: Span, last: Span | None = None) -> str:
        """The author's text from the start of ``first`` to the end of ``last``."""
        span = first.through(last) if last is not None else first
        return written(self.body.analysis, span)

    def choice_words(self) -> tuple[str, ...]:
        """The words that a ``choose`` of the catalog may offer, each once."""
        if self._words is None:
            choices = nodes_of(self.catalog, ir_statements.Choose)
            words = (word for choice in choices for word in choice.words)
            self._words = tuple(dict.fromkeys(words))
        return self._words

    def choice_names(self) -> tuple[str, ...]:
        """The names of the catalog's choices, as the log has them, each once."""
        choices = nodes_of(self.catalog, ir_statements.Choose)
        return tuple(dict.fromkeys(choice.asked for choice in choices))

    def own_new_names(self) -> None:
        """Make the names that the last step bound names of the play."""
        for binding in self.body.scope.bindings.values():
            if binding.role is ir.Role.LET:
                binding.role = ir.Role.PLAY
