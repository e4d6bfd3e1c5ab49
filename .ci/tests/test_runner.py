# SPDX-License-Identifier: Apache-2.0
"""Tests the runner of stages with shell commands instead of the parts' tests."""
import json
import os
import subprocess
import threading

import pytest
from cloudmac_check import main, report, stages
from cloudmac_check.process import Background
from cloudmac_check import runner as runner_module
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
            shell("third", count, has_priority=True),
            shell("fourth", "true", has_priority=True),
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


def test_the_end_of_the_runner_ends_its_commands(runner, tmp_path, monkeypatch):
    """The command ends its own children when it is interrupted."""
    script = "trap 'echo ended >ended; exit 1' INT; touch started; while :; do sleep 0.05; done"

    class Interrupt(Exception):
        pass

    def interrupt(*_):
        while not (tmp_path / "started").exists():
            pass
        raise Interrupt

    monkeypatch.setattr(runner_module.threading.Thread, "join", interrupt_once(interrupt))
    with pytest.raises(Interrupt):
        runner.run([shell("front", "true"), shell("long", script, has_priority=True)])
    assert (tmp_path / "ended").read_text() == "ended\n"


def interrupt_once(interrupt):
    """Returns a ``join`` that interrupts the first wait for a thread."""
    join, interrupts = threading.Thread.join, [interrupt]
    return lambda *given: interrupts.pop()() if interrupts else join(*given)


def test_lanes_of_the_background_are_busy_at_the_same_time(runner, tmp_path):
    """Each stage waits until all others of the three lanes have begun."""
    wait = "touch {0}; for n in $(seq 200); do [ -e {1} ] && [ -e {2} ] && exit 0; sleep 0.05; done; exit 1"
    names = ("live", "one", "two")
    results = runner.run(
        [
            shell(name, wait.format(*names[at:], *names[:at]), has_priority=name == "live")
            for at, name in enumerate(names)
        ]
    )
    assert set(outcomes(results).values()) == {"passed"}


def test_only_stages_without_priority_run_at_a_low_one(runner, tmp_path):
    runner.run([shell("low", "nice >low"), shell("high", "nice >high", has_priority=True)])
    assert (tmp_path / "low").read_text() == "19\n"
    assert (tmp_path / "high").read_text() == f"{os.nice(0)}\n"


@pytest.mark.parametrize("place, file", [("cpu", "cpu.shares"), ("", "cpu.weight")])
def test_the_background_is_a_control_group_of_little_weight(tmp_path, place, file):
    """A folder stands for the file system of control groups."""
    (tmp_path / place).mkdir(exist_ok=True)
    (tmp_path / place / "cgroup.procs").touch()
    background = Background(tmp_path)
    (group,) = (tmp_path / place).glob("cloudmac-check-*")
    assert int((group / file).read_text()) in (50, 512)
    done = subprocess.run(background.command(("sh", "-c", "echo $$")), capture_output=True)
    assert (group / "cgroup.procs").read_bytes() == done.stdout
    assert Background(tmp_path / "none").folder is None


PASSING = "def test_good():\n    pass\n"
FAILING = (
    "import pytest\ndef test_bad():\n    assert False\ndef test_not_here():\n    pytest.skip()\n"
)
ABORTING = "import os\ndef test_aborts():\n    os._exit(0)\ndef test_next():\n    pass\n"


def result_of(runner, *sources):
    """Runs a stage of test files with these sources and returns its result."""
    tests = runner.top / "tests"
    tests.mkdir()
    for number, source in enumerate(sources):
        (tests / f"test_{number}.py").write_text(source)
    (result,) = runner.run([Stage("some", "a test", ".", ((*stages.PYTEST, "tests"),))])
    return result


def test_each_test_and_its_seconds_are_recorded(runner):
    slow = "import time\ndef test_slow():\n    time.sleep(0.2)\n"
    result = result_of(runner, PASSING, slow)
    assert result.outcome == "passed"
    good, late = result.tests
    assert good["test"] == "tests/test_0.py::test_good" and late["outcome"] == "passed"
    assert late["call"] >= 0.2 > good["call"]
    assert {"setup", "call", "teardown"} < set(good)


