# SPDX-License-Identifier: Apache-2.0
"""Tests ``./cloudmac measure`` with commands that only write files. No lab runs."""
import argparse
import dataclasses
import json
import os
import subprocess
import sys

import pytest
from conftest import TESTBED
from cloudmac_testbed import catalogue, measure, results
from cloudmac_testbed.__main__ import parser
from cloudmac_testbed.catalogue import ALONE, LIVE, MEASURED, MISSING, OLD, OTHER, VIRTUAL
from cloudmac_testbed.errors import LabError
from cloudmac_testbed.paper import plan

TOP = TESTBED.parent


def one(name, kind=LIVE, command="true", **more):
    return catalogue.Measurement(name, command, 10, "a page", kind, code=("code",), **more)


# --- the plan ----------------------------------------------------------------


def test_each_lab_command_of_the_catalogue_is_one_that_the_command_line_knows():
    for entry in catalogue.CATALOGUE:
        words = entry.command.split()
        if words[0] == "./cloudmac" and words[1] != "bench":
            parser().parse_args(words[1:])
        else:
            path = words[2] if words[0] == "make" else words[0]
            assert (TOP / path).exists(), entry.command


def test_each_experiment_and_figure_is_in_the_catalogue():
    names = [name for entry in catalogue.CATALOGUE for name in entry.results]
    assert len(names) == len(set(names))
    assert set(plan.FIGURES) <= set(names)
    verbs = parser().parse_args  # each subcommand of "lab run" has a result file of its name
    for name in names:
        if f"./cloudmac lab run {name}" in [entry.command for entry in catalogue.CATALOGUE]:
            assert verbs(["lab", "run", name]).experiment == name


def test_code_of_the_catalogue_exists():
    for entry in catalogue.CATALOGUE:
        assert [path for path in entry.code if not (TOP / path).exists()] == []


@pytest.mark.parametrize(
    "running, next_",
    [
        ([], "live"),
        ([LIVE], "virtual"),
        ([VIRTUAL], "live"),
        ([ALONE], None),
        ([VIRTUAL, VIRTUAL], None),
    ],
)
def test_what_may_start_beside_what(running, next_):
    waiting = [one("live", LIVE), one("alone", ALONE), one("virtual", VIRTUAL)]
    found = catalogue.next_of(waiting, [one(str(n), kind) for n, kind in enumerate(running)])
    assert (found.name if found else None) == next_


def test_nothing_starts_beside_one_that_needs_the_machine_alone():
    assert catalogue.next_of([one("alone", ALONE)], [one("virtual", VIRTUAL)]) is None
    assert catalogue.next_of([one("alone", ALONE)], []).name == "alone"


def test_time_that_is_left():
    live, alone = one("live"), one("alone", ALONE)
    virtual = [one(str(number), VIRTUAL) for number in range(4)]
    # Four in virtual time, two at a time; the live one fits beside them.
    assert catalogue.left_minutes(virtual, {}) == 20
    assert catalogue.left_minutes(virtual[:1], {}) == 10
    assert catalogue.left_minutes([alone, *virtual], {}) == 30
    assert catalogue.left_minutes([one("more")], {live: 4}) == 16
    assert catalogue.duration(125) == "2 h 05 min"


A, B = "0123456789ab", "fedcba987654"


@pytest.mark.parametrize(
    "data, word",
    [
        (None, MISSING),
        ({"commit": A}, MEASURED),
        ({"commit": f"{A}+"}, OLD),
        ({"commit": B}, OLD),
        ({"command": "true"}, OLD),
        ({"commit": "unknown"}, OLD),
        ({"commit": f"{A}; T5: 111111111111"}, OLD),
        ({"commit": A, "other_runs": {"W1": {"commit": "111111111111"}}}, OLD),
        ({"commit": A, "command": "false"}, OTHER),
    ],
)
def test_state_of_a_result_file(data, word):
    data = data and {"command": "true"} | data
    assert catalogue.state(one("x"), {"x": data}, lambda commit: commit == B).word == word


def test_a_tree_with_changes_counts_if_it_is_asked_for():
    files = {"x": {"commit": f"{A}+", "command": "true"}}
    # The code differs from the commit: that is what the plus says.
    assert catalogue.state(one("x"), files, lambda _: True, dirty=f"{A}00").word == MEASURED
    assert catalogue.state(one("x"), files, lambda _: False, dirty=f"{B}00").word == OLD


def test_list_is_aligned():
    chosen = [one("a"), one("longer", VIRTUAL)]
    states = {
        "a": catalogue.State(MEASURED, f"measured at {A}"),
        "longer": catalogue.State(MISSING, MISSING),
    }
    lines = catalogue.listing(chosen, states, {"a": 61.2})
    assert "1 h 01 min" in lines[1] and "about 10 min" in lines[2]
    assert lines[1].index("measured") == lines[2].index("missing") == lines[0].index("STATE")
    assert lines[-1] == "1 of 2 wait for a measurement, about 10 min"


# --- runs --------------------------------------------------------------------


