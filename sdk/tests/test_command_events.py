# SPDX-License-Identifier: Apache-2.0
"""The command events: what has happened, and what happens."""
import json
import subprocess
import sys
import threading

import pytest
from command import SDK, harmful

from cloudmac import following

HOSTILE = "\x1b[31m[red]\u202eevil"
EPOCH = 1796119200123456


@pytest.fixture(name="journal")
def _journal(controller, monkeypatch):
    monkeypatch.setattr(following, "FIRST_S", 0.02)
    monkeypatch.setattr(following, "RETRY_S", 0.02)
    return controller.journal


def test_the_newest(cloudmac, journal):
    assert cloudmac("events").lines[-1] == "no events"
    journal.add("wtp-lost", wtp="06:00:00:00:00:01", name="hall")
    journal.add("station-handed-over", text="a b", **{"from-wtp": "06:00:00:00:00:01"})
    ended = cloudmac("events")
    assert (ended.status, ended.err) == (0, "")
    assert [" ".join(line.split()) for line in ended.lines] == [
        "No Time Kind Details",
        "1 2026-12-01 10:31:07 wtp-lost wtp=06:00:00:00:00:01 name=hall",
        "2 2026-12-01 10:31:07 station-handed-over from-wtp=06:00:00:00:00:01 text=a b",
        "2 events",
    ]
    assert cloudmac("events", "--top", 1).lines[1].split()[0] == "2"
    assert cloudmac("events", "--kind", "wtp-lost", "--kind", "vap-lost").lines[-1] == "1 event"
    assert json.loads(cloudmac("events", "--json").out) == journal.events
    assert json.loads(cloudmac("events", "--json", "--kind", "vap-lost").out) == []


def test_hostile_texts(cloudmac, journal):
    journal.add(name=HOSTILE, text=HOSTILE)
    for words in ((), ("--json",)):
        ended = cloudmac("events", *words)
        assert ended.status == 0 and harmful(ended.out) == set()
    assert r"\x1b[31m[red]\u202eevil" in cloudmac("events").out


class Following:
    """The command events --follow as a process."""

    def __init__(self, cloudmac, *words):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cloudmac", *cloudmac.options, "events", "--follow", *words],
            **{"cwd": SDK, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True},
        )
        # A test that waits in vain ends.
        self.guard = threading.Timer(30, self.process.kill)
        self.guard.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.guard.cancel()
        self.process.kill()
        self.process.communicate()

    def line(self):
        """Waits for the next line."""
        return self.process.stdout.readline()


def test_follow(cloudmac, journal):
    journal.add()
    with Following(
        cloudmac, "--top", "1", "--kind", "wtp-lost", "--kind", "vap-lost"
    ) as following_:
        assert following_.line() == "2026-12-01 10:31:07  wtp-lost                  -\n"
        journal.add("vap-refused")
        journal.end()
        journal.add("vap-lost", text=HOSTILE)
        line = following_.line()
        assert line.startswith("2026-12-01 10:31:07  vap-lost ") and harmful(line) == set()
        journal.restart()
        journal.add("vap-lost", name="new")
        assert following_.process.stderr.readline() == (
            "cloudmac: events are missing (other-epoch): look at the lists again\n"
        )
        while "new" not in line:
            journal.add("vap-lost", name="new")
            line = following_.line()
        following_.process.send_signal(2)
        assert following_.process.wait(20) == 0
    assert journal.asked[0] == f"{EPOCH}-1"


def test_follow_as_json(cloudmac, journal):
    for _ in range(3):
        journal.add()
    with Following(cloudmac, "--json", "--after", f"{EPOCH}-1") as following_:
        assert [json.loads(following_.line()) for _ in range(2)] == journal.events[1:]
        journal.restart()
        gap = {"gap": "other-epoch", "epoch": str(EPOCH + 1), "number": "0"}
        assert json.loads(following_.line()) == gap
        # Nobody reads any more.
        following_.process.stdout.close()
        journal.add()
        journal.add()
        assert following_.process.wait(20) == 141


def test_follow_ends_if_the_account_may_not_read_any_more(cloudmac, journal):
    journal.add()
    with Following(cloudmac, "--top", "1") as following_:
        following_.line()
        journal.until_begun()
        journal.refusal = (401, "not authenticated: user name or password is wrong")
        journal.end()
        assert following_.process.wait(20) == 1
        error = "cloudmac: not authenticated: user name or password is wrong\n"
        assert following_.process.stderr.read() == error


def test_follow_says_that_the_controller_is_away(cloudmac, journal):
    journal.add()
    with Following(cloudmac, "--top", "1") as following_:
        following_.line()
        journal.until_begun()
        journal.refusal = (503, "it is starting")
        journal.end()
        said = following_.process.stderr.readline()
        assert "it is starting; again in " in said
        journal.refusal = None
        journal.add(text="back")
        assert "text=back" in following_.line()


def test_follow_without_a_stream(cloudmac, journal):
    journal.refusal = (503, "this controller does not run the application")
    error = "this controller does not run the application"
    assert cloudmac.fail("events", "--follow") == (1, error)


@pytest.mark.parametrize(
    "words, error",
    [
        (("--kind", "moon"), "'moon' is not one of"),
        (("--after", "1-1"), "--after goes with --follow"),
        (("--follow", "--top", 1, "--after", "1-1"), "not with --top"),
        (("--follow", "--after", "moon"), "'moon' is no id of an event"),
        (("--top", 9001), "not in the range"),
    ],
)
def test_a_wrong_command(cloudmac, controller, words, error):
    status, said = cloudmac.fail("events", *words)
    assert status == 2 and error in said
    assert not controller.journal.asked and not controller.journal.inputs


@pytest.mark.parametrize(
    "words, wanted",
    [
        ("events --kind alarm", ["alarm-raised", "alarm-cleared"]),
        ("functions --sort ", ["name", "packet-node", "status"]),
        ("alarms --sort res", ["resource"]),
        ("cha", ["changes", "chains"]),
    ],
)
def test_completion(words, wanted):
    environment = {"COMP_WORDS": f"cloudmac {words}", "COMP_CWORD": str(len(words.split(" ")))}
    done = subprocess.run(
        [sys.executable, "-m", "cloudmac"],
        env={**environment, "_CLOUDMAC_COMPLETE": "bash_complete", "PYTHONPATH": str(SDK)},
        **{"capture_output": True, "text": True, "check": False},
    )
    found = [line.removeprefix("plain,") for line in done.stdout.splitlines()]
    assert sorted(found) == sorted(wanted)