def test_a_failed_test_fails_its_stage_and_is_not_repeated(runner):
    result = result_of(runner, PASSING, FAILING)
    assert (result.outcome, result.unsteady) == ("FAILED", [])
    assert result.reason == "failed: tests/test_1.py::test_bad"
    assert [test["outcome"] for test in result.tests] == ["passed", "failed", "skipped"]


@pytest.mark.parametrize("source", [ABORTING, "raise KeyboardInterrupt\n", "import nothing_here\n"])
def test_an_aborted_run_fails(runner, source):
    assert result_of(runner, PASSING, source).outcome == "FAILED"


def test_no_tests_at_all_do_not_pass(runner):
    assert result_of(runner, "").outcome == "FAILED"


def test_tests_that_a_test_starts_are_not_recorded(runner):
    inner = (
        "import subprocess, sys\ndef test_outer(tmp_path):\n"
        "    (tmp_path / 'test_inner.py').write_text('def test_inner(): pass')\n"
        f"    subprocess.run({stages.PYTEST!r} + (str(tmp_path),), check=True)\n"
    )
    result = result_of(runner, inner)
    assert result.outcome == "passed" and len(result.tests) == 1


def test_boots_are_recorded(runner):
    line = json.dumps({"test": "a", "clock": "virtual", "seconds": 3.5})
    (result,) = runner.run([shell("boots", f"echo '{line}' >>$CLOUDMAC_BOOTS")])
    assert result.boots == [json.loads(line)]


def test_stages_by_name():
    assert [stage.name for stage in stages.by_name(["pki", "live"])] == ["live", "pki"]
    assert stages.by_name([]) == list(stages.STAGES)
    with pytest.raises(ValueError, match="no stage 'labs'; the stages are: live"):
        stages.by_name(["labs"])


def names(chosen):
    return {stage.name for stage in chosen}


QUICK = {
    *("lint", "door", "docs", "wire", "pki", "unit", "daemon", "agent", "vapd", "medium", "java"),
    *("driver", "nfv", "sdk"),
}
PARTLY_OR_NOT_QUICK = (
    *("live", "air", "karaf", "debian", "ovs", "hostap", "driver", "agent", "vapd", "medium"),
    *("nfv", "packages"),
)


def test_a_quick_run_boots_nothing_and_says_what_it_leaves_out():
    assert names(stages.quick(stages.STAGES)) == QUICK
    chosen, left_out = main.selected(main.parser().parse_args(["--quick"]))
    assert names(chosen) == QUICK
    words = " ".join(word for stage in chosen for argv in stage.steps(False, True) for word in argv)
    for booted in ("hwsim", "vsta", "kind=air", "kind=live", "kernel/build", " check-debian"):
        assert booted not in words
    for name in PARTLY_OR_NOT_QUICK:
        assert any(line.startswith(f"{name}: ") for line in left_out)
    with pytest.raises(ValueError, match="do not go together"):
        main.selected(main.parser().parse_args(["--quick", "--full"]))


ALWAYS = {"lint", "docs"}


