# SPDX-License-Identifier: Apache-2.0
"""Runs stages side by side, and stores their outputs and times."""
import collections
import dataclasses
import re
import shlex
import sys
import threading
import time

from . import report
from .process import Background, Commands
from .stages import PACKAGES

LANES = 2
"""Number of stages that run at the same time in the background. A stage with priority runs beside
them, and waits most of its time."""
TAIL_LINES = 60
UNSTEADY = re.compile(r"^UNSTEADY: (.+)$", re.MULTILINE)


@dataclasses.dataclass
class Result:
    """The result of a stage."""

    stage: str
    outcome: str = "not run"
    """passed, FAILED, UNSTEADY or not run."""
    began: float = 0
    """Seconds after the start of the check."""
    seconds: float = 0
    reason: str = ""
    unsteady: list = dataclasses.field(default_factory=list)
    """Tests of Open vSwitch's own suite that passed only when repeated."""
    commands: list = dataclasses.field(default_factory=list)
    """Seconds of each command."""
    tests: list = dataclasses.field(default_factory=list)
    """Lines of recorder.py."""
    boots: list = dataclasses.field(default_factory=list)
    """Lines of the testbed's uml.record_boot()."""

    @property
    def passed(self):
        return self.outcome in ("passed", "UNSTEADY")


class Runner:
    """One run of the check.

    top: the tree; folder: holds the outputs, one file for each stage; environment: of all
    commands; steps: returns the commands of a stage; on_pass: is called with each stage that has
    passed, by the thread that ran it."""

    def __init__(
        self,
        top,
        folder,
        environment=None,
        steps=lambda stage: stage.commands,
        on_pass=lambda stage: None,
    ):
        self.top = top
        self.folder = folder
        self.environment = environment or {}
        self.steps = steps
        self.on_pass = on_pass
        self.commands = Commands()
        self.background = Background()
        self.started = time.monotonic()
        self._print_lock = threading.Lock()

    def run(self, stages):
        """Runs all stages and returns their results. A failed stage does not stop the others.

        Those with priority run one after the other. The background takes the other stages, in
        their order."""
        results = {stage.name: Result(stage.name) for stage in stages}
        first = collections.deque(stage for stage in stages if stage.has_priority)
        others = collections.deque(stage for stage in stages if not stage.has_priority)
        lanes = [first, *[others] * LANES]
        threads = [
            threading.Thread(target=self._run_each, args=(lane, results, len(stages) == 1))
            for lane in lanes
        ]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            self.commands.end()
            for thread in threads:
                thread.join()
            self.background.end()
        return list(results.values())

    def _run_each(self, stages, results, echo):
        while not self.commands.ended:
            try:
                stage = stages.popleft()
            except IndexError:
                return
            self._run_stage(stage, results[stage.name], echo)

    def _run_stage(self, stage, result, echo):
        self._say(f"checking {stage.name}: {stage.about}")
        began = time.monotonic()
        result.began = began - self.started
        try:
            self._run_commands(stage, result, echo)
        except OSError as error:
            result.outcome, result.reason = "FAILED", str(error)
        result.seconds = time.monotonic() - began
        self._judge(stage, result)
        if result.outcome == "passed":
            self.on_pass(stage)
        reason = f" ({result.reason})" if result.reason else ""
        self._say(f"{stage.name}: {result.outcome} in {result.seconds:.0f} s{reason}")

    def _run_commands(self, stage, result, echo):
        environment = {
            **self.environment,
            **stage.environment,
            "CLOUDMAC_TESTS": str(self.folder / f"{stage.name}.tests"),
            "CLOUDMAC_BOOTS": str(self.folder / f"{stage.name}.boots"),
            "PYTHONPATH": str(PACKAGES),
        }
        with open(self.folder / f"{stage.name}.log", "ab") as log:
            for argv in self.steps(stage):
                words = argv if stage.has_priority else self.background.command(argv)
                began = time.monotonic()
                status = self.commands.run(words, self.top / stage.folder, log, environment, echo)
                result.commands.append(
                    {"command": shlex.join(argv), "seconds": round(time.monotonic() - began, 1)}
                )
                if status:
                    result.outcome = "FAILED"
                    result.reason = f"{shlex.join(argv)}: exit status {status}"
                    return
        result.outcome = "passed"

    def _judge(self, stage, result):
        """Reads what the commands of a stage have recorded. A command that repeats unsteady tests
        itself names each in a line that starts with UNSTEADY."""
        lines = report.lines(self.folder / f"{stage.name}.tests")
        result.tests = [line for line in lines if "test" in line]
        result.boots = report.lines(self.folder / f"{stage.name}.boots")
        collected = sum(line["collected"] for line in lines if "collected" in line)
        failed = [line["test"] for line in result.tests if line["outcome"] == "failed"]
        if failed:
            result.outcome, result.reason = "FAILED", f"failed: {', '.join(failed)}"
        elif result.passed and len(result.tests) < collected:
            result.outcome = "FAILED"
            result.reason = f"only {len(result.tests)} of {collected} tests ran"
        elif result.passed:
            log = (self.folder / f"{stage.name}.log").read_text(encoding="utf-8", errors="replace")
            result.unsteady = UNSTEADY.findall(log)
            result.outcome = "UNSTEADY" if result.unsteady else "passed"

    def _say(self, text):
        with self._print_lock:
            print(f"==> {text}", flush=True)

    def print_ends(self, results):
        """Prints the last lines of the output of each failed or unsteady stage."""
        for result in results:
            if result.outcome in ("FAILED", "UNSTEADY"):
                log = self.folder / f"{result.stage}.log"
                lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
                print(f"==> the last lines of {log}:")
                print("\n".join(lines[-TAIL_LINES:]))
        sys.stdout.flush()
