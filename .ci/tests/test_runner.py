# SPDX-License-Identifier: Apache-2.0
"""Tests the runner of stages with shell commands instead of the parts' tests."""
import json
import sys

import pytest
from cloudmac_check import lab, report, stages
from cloudmac_check.runner import Runner
from cloudmac_check.stages import Stage


def shell(name, script, **options):
    return Stage(name, "a test", ".", (("sh", "-c", script),), **options)


@pytest.fixture(name="runner")
def _runner(tmp_path):
    folder = tmp_path / "outputs"
    folder.mkdir()
    return Runner(tmp_path, folder)


def outcomes(results):
    return {result.stage: result.outcome for result in results}


def test_a_failed_stage_is_not_repeated_and_stops_no_other(runner, tmp_path):
    count = "echo run >>tries; exit 1"
    results = runner.run(
        [
            shell("first", count),
            shell("second", "true"),
            shell("third", count, beside=True),
            shell("fourth", "true", beside=True),
        ]
    )
    assert outcomes(results) == {
        "first": "FAILED",
        "second": "passed",
        "third": "FAILED",
        "fourth": "passed",
    }
    assert (tmp_path / "tries").read_text().split() == ["run", "run"]
    assert report.closing_line(results) == "2 passed, 2 failed"


def test_a_stage_stops_at_its_first_failed_command(runner, tmp_path):
    stage = Stage("two", "a test", ".", (("false",), ("touch", "second")))
    assert outcomes(runner.run([stage])) == {"two": "FAILED"}
    assert not (tmp_path / "second").exists()


def test_a_missing_program_fails_its_stage_alone(runner):
    stage = Stage("gone", "a test", ".", (("no-such-program",),))
    assert outcomes(runner.run([stage, shell("next", "true")])) == {
        "gone": "FAILED",
        "next": "passed",
    }


def test_a_stage_sees_its_folder_by_the_path_of_the_tree(runner, tmp_path, monkeypatch):
    """A shell trusts a PWD that names the same folder by another path."""
    other = tmp_path / "other path"
    other.symlink_to(tmp_path)
    monkeypatch.setenv("PWD", str(other))
    runner.run([shell("where", "pwd")])
    assert (runner.folder / "where.log").read_text() == f"{tmp_path}\n"


def test_outputs_and_times_are_kept(runner):
    results = runner.run([shell("loud", "echo said; exit 3")])
    assert (runner.folder / "loud.log").read_text() == "said\n"
    report.write(runner.folder / "times.json", results, commit="abc", seconds=1)
    kept = json.loads((runner.folder / "times.json").read_text())
    assert kept["stages"][0]["outcome"] == "FAILED" and kept["stages"][0]["seconds"] > 0
    assert "exit status 3" in kept["stages"][0]["reason"]
    assert "loud" in report.table(results, 1)


def test_a_stage_can_name_its_unsteady_tests(runner):
    said = "echo 'UNSTEADY: 7: a test'; echo 'not UNSTEADY: 8'"
    calm, unsteady, failed = runner.run(
        [shell("calm", "true"), shell("ovs", said), shell("bad", f"{said}; false")]
    )
    assert (calm.outcome, calm.unsteady) == ("passed", [])
    assert (unsteady.outcome, unsteady.unsteady) == ("UNSTEADY", ["7: a test"])
    assert (failed.outcome, failed.unsteady) == ("FAILED", [])


def test_the_end_of_the_runner_ends_its_commands(runner, tmp_path):
    """The command ends its own children when it is interrupted."""
    script = "trap 'echo ended >ended; exit 1' INT; touch started; while :; do sleep 0.05; done"

    class Interrupt(Exception):
        pass

    def interrupt(*_):
        while not (tmp_path / "started").exists():
            pass
        raise Interrupt

    runner._run_each = _patched(runner._run_each, interrupt)
    with pytest.raises(Interrupt):
        runner.run([shell("front", "true"), shell("long", script, beside=True)])
    assert (tmp_path / "ended").read_text() == "ended\n"


def _patched(run_each, interrupt):
    """Returns a ``_run_each`` that interrupts the stages in the foreground."""

    def run(each, results, echo):
        if each and not each[0].beside:
            interrupt()
        return run_each(each, results, echo)

    return run


