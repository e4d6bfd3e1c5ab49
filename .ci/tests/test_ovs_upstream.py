# SPDX-License-Identifier: Apache-2.0
"""Tests the run of Open vSwitch's own test suite, with made-up builds instead of real ones."""
import json
import pathlib
import shutil
import subprocess

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
TESTS = 7
MAKEFILE = "check:\n\t@sh run '$(TESTSUITEFLAGS)'\n"
RUN = """
if [ -e "alone/$1" ]; then
    echo run >>"tries/$1"
    cat "alone/$1"
else
    cat all
fi
"""


def line(number, outcome):
    """Returns autotest's line of a test."""
    return f"{number:>4}: test {number:<30} {outcome}\n"


@pytest.fixture(name="place")
def _place(tmp_path):
    """Copies what the script reads, and makes a plain build in which all tests pass."""
    (tmp_path / "ovs-patches" / "tests").mkdir(parents=True)
    for name in ("upstream", "compare"):
        shutil.copy(TOP / "ovs-patches" / "tests" / name, tmp_path / "ovs-patches" / "tests")
    (tmp_path / "testbed").mkdir()
    shutil.copytree(
        TOP / "testbed" / "cloudmac_testbed",
        tmp_path / "testbed" / "cloudmac_testbed",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    make_build(tmp_path / "plain", {}, {})
    return tmp_path


def make_build(folder, failed, alone):
    """Makes a build. failed: tests that fail in the run of all tests; alone: test -> outcome."""
    build = folder / "build"
    (build / "alone").mkdir(parents=True)
    (build / "tries").mkdir()
    (build / "Makefile").write_text(MAKEFILE)
    (build / "run").write_text(RUN)
    lines = [
        line(number, "FAILED (a.at:1)" if number in failed else "ok")
        for number in range(1, TESTS + 1)
    ]
    (build / "all").write_text("".join(lines) + f"{TESTS} tests were successful.\n")
    for number, outcome in alone.items():
        (build / "alone" / str(number)).write_text(line(number, outcome))


def upstream(place, failed, alone):
    """Runs the script. Returns its status, its output, the result file or None, and the tries."""
    make_build(place / "patched", failed, alone)
    done = subprocess.run(
        [
            place / "ovs-patches" / "tests" / "upstream",
            *(place / "plain", place / "patched", place / "logs", "2"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    path = place / "results" / "ovs-upstream.json"
    result = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
    tries = {
        int(each.name): len(each.read_text().splitlines())
        for each in (place / "patched" / "build" / "tries").iterdir()
    }
    return done.returncode, done.stdout, result, tries


def test_no_test_is_repeated_if_all_pass(place):
    status, output, result, tries = upstream(place, (), {3: "ok"})
    assert status == 0 and "UNSTEADY" not in output, output
    assert result["failed_only_patched"] == [] and not tries


def test_a_test_that_passes_alone_is_listed_as_unsteady(place):
    status, output, result, tries = upstream(place, (3,), {3: "ok"})
    assert status == 0 and "\nUNSTEADY: 3: test 3\n" in output, output
    assert result["failed_only_patched"] == ["test 3"] and result["failed_again"] == []
    assert tries == {3: 1}


@pytest.mark.parametrize("outcome", ["FAILED (a.at:1)", "skipped (a.at:1)"])
def test_a_test_that_does_not_pass_alone_fails_after_one_repetition(place, outcome):
    status, output, result, tries = upstream(place, (3, 5), {3: outcome, 5: "ok"})
    assert status == 1 and "UNSTEADY" not in output, output
    assert result["failed_again"] == ["test 3"]
    assert tries == {3: 1, 5: 1}


def test_no_test_is_repeated_if_many_fail(place):
    failed = range(1, 7)
    status, output, result, tries = upstream(place, failed, {number: "ok" for number in failed})
    assert status == 1 and "6 tests fail only when patched" in output, output
    assert result is None and not tries
