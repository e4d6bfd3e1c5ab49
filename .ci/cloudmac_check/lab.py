# SPDX-License-Identifier: Apache-2.0
"""Judges end-to-end tests: one failed test may be repeated once, alone."""
import dataclasses
import json

FAILED = 1
"""pytest's exit status of a session that ran to its end with failed tests."""


@dataclasses.dataclass(frozen=True)
class Verdict:
    """The decision after the first run."""

    passed: bool
    again: str | None = None
    """Node id of the test to repeat once, alone."""
    reason: str = ""


def judge(status, outcome):
    """Returns the verdict on a first run.

    status: pytest's exit status; outcome: the plugin's file, parsed, or None."""
    if status == 0 and outcome is not None and outcome["collected"]:
        return Verdict(True)
    if status != FAILED or outcome is None:
        return Verdict(False, reason=f"the run was aborted (pytest's exit status {status})")
    if outcome["ran"] < outcome["collected"]:
        return Verdict(False, reason=f"only {outcome['ran']} of {outcome['collected']} tests ran")
    failed = outcome["failed"]
    if len(failed) != 1:
        return Verdict(False, reason=f"{len(failed)} tests failed")
    return Verdict(False, again=failed[0])


def passed_alone(test, status, outcome):
    """Returns true if the run was of this test only, and the test passed. A test that is skipped
    has not passed. status, outcome: as for judge()."""
    return (
        status == 0
        and outcome is not None
        and outcome["collected"] == 1
        and outcome["passed"] == [test]
    )


def read_outcome(path):
    """Returns the plugin's file, parsed, or None if the session did not reach its end."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def tests_command(base, is_full):
    """Returns the command for all tests of a run: ``base`` and the selection."""
    return (*base, "-p", "cloudmac_check.outcomes", *(() if is_full else ("-m", "not full")))


def again_command(base, test):
    """Returns the command that runs one test alone; ``base`` ends with the tests' folders."""
    options = [word for word in base if word not in ("tests", "cloudmac_wire")]
    return (*options, "-p", "cloudmac_check.outcomes", test)