@pytest.mark.parametrize(
    "file, expected",
    [
        ("LICENSE", set()),
        (".ci/cloudmac_check/runner.py", {"door"}),
        (".ci/cloudmac_check/fuzzing.py", {"door", "wire", "agent", "vapd", "nfv", "medium"}),
        ("docs/index.md", {"door", "live", "unit"}),
        (
            "pki/cloudmac-pki",
            {"pki", "live", "air", "java", "karaf", "daemon", "agent", "vapd", "nfv", "packages"},
        ),
        ("testbed/tests/test_medium.py", {"unit", "air", "live"}),
        ("testbed/medium/src/air.c", {"unit", "air", "live", "medium"}),
        (
            "vap-driver/src/cloudmac_tx.c",
            {"unit", "air", "live", "driver", "hostap", "agent", "vapd", "debian", "packages"},
        ),
        (
            "daemon/server/tls.c",
            {"air", "live", "daemon", "agent", "vapd", "nfv", "hostap", "packages"},
        ),
        (".ci/layers.py", {"door", "daemon", "agent", "vapd", "nfv"}),
        ("vapd/vaps.c", {"air", "live", "vapd", "packages"}),
        ("packet-node/cpp.c", {"live", "nfv", "packages"}),
        ("lvnf/lvnf.h", {"live", "nfv", "sdk", "packages"}),
        ("sdk/cloudmac_sdk/lvnf.py", {"live", "sdk", "packages"}),
        ("wtp-agent/queue/queue.c", {"air", "live", "agent", "hostap", "packages"}),
        (
            "cloudmac-impl/src/main/java/A.java",
            {"door", "unit", "live", "java", "karaf", "packages"},
        ),
        (
            "cloudmac-api/src/main/yang/cloudmac.yang",
            {"door", "unit", "live", "java", "karaf", "packages", "sdk"},
        ),
        ("packages/debian/control", {"packages"}),
        ("ovs-patches/series", {"ovs", "air", "live", "karaf"}),
    ],
)
def test_stages_that_a_file_concerns(file, expected):
    assert names(stages.concerned(stages.STAGES, [file])) == expected | ALWAYS


def test_the_wire_format_concerns_all_that_handles_frames():
    without = names(stages.STAGES) - names(stages.concerned(stages.STAGES, ["wire/cloudmac.h"]))
    assert without == {"door", "medium", "ovs", "pki", "sdk"}


def test_no_file_and_no_stage_is_forgotten():
    """Each path that a stage names exists, and each folder concerns more than linters and pages."""
    for stage in stages.STAGES:
        for path in stage.paths:
            assert list(main.TOP.glob(f"{path.rstrip('/')}*")), f"{stage.name}: no {path}"
    for folder in main.TOP.iterdir():
        if folder.is_dir() and (folder / "README.md").exists() and folder.name != "docs":
            assert names(stages.concerned(stages.STAGES, [f"{folder.name}/file"])) - ALWAYS, folder


@pytest.fixture(name="history")
def _history(tmp_path, monkeypatch):
    """A tree with a commit, and a later change of pki/."""

    def git(*words):
        who = ("-c", "user.name=n", "-c", "user.email=e")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    monkeypatch.setattr(main, "TOP", tmp_path)
    (tmp_path / "pki").mkdir()
    (tmp_path / "pki" / "one").write_text("1")
    for words in (["init"], ["add", "."], ["commit", "-m", "first"]):
        git(*words)
    return tmp_path


def test_stages_since_a_commit(history):
    def since(*more):
        chosen, left_out = main.selected(main.parser().parse_args(["--since", "HEAD", *more]))
        return names(chosen), left_out

    assert since()[0] == set()
    (history / "pki" / "one").write_text("2")
    chosen, left_out = since()
    users = {"daemon", "agent", "vapd", "nfv"}
    assert chosen == {"pki", "live", "air", "java", "karaf", "packages"} | users | ALWAYS
    assert left_out == [
        "unchanged since HEAD: door, driver, hostap, ovs, debian, medium, wire, unit, sdk"
    ]
    assert since("--quick")[0] == {"pki", "java"} | users | ALWAYS
    (history / "vap-driver").mkdir()
    (history / "vap-driver" / "new").touch()
    assert "driver" in since()[0]
    with pytest.raises(ValueError, match="git knows no commit 'nowhere'"):
        main.selected(main.parser().parse_args(["--since", "nowhere"]))


def test_only_parts_that_stages_need_are_built(capsys):
    assert main.main(["--only-check", "lint", "pki"]) == 0
    assert main.main(["--only-check", "karaf"]) == 0
    assert main.main(["--only-check", "--quick"]) == 0
    # What has passed on this machine needs no parts.
    assert main.main(["--only-check", "--again"]) == 0
    assert capsys.readouterr().out.split("\n")[:-1] == ["", "ovs java", "", " ".join(stages.PARTS)]
    assert set(stages.PARTS) >= {part for stage in stages.STAGES for part in stage.parts}