def git(top, *words):
    done = subprocess.run(
        ["git", "-C", str(top), "-c", "user.name=a", "-c", "user.email=a@example.org", *words],
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


@pytest.fixture(name="record")
def _record(tmp_path):
    """Returns the Record of a git tree with a folder ``code``."""
    top = tmp_path / "tree"
    (top / "code" / "tests").mkdir(parents=True)
    (top / "code" / "program").write_text("1")
    git(tmp_path, "init", "-q", str(top))
    git(top, "add", ".")
    git(top, "commit", "-qm", "first")
    return measure.Record(tmp_path / "results", top / "docs" / "measured", top)


def writes(record, name, **more):
    """Returns a measurement that writes its result file, and notes its start and end."""
    about = {"commit": git(record.top, "rev-parse", "--short=12", "HEAD"), "command": "x", **more}
    file = record.folder / f"{name}.json"
    log = record.folder / "order"
    script = (
        f"echo begin {name} >>{log}; printf %s '{json.dumps(about)}' >{file}; "
        f"echo end {name} >>{log}"
    )
    return one(name, command=f"sh -c {measure.shlex.quote(script)}", noted="x")


def run(record, chosen):
    """Returns whether nothing failed, and the lines of progress."""
    told = []
    return measure.Run(record, told.append).all(chosen), told


def test_missing_ones_run_and_their_files_are_taken(record):
    chosen = [writes(record, "first"), writes(record, "second")]
    done, told = run(record, chosen)
    assert done, told
    for name in ("first", "second"):
        taken = json.loads((record.measured / f"{name}.json").read_text())
        assert taken == json.loads((record.folder / f"{name}.json").read_text())
    # Live ones exclude each other.
    assert (record.folder / "order").read_text().split("\n")[:3] == [
        "begin first",
        "end first",
        "begin second",
    ]
    assert set(record.took()) == {"first", "second"}
    assert any("new in docs/measured: first.json, second.json" in line for line in told)


def test_those_of_the_present_code_do_not_run_again(record):
    chosen = [writes(record, "first")]
    run(record, chosen)
    (record.top / "code" / "tests" / "test").write_text("not measured")
    (record.top / "README.md").write_text("not measured")
    git(record.top, "add", ".")
    git(record.top, "commit", "-qm", "second")
    (record.folder / "first.json").unlink()
    assert record.state(chosen[0]).word == MEASURED
    done, _ = run(record, chosen)
    assert done and (record.folder / "order").read_text().count("begin") == 1
    (record.top / "code" / "program").write_text("2")
    assert record.state(chosen[0]).word == OLD


def test_a_failed_one_does_not_stop_the_others(record):
    broken = one("broken", command="sh -c 'echo some words; exit 3'")
    silent = one("silent", command="true")
    last = writes(record, "last")
    done, told = run(record, [broken, silent, last])
    assert not done and (record.measured / "last.json").exists()
    text = "\n".join(told)
    assert "broken failed" in text and "ended with 3" in text and "some words" in text
    assert "silent failed" in text and "wrote no result file" in text
    assert told[-1].endswith("failed: broken, silent")
    # The next run goes on with those that failed.
    assert [
        entry.name for entry in (broken, silent, last) if record.state(entry).word == MISSING
    ] == [
        "broken",
        "silent",
    ]


def test_a_result_whose_verdict_is_not_met_is_kept(record):
    entry = writes(record, "strict")
    entry = dataclasses.replace(entry, command=entry.command[:-1] + "; exit 1'")
    done, told = run(record, [entry])
    assert not done and "its result is kept" in "\n".join(told)
    assert (record.measured / "strict.json").exists()


def test_a_result_of_another_commit_is_a_failure(record):
    done, told = run(record, [writes(record, "other", commit=A)])
    assert not done and "older than the code" in "\n".join(told)
    assert not (record.measured / "other.json").exists()


def test_files_of_another_run_of_the_figure_go(record):
    (record.measured / "samples").mkdir(parents=True)
    old = [record.measured / "fig6-more.json", record.measured / "samples" / "fig6.tar.xz"]
    for path in old:
        path.write_text("{}")
    raw = record.folder / "reproduce" / "raw"
    raw.mkdir(parents=True)
    (raw / "timeline-idle-0.json").write_text("{}")
    about = {"lines": {"idle": {}}, "repetitions": 1, "seed": 1}
    assert run(record, [writes(record, "fig6", **about)])[0]
    assert not old[0].exists() and old[1].read_bytes()[:2] == b"\xfd7"


def test_ctrl_c_ends_the_commands_with_their_clean_up(record, monkeypatch):
    pipe, said = record.top / "pipe", record.top / "said"
    os.mkfifo(pipe)
    script = record.top / "program.py"
    script.write_text(
        "import pathlib, signal, sys\n"
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))\n"
        "try:\n"
        f"    open({str(pipe)!r}, 'w').close()\n"
        "    signal.pause()\n"
        "finally:\n"
        f"    pathlib.Path({str(said)!r}).write_text('cleaned up')\n"
    )

    def interrupted(_):
        """Waits until the command runs."""
        pipe.read_bytes()
        raise KeyboardInterrupt

    monkeypatch.setattr(measure.time, "sleep", interrupted)
    told = []
    with pytest.raises(KeyboardInterrupt):
        measure.Run(record, told.append).all([one("long", command=f"{sys.executable} {script}")])
    assert said.read_text() == "cleaned up"
    assert "long is interrupted" in told[-1]


def test_a_second_call_is_refused(record):
    run(record, [])
    with open(record.folder / "measure" / "lock", "w", encoding="utf-8") as lock:
        measure.fcntl.flock(lock, measure.fcntl.LOCK_EX)
        with pytest.raises(LabError, match="another ./cloudmac measure runs"):
            run(record, [])


def arguments(*names, **more):
    return argparse.Namespace(**{"names": names, "list": False, "dirty": False} | more)


def test_uncommitted_changes_are_refused(monkeypatch):
    monkeypatch.setattr(results, "commit", lambda: f"{A}+")
    with pytest.raises(LabError, match="uncommitted changes"):
        measure.check(arguments())
    assert measure.check(arguments(dirty=True)) == list(catalogue.CATALOGUE)
    assert measure.check(arguments(list=True))
    monkeypatch.setattr(results, "commit", lambda: A)
    assert [entry.name for entry in measure.check(arguments("air"))] == ["air"]
    with pytest.raises(LabError, match="no measurement hand; there are: handover, fig6"):
        measure.check(arguments("hand"))
