"""Why a value or an outcome is what it is, told from the log and the rules (docs/explain.md)."""

from ledger_runtime.explaining.explanation import Explanation, Reason

__all__ = ["Explanation", "Reason"]
