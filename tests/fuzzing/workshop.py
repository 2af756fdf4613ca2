"""Tries cases in another process, so that one that hangs or eats memory is found and kept."""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.fuzzing.cases import Case
from tests.fuzzing.contract import Fault, Report
from tests.fuzzing.seeds import REPOSITORY

CASES_A_WORKER = 400
"""Then a new one is started: what a process keeps from case to case does not add up."""
PATIENCE = 300
"""Seconds by the clock after which a worker that says nothing is ended."""


class Workshop:
    """A worker, started anew as it dies or gets old. Used as a context."""

    def __init__(self) -> None:
        memory = Path("/dev/shm")  # where there is one, files cost least
        self._folder = Path(
            tempfile.mkdtemp(
                prefix="ledgerc-fuzzing-",
                dir=memory if os.access(memory, os.W_OK) else None,
            )
        )
        self._worker: subprocess.Popen[str] | None = None
        self._tried = 0
        self.slowest = (0.0, Case())
        """The processor time of the case that took most, and that case."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def attempt(self, case: Case) -> Report:
        """What comes of a case; a worker that does not live through it is a fault."""
        if self._tried >= CASES_A_WORKER:
            self._stop()
        worker = self._worker or self._start()
        self._tried += 1
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            worker.stdin.write(json.dumps(case.text()) + "\n")
            worker.stdin.flush()
            with selectors.DefaultSelector() as waiting:
                waiting.register(worker.stdout, selectors.EVENT_READ)
                line = worker.stdout.readline() if waiting.select(PATIENCE) else ""
        except BrokenPipeError:
            line = ""
        if not line:
            return self._died(worker)
        form = json.loads(line)
        self.slowest = max(
            self.slowest, (form["seconds"], case), key=lambda each: each[0]
        )
        return Report(
            [Fault(kind, told) for kind, told in form["faults"]],
            form["features"],
            form["accepted"],
            form["plays"],
        )

    def _start(self) -> subprocess.Popen[str]:
        """A new worker; its errors go to a file, of which a fault shows the end."""
        paths = [REPOSITORY, REPOSITORY / "compiler", REPOSITORY / "runtime"]
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "XDG_CACHE_HOME": str(self._folder / "cache"),
            "PYTHONHASHSEED": "0",
        }
        with (self._folder / "errors").open("w") as errors:
            self._worker = subprocess.Popen(
                [sys.executable, "-m", "tests.fuzzing.worker", str(self._folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
                env=environment,
            )
        self._tried = 0
        return self._worker

    def _died(self, worker: subprocess.Popen[str]) -> Report:
        try:
            code = worker.wait(5)
        except subprocess.TimeoutExpired:
            worker.kill()
            code = worker.wait()
        worker.communicate()
        self._worker = None
        shutil.rmtree(self._folder / "case", ignore_errors=True)
        told = (self._folder / "errors").read_text("utf-8", "replace")
        kind = {
            -signal.SIGXCPU: "it takes too much time",
            -signal.SIGKILL: "it hangs",
        }.get(code, f"its process ended with {code}")
        report = Report()
        report.fault(kind, told)
        return report

    def _stop(self) -> None:
        if self._worker is not None:
            worker, self._worker = self._worker, None
            worker.kill()
            worker.communicate()
