# SPDX-License-Identifier: Apache-2.0
"""Tests that the logs of a failed start stay, and that its error names them. No lab runs."""
import pytest
from cloudmac_testbed import client, kept_logs, supervisor, topology, virtual
from cloudmac_testbed.errors import LabError
from cloudmac_testbed.guest import basics, shell

WRITTEN = {
    "log": "of the supervisor",
    "console.log": "of the kernel",
    "controller/output.log": "of the controller",
    "controller/upper/data/log/karaf.log": "of Karaf",
    "exchange/log/wtp-wtp1.log": "of the agent",
}
PLAN = {"run": "", "parts": {"kernel": "k", "labwire": "l", "hwsim": "h"}, "controller": False}


@pytest.fixture(name="run")
def _run(tmp_path):
    """Returns the folder of a lab with a log of each kind."""
    run = tmp_path / "run"
    for name, text in WRITTEN.items():
        (run / name).parent.mkdir(parents=True, exist_ok=True)
        (run / name).write_text(text)
    return run


def found(folder):
    """Returns path -> text of all files in a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_text() for path in files}


KEPT = {
    "supervisor.log": "of the supervisor",
    "console.log": "of the kernel",
    "output.log": "of the controller",
    "karaf.log": "of Karaf",
    "log/wtp-wtp1.log": "of the agent",
}


def test_a_failed_start_keeps_its_logs_and_names_their_folder(run, monkeypatch):
    def refuse(_):
        raise LabError("wtp1: the agent ended, see log/wtp-wtp1.log")

    monkeypatch.setattr(supervisor.Supervisor, "_network", refuse)
    (run / "failed" / "log").mkdir(parents=True)
    (run / "failed" / "of-another.log").touch()
    lab = supervisor.Supervisor({**PLAN, "run": str(run)})
    lab._bring_up(None)
    assert lab.error == (
        f"wtp1: the agent ended, see log/wtp-wtp1.log; the logs are kept in {run / 'failed'}"
    )
    assert found(run / "failed") == KEPT


def test_the_next_lab_leaves_the_kept_logs():
    assert "failed" not in (*client.STATE, *client.LOGS)


def test_a_failed_measurement_keeps_its_logs(tmp_path, monkeypatch):
    class Kernel:
        """Of a guest whose agent ends."""

        def __init__(self, run, *_, **__):
            self.run = run

        def __enter__(self):
            (self.run / "exchange" / "log").mkdir()
            (self.run / "exchange" / "log" / "wtp-wtp1.log").write_text("of the agent")
            return self

        def __exit__(self, *_):
            pass

        def wait(self, **_):
            raise LabError("in the lab: it failed")

    monkeypatch.setattr(virtual, "Uml", Kernel)
    monkeypatch.setattr(virtual, "RUNTIME", tmp_path)
    monkeypatch.setattr(virtual, "RUNS", tmp_path / "runs")
    built = supervisor.parts.Parts("k", "l", "h")
    plan = topology.parse({"switches": ["swa"]})
    for number in range(virtual.KEPT + 2):
        with virtual.scratch() as scratch:
            with pytest.raises(LabError, match="it failed; the logs are kept in ") as caught:
                virtual.measure(
                    scratch / f"run{number}", built, plan, basics.join, seed=1, name="mn"
                )
        folder = tmp_path / str(caught.value).rsplit(" ", 1)[1]
        assert found(folder) == {"log/wtp-wtp1.log": "of the agent"}
    assert len(list((tmp_path / "failed-runs").iterdir())) == virtual.KEPT


def test_an_error_that_cannot_keep_the_logs_is_told_too(run, tmp_path):
    (tmp_path / "file").touch()
    text = kept_logs.kept("it failed", run, tmp_path / "file" / "failed")
    assert text.startswith("it failed; the logs could not be kept: ")


def test_a_program_that_ended_is_told_with_its_last_lines(tmp_path, monkeypatch):
    monkeypatch.setattr(shell, "LOGS", tmp_path)
    (tmp_path / "wtp-wtp1.log").write_text("begins\nno country\nthe agent did not start\n")
    assert str(shell.ended("wtp1: the agent", "wtp-wtp1")) == (
        "wtp1: the agent ended, see log/wtp-wtp1.log: no country; the agent did not start"
    )
    (tmp_path / "medium.log").touch()
    assert str(shell.ended("the medium", "medium")).endswith("log/medium.log: it said nothing")
