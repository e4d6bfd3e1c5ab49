# SPDX-License-Identifier: Apache-2.0
"""The count of libFuzzer's executions, with a script in place of a target."""
import json

import pytest
from cloudmac_check import fuzz_report, fuzzing
from cloudmac_check.main import commit

TARGET = """#!/bin/sh
echo "$@" >>{log}
. {body}
"""


@pytest.fixture(name="target")
def fixture_target(tmp_path, monkeypatch):
    """Returns a function that writes a target of shell commands, and runs it."""
    monkeypatch.setenv("CLOUDMAC_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("FUZZ_EXECUTIONS", raising=False)
    script, commands = tmp_path / "target", tmp_path / "commands"
    script.write_text(TARGET.format(log=tmp_path / "log", body=commands), encoding="utf-8")
    script.chmod(0o755)

    def run(body, *arguments):
        commands.write_text(body, encoding="utf-8")
        return fuzzing.main(["some", str(script), *arguments])

    return run


def tally(tmp_path):
    text = (tmp_path / "cache" / "fuzz" / "some" / "tally.json").read_text(encoding="utf-8")
    return json.loads(text)


UNITS = "echo stat::number_of_executed_units: 1200 >&2"


def test_executions_and_corpus_add_up(target, tmp_path, capsys):
    """Each run adds its executions, and finds the inputs of the last one."""
    corpus = tmp_path / "cache" / "fuzz" / "some" / "corpus"
    assert target(f"printf abc >{corpus}/one\n{UNITS}", "seeds", "--seconds", "3") == 0
    assert target(UNITS) == 0
    assert tally(tmp_path)["executions"] == 2400
    assert (tally(tmp_path)["inputs"], tally(tmp_path)["octets"]) == (1, 3)
    assert "1,200 executions in 5 s, 2,400 in all; corpus: 1 inputs, 3 octets" in (
        capsys.readouterr().out
    )
    first = (tmp_path / "log").read_text(encoding="utf-8").splitlines()[0]
    assert first == f"-max_total_time=3 -print_final_stats=1 {corpus} seeds"


def test_inputs_of_the_corpus_do_not_count(target, tmp_path):
    assert target(f"echo '#200\tINITED cov: 7' >&2\n{UNITS}") == 0
    assert tally(tmp_path)["executions"] == 1000


def test_another_program_begins_anew(target, tmp_path):
    """Its corpus stays."""
    corpus = tmp_path / "cache" / "fuzz" / "some" / "corpus"
    assert target(f"printf abc >{corpus}/one\n{UNITS}") == 0
    with open(tmp_path / "target", "a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert target(UNITS) == 0
    assert (tally(tmp_path)["executions"], tally(tmp_path)["inputs"]) == (1200, 1)


def test_runs_until_the_goal(target, tmp_path, monkeypatch):
    monkeypatch.setenv("FUZZ_EXECUTIONS", "5000")
    assert target(UNITS) == 0
    assert tally(tmp_path)["executions"] == 6000
    assert target(UNITS) == 0
    assert tally(tmp_path)["executions"] == 7200, "once if the goal is reached"


@pytest.mark.parametrize("body", [f"echo crash\n{UNITS}\nexit 77", "echo crash"])
def test_failure_is_shown_and_not_counted(target, tmp_path, capsys, body):
    assert target(UNITS) == 0
    assert target(body, "--option=-max_len=9") == 1
    assert "crash" in capsys.readouterr().out
    assert tally(tmp_path)["executions"] == 1200
    assert "-max_len=9" in (tmp_path / "log").read_text(encoding="utf-8")


def test_the_report_has_all_parsers_and_no_model(target, tmp_path, capsys):
    file = tmp_path / "results" / "fuzzing.json"
    assert fuzz_report.main([str(file)]) == 1 and not file.exists()
    assert "no target has run yet" in capsys.readouterr().err
    assert target(UNITS) == 0
    folder = tmp_path / "cache" / "fuzz"
    (folder / "some").rename(folder / "agent-rpc")
    assert target(UNITS) == 0
    (folder / "some").rename(folder / "medium-air")
    (folder / "agent-config").mkdir()
    (folder / "agent-config" / "tally.json").touch()  # of a target in its first run
    assert fuzz_report.main([str(file)]) == 0
    found = json.loads(file.read_text(encoding="utf-8"))
    (name, counts), *others = found["targets"].items()
    assert not others and name == "agent-rpc"
    assert (counts["executions"], counts["inputs"], counts["octets"]) == (1200, 0, 0)
    assert counts["commit"] == commit()
    assert {"commit", "command", "machine", "goal"} <= set(found)
