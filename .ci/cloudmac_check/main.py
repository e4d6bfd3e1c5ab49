# SPDX-License-Identifier: Apache-2.0
"""Parses the command line of the check and runs the stages."""
import argparse
import datetime
import itertools
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from . import passed, report, stages
from .runner import Runner

TOP = pathlib.Path(__file__).resolve().parents[2]
KEPT_RUNS = 20


def parser():
    """Returns the parser of the arguments."""
    listed = "\n".join(f"  {stage.name:<8} {stage.about}" for stage in stages.STAGES)
    described = argparse.ArgumentParser(
        prog="cloudmac check",
        description="Sets up, builds and runs the tests of all stages, or of the named ones.",
        epilog=f"stages:\n{listed}\n\n"
        "Outputs and times of the last runs are kept in checks/ of the cache.\n"
        "See docs/develop/testing.md.\n\n"
        "exit status: 0 all stages passed; 1 a stage failed; 2 arguments are wrong; 130 interrupted",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    described.add_argument("stages", nargs="*", metavar="STAGE", help="run only these")
    described.add_argument(
        "--full",
        action="store_true",
        help="also the long tests: quick reproduction of all figures, chaos, valgrind, "
        "cluster, the upstream suite of Open vSwitch, long fuzzing",
    )
    described.add_argument(
        "--quick",
        action="store_true",
        help="only what boots nothing: linters, pages and unit tests; prints what is left out",
    )
    described.add_argument(
        "--since",
        metavar="REV",
        help="only the stages that files changed since this commit concern; prints the others",
    )
    described.add_argument(
        "--again",
        action="store_true",
        help="also the stages that passed in the last days with the same files, commands and "
        "packages; stages that are named always run",
    )
    described.add_argument("--only-check", action="store_true", help=argparse.SUPPRESS)
    return described


def cache():
    """Returns the folder of builds and logs, as ./cloudmac chooses it."""
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(os.environ.get("CLOUDMAC_CACHE") or pathlib.Path(base) / "cloudmac")


def new_folder(place):
    """Creates and returns a folder for a run's outputs. Removes the oldest folders."""
    runs = place / "checks"
    runs.mkdir(parents=True, exist_ok=True)
    for old in sorted(runs.iterdir())[: -KEPT_RUNS + 1]:
        shutil.rmtree(old, ignore_errors=True)
    name = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S")
    for number in itertools.count(1):
        folder = runs / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir()
            return folder
        except FileExistsError:
            continue


def commit():
    """Returns the tree's commit, with the suffix "+" if files are changed, or "" without git."""
    described = subprocess.run(
        ["git", "-c", f"safe.directory={TOP}", "describe", "--always", "--abbrev=12", "--dirty=+"],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip()


def changed_since(revision):
    """Returns the names of files that differ from a commit, new ones among them. Raises ValueError
    if there is no such commit."""
    git = ["git", "-c", f"safe.directory={TOP}", "-c", "core.quotePath=false"]
    listed = []
    for words in (
        ["diff", "--name-only", "--no-renames", f"{revision}^{{commit}}", "--"],
        ["ls-files", "--others", "--exclude-standard"],
    ):
        done = subprocess.run([*git, *words], cwd=TOP, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ValueError(f"git knows no commit '{revision}'")
        listed += done.stdout.splitlines()
    return listed


def selected(arguments):
    """Returns the stages to run, and lines on what is left out. Raises ValueError for arguments
    that name no stage or commit, or do not go together."""
    if arguments.quick and arguments.full:
        raise ValueError("--quick and --full do not go together")
    chosen, left_out = stages.by_name(arguments.stages), []
    if arguments.since:
        before = chosen
        chosen = stages.concerned(before, changed_since(arguments.since))
        unchanged = [stage.name for stage in before if stage not in chosen]
        if unchanged:
            left_out.append(f"unchanged since {arguments.since}: {', '.join(unchanged)}")
    if arguments.quick:
        left_out += [f"{stage.name}: {stage.left_out}" for stage in chosen if stage.left_out]
        chosen = stages.quick(chosen)
    return chosen, left_out


class History:
    """The passes of earlier checks on this machine. Knows none without git or dpkg."""

    def __init__(self, place, steps, environment):
        self.passed = passed.Passed(place / "passed")
        self.steps = steps
        self.environment = environment
        self.state = self._state()

    @staticmethod
    def _state():
        """Returns the files, the packages and ./cloudmac as they are now, or None."""
        try:
            return (
                passed.files(TOP),
                passed.installed(TOP),
                (TOP / "cloudmac").read_text(encoding="utf-8"),
            )
        except (OSError, subprocess.CalledProcessError):
            return None

    def _key(self, stage, state, without=()):
        tree, lines, script = state
        machine = passed.packages(lines, without)
        return passed.fingerprint(stage, self.steps(stage), tree, machine, self.environment, script)

    def _find(self, stage):
        """Returns the pass that counts. A package that was not there then concerns no stage whose
        files are the same."""
        if not self.state:
            return None
        try:
            log = passed.DPKG_LOG.read_text(encoding="utf-8", errors="replace")
        except OSError:
            log = ""
        return self.passed.find(
            stage.name, lambda date: self._key(stage, self.state, passed.added(log, date))
        )

    def without_passed(self, chosen):
        """Returns the stages of ``chosen`` that have not passed as they are now, and a line for
        each other."""
        remaining, left_out = [], []
        for stage in chosen:
            found = self._find(stage)
            if found:
                left_out.append(
                    f"{stage.name}: passed with the same files on {found['date']}, commit "
                    f"{found['commit']}"
                )
            else:
                remaining.append(stage)
        return remaining, left_out

    def store(self, stage):
        """Stores that a stage has passed, unless its files have changed meanwhile."""
        key = self.state and self._key(stage, self.state)
        now = self._state()
        if key and now and self._key(stage, now) == key:
            self.passed.add(stage.name, key, commit())


def _interrupt(number, _frame):
    raise KeyboardInterrupt(number)


def main(argv):
    """Runs the check. Returns the exit status: 0 if all stages passed."""
    arguments = parser().parse_args(argv)
    try:
        wanted, left_out = selected(arguments)
    except ValueError as error:
        parser().error(str(error))
    environment = stages.FULL_ENVIRONMENT if arguments.full else {}

    def steps(stage):
        return stage.steps(arguments.full, arguments.quick)

    history = History(cache(), steps, environment)
    if not (arguments.again or arguments.stages or arguments.quick):
        wanted, known = history.without_passed(wanted)
        left_out += known
    if arguments.only_check:
        # What ./cloudmac builds. A quick run builds what it needs itself.
        print(*([] if arguments.quick else stages.parts(wanted)))
        return 0
    for line in left_out:
        print(f"left out: {line}")
    # A shell that starts this in the background leaves interrupts ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    folder = new_folder(cache())
    runner = Runner(TOP, folder, environment, steps, history.store)
    started, date = time.monotonic(), datetime.datetime.now().astimezone()
    try:
        results = runner.run(wanted)
    except KeyboardInterrupt:
        print("cloudmac: the check was interrupted", file=sys.stderr)
        return 130
    seconds = time.monotonic() - started
    runner.print_ends(results)
    report.write(
        folder / "times.json",
        results,
        commit=commit(),
        started=date.isoformat(timespec="seconds"),
        full=arguments.full,
        quick=arguments.quick,
        left_out=left_out,
        processors=os.cpu_count(),
        seconds=round(seconds),
    )
    print(f"\n{report.table(results, seconds)}\n\nOutputs and times: {folder}")
    for line in left_out:
        print(f"left out: {line}")
    for result in results:
        for test in result.unsteady:
            print(f"UNSTEADY: {test} passed only when repeated")
        if result.outcome == "FAILED":
            print(f"failed: {result.stage}: {result.reason}")
    print(report.closing_line(results))
    return 0 if all(result.passed for result in results) else 1
