# SPDX-License-Identifier: Apache-2.0
"""Runs stages, some in the background, and stores their outputs and times."""
import dataclasses
import pathlib
import re
import sys
import threading
import time

from . import lab
from .process import Commands

PACKAGES = pathlib.Path(__file__).resolve().parents[1]
"""The folder in which pytest finds the plugin ``cloudmac_check.outcomes``."""
TAIL_LINES = 60
UNSTEADY = re.compile(r"^UNSTEADY: (.+)$", re.MULTILINE)


@dataclasses.dataclass
class Result:
    """The result of a stage."""

    stage: str
    outcome: str = "not run"
    """passed, FAILED, UNSTEADY or not run."""
    seconds: float = 0
    reason: str = ""
    unsteady: list = dataclasses.field(default_factory=list)
    """Node ids of tests that passed only when repeated."""

    @property
    def passed(self):
        return self.outcome in ("passed", "UNSTEADY")


class Runner:
    """One run of the check.

    top: the tree; folder: holds the outputs, one file per stage; is_full: also run long tests."""

    def __init__(self, top, folder, is_full=False, environment=None):
        self.top = top
        self.folder = folder
        self.is_full = is_full
        self.environment = environment or {}
        self.commands = Commands()
        self._print_lock = threading.Lock()

    def run(self, stages):
        """Runs all stages and returns their results. A failed stage does not stop the others."""
        results = {stage.name: Result(stage.name) for stage in stages}
        beside = [stage for stage in stages if stage.beside]
        front = [stage for stage in stages if not stage.beside]
        background = threading.Thread(
            target=self._run_each, args=(beside, results, not front), daemon=True
        )
        try:
            background.start()
            self._run_each(front, results, True)
            background.join()
        finally:
            self.commands.end()
        return list(results.values())

    def _run_each(self, stages, results, echo):
        for stage in stages:
            if self.commands.ended:
                return
            self._run_stage(stage, results[stage.name], echo)

    def _run_stage(self, stage, result, echo):
        self._say(f"checking {stage.name}: {stage.about}")
        started = time.monotonic()
        try:
            run = self._run_lab if stage.name == "lab" else self._run_steps
            run(stage, result, echo)
        except OSError as error:
            result.outcome, result.reason = "FAILED", str(error)
        result.seconds = time.monotonic() - started
        reason = f" ({result.reason})" if result.reason else ""
        self._say(f"{stage.name}: {result.outcome} in {result.seconds:.0f} s{reason}")

    def _run_commands(self, stage, result, echo, steps=None):
        for argv in stage.steps(self.is_full) if steps is None else steps:
            status = self._execute(stage, argv, f"{stage.name}.log", {}, echo)
            if status:
                result.outcome = "FAILED"
                result.reason = f"{' '.join(argv)}: exit status {status}"
                return
        result.outcome = "passed"

    def _run_steps(self, stage, result, echo):
        """Runs the commands of a stage. A command that repeats unsteady tests itself names each in
        a line that starts with UNSTEADY."""
        self._run_commands(stage, result, echo)
        if result.passed:
            log = (self.folder / f"{stage.name}.log").read_text(encoding="utf-8", errors="replace")
            result.unsteady = UNSTEADY.findall(log)
            if result.unsteady:
                result.outcome = "UNSTEADY"

    def _run_lab(self, stage, result, echo):
        tests, *more = stage.steps(self.is_full)
        verdict = lab.judge(
            *self._run_tests(stage, lab.tests_command(tests, self.is_full), "lab", echo)
        )
        result.outcome, result.reason = "passed" if verdict.passed else "FAILED", verdict.reason
        if verdict.again:
            self._say(f"lab: repeating {verdict.again} alone")
            passed = lab.passed_alone(
                verdict.again,
                *self._run_tests(stage, lab.again_command(tests, verdict.again), "lab-again", echo),
            )
            result.reason = (
                f"{verdict.again} failed, and {'passed' if passed else 'did not pass'} alone"
            )
            if passed:
                result.outcome, result.unsteady = "UNSTEADY", [verdict.again]
        if result.passed and more:
            outcome, reason = result.outcome, result.reason
            self._run_commands(stage, result, echo, more)
            if result.passed:
                result.outcome, result.reason = outcome, reason

    def _run_tests(self, stage, argv, name, echo):
        """Runs pytest and returns its exit status and outcome."""
        path = self.folder / f"{name}.json"
        environment = {"CLOUDMAC_OUTCOMES": str(path), "PYTHONPATH": str(PACKAGES)}
        status = self._execute(stage, argv, f"{name}.log", environment, echo)
        return status, lab.read_outcome(path)

    def _execute(self, stage, argv, log, environment, echo):
        with open(self.folder / log, "ab") as output:
            return self.commands.run(
                argv,
                self.top / stage.folder,
                output,
                {**self.environment, **environment},
                echo,
            )

    def _say(self, text):
        with self._print_lock:
            print(f"==> {text}", flush=True)

    def print_ends(self, results):
        """Prints the last lines of the output of each failed or unsteady stage."""
        for result in results:
            if result.outcome in ("FAILED", "UNSTEADY"):
                for log in sorted(self.folder.glob(f"{result.stage}*.log")):
                    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
                    print(f"==> the last lines of {log}:")
                    print("\n".join(lines[-TAIL_LINES:]))
        sys.stdout.flush()
