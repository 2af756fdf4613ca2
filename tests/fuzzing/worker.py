"""``python -m tests.fuzzing.worker FOLDER``: tries case after case, each a line of its input.

It has little memory, and so much processor time for each case; one that takes more ends it.
"""

from __future__ import annotations

import contextlib
import json
import linecache
import resource
import shutil
import sys
from pathlib import Path

from tests.fuzzing.cases import read_text
from tests.fuzzing.contract import check

MEMORY = 1024**3
SECONDS = 15


def main() -> None:
    """Read cases until there are no more; print what came of each as a line."""
    folder = Path(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin:
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime) + SECONDS + 1
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
        case = read_text(json.loads(line))
        here = folder / "case"
        with contextlib.redirect_stdout(sys.stderr):
            report = check(case, here)
        after = resource.getrusage(resource.RUSAGE_SELF)
        shutil.rmtree(here, ignore_errors=True)
        linecache.clearcache()
        form = {
            "faults": [[each.kind, each.told] for each in report.faults],
            "features": report.features,
            "accepted": report.accepted,
            "plays": report.plays,
            "seconds": after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime,
        }
        print(json.dumps(form), flush=True)


if __name__ == "__main__":
    main()
