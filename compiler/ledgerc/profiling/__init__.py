"""Which rules take the time: generated code is timed as it runs, by the author's lines."""

from ledgerc.profiling.telling import Profile, RuleCost, profile_text
from ledgerc.profiling.tracing import Profiler, TimeSpent

__all__ = ["Profile", "Profiler", "RuleCost", "TimeSpent", "profile_text"]