PASSING = "def test_good():\n    pass\n"
UNSTEADY = """
import pathlib
SEEN = pathlib.Path(__file__).with_name("seen")
def test_unsteady():
    seen = SEEN.exists()
    SEEN.touch()
    assert seen
"""
FAILING = "def test_bad():\n    assert False\n"
ABORTING = "import os\ndef test_aborts():\n    os._exit(1)\n"


SKIPPED_ALONE = UNSTEADY.replace(
    "    assert seen", "    if seen:\n        pytest.skip('alone')\n    assert seen"
).replace("import pathlib", "import pathlib\nimport pytest")
EXPECTED_ALONE = SKIPPED_ALONE.replace("pytest.skip", "pytest.xfail")


def lab_result(runner, *sources):
    """Runs a lab stage on test files of these sources and returns its result."""
    tests = runner.top / "tests"
    tests.mkdir()
    for number, source in enumerate(sources):
        (tests / f"test_{number}.py").write_text(source)
    argv = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    (result,) = runner.run([Stage("lab", "a test", ".", (argv,))])
    return result


def test_a_lab_without_failures_passes(runner):
    assert lab_result(runner, PASSING).outcome == "passed"
    assert not (runner.folder / "lab-again.log").exists()


def test_one_failed_lab_test_that_passes_alone_is_unsteady(runner):
    result = lab_result(runner, PASSING, UNSTEADY)
    assert result.outcome == "UNSTEADY" and result.unsteady == ["tests/test_1.py::test_unsteady"]
    assert "1 failed" in (runner.folder / "lab.log").read_text()
    assert "1 passed" in (runner.folder / "lab-again.log").read_text()


def test_a_lab_test_that_fails_twice_fails_the_stage(runner):
    assert lab_result(runner, PASSING, FAILING).outcome == "FAILED"


@pytest.mark.parametrize("source", [SKIPPED_ALONE, EXPECTED_ALONE], ids=["skipped", "expected"])
def test_a_lab_test_that_does_not_pass_alone_fails_the_stage(runner, source):
    result = lab_result(runner, PASSING, source)
    assert (result.outcome, result.unsteady) == ("FAILED", [])
    assert result.reason == "tests/test_1.py::test_unsteady failed, and did not pass alone"
    assert (runner.folder / "lab-again.log").exists()


def test_two_failed_lab_tests_fail_the_stage_without_repetition(runner):
    result = lab_result(runner, UNSTEADY, FAILING)
    assert (result.outcome, result.reason) == ("FAILED", "2 tests failed")
    assert not (runner.folder / "lab-again.log").exists()


@pytest.mark.parametrize("source", [ABORTING, "raise KeyboardInterrupt\n", "import nothing_here\n"])
def test_an_aborted_run_is_never_repeated(runner, source):
    result = lab_result(runner, PASSING, source)
    assert result.outcome == "FAILED"
    assert not (runner.folder / "lab-again.log").exists()


def test_no_tests_at_all_do_not_pass(runner):
    assert lab_result(runner, "").outcome == "FAILED"


@pytest.mark.parametrize(
    "status, outcome, expected",
    [
        (0, {"collected": 1, "passed": ["a"]}, True),
        (0, {"collected": 1, "passed": []}, False),
        (0, {"collected": 1, "passed": ["b"]}, False),
        (0, {"collected": 2, "passed": ["a", "b"]}, False),
        (1, {"collected": 1, "passed": ["a"]}, False),
        (0, None, False),
    ],
)
def test_a_test_passes_alone_only_if_it_alone_ran_and_passed(status, outcome, expected):
    assert lab.passed_alone("a", status, outcome) is expected


def test_full_tests_are_deselected_by_default(runner):
    marked = (
        "import pytest\n@pytest.mark.full\ndef test_long():\n    open('ran', 'w').close()\n"
        "def test_short():\n    pass\n"
    )
    (runner.top / "pytest.ini").write_text("[pytest]\nmarkers = full: takes minutes\n")
    assert lab_result(runner, marked).outcome == "passed"
    assert not (runner.top / "ran").exists()
    command = lab.tests_command(("pytest", "tests"), True)
    assert "not full" not in command


def test_stages_by_name():
    assert [stage.name for stage in stages.by_name(["lab", "wire"])] == ["wire", "lab"]
    assert stages.by_name([]) == list(stages.STAGES)
    with pytest.raises(ValueError, match="no stage 'labs'; the stages are: lint"):
        stages.by_name(["labs"])
