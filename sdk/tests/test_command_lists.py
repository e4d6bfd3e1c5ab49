# SPDX-License-Identifier: Apache-2.0
"""The commands that show lists."""
import json
import pathlib
import subprocess
import sys
import threading
import time

import fake_controller
import pytest
from command import SDK, harmful
from fake_network import address
from rejected import Rejected

from cloudmac import Client, pages
from cloudmac.command import pauses

HOSTILE = "\x1b[31m[red]\u202eevil\u2066\x07\x9b[/red]\x7f\U000e0041"
WRONG_ACCOUNT = "401 Unauthorized: the user name or the password is wrong"
SHOWN = r"\x1b[31m[red]\u202eevil\u2066\x07\x9b[/red]\x7f\U000e0041"


@pytest.fixture(name="populated")
def _populated(network):
    """A network in which each member that a table shows has a value in one entry, and none in
    another."""
    network.add_wtp(1, stations=2, **{"last-seen": "2026-11-30T12:00:00.123Z", "problem": "late"})
    network.wtps.append({"id": address(2, 6)})
    signals = [{"wtp": address(1, 6), "average": -70}, {"wtp": address(2, 6), "average": -60}]
    network.add_station(500, signal=signals, **{"last-seen": "2026-11-30T12:00:00Z"})
    network.stations.append({"bssid": address(0xA0), "station": address(501), "wtp": address(1, 6)})
    network.vaps += [
        {"bssid": address(0xA0), "ssid": "staff", "channel": 6, "frequency": 2437, "up": True}
        | {"host": "host1", "wtp": [address(1, 6)], "problem": ["one", "two"]},
        {"bssid": address(0xA1)},
    ]
    network.add_decision({1: -70, 2: -58})
    network.decisions.append({"number": "2", "station": address(501)})
    network.changes += [
        {"number": 1, "time": "2026-11-30T12:00:00Z", "user": "alice", "source": "192.0.2.1"}
        | {"method": "POST", "path": "/rests/operations/cloudmac:bind", "status": 204},
        {"number": 2, "time": "2026-11-30T12:00:01Z", "tried": "eve", "path": "/rests/data"},
        {"number": 3, "time": "2026-11-30T12:00:02Z", "lost": 7},
    ]
    network.configuration["qos"] = {
        "policy": [
            {"name": "edge", "type": "htb", "link-rate": "95000000", "port": ["openflow:1:2"]}
        ]
        + [{"name": "rest"}]
    }
    network.state["qos"] = {
        "port": [{"port": "openflow:1:2", "name": "eth2", "policy": "edge", "wanted": "htb"}]
        + [{"port": "openflow:1:3", "state": "failed", "error": "no queues"}]
    }
    network.state["drains"] = {
        "wtp": [
            {"id": address(1, 6), "stations-left": 1}
            | {"station": [{"station": address(500), "problem": "other handovers go first"}]},
            {"id": address(2, 6), "stations-left": 0},
        ]
    }
    network.alarms += [
        {"resource": "wtp/x", "alarm-type-id": "cloudmac-alarms:wtp-lost"}
        | {"perceived-severity": "major", "is-cleared": False, "alarm-text": "not heard"}
        | {"last-raised": "2026-12-01T10:00:00Z", "last-changed": "2026-12-01T10:31:07.214Z"},
        {"resource": "port/openflow:1:2", "alarm-type-id": "wtp-lost"},
    ]
    move = {"from": "pn1", "to": "pn2", "state": "stayed", "problem": "no room"}
    network.functions["lvnf"] = [
        {"tenant": "guests", "name": "count", "packet-node": "pn1", "status": "failed"}
        | {"mode": "running", "port": [{"port": 0}], "migration": move, "problem": "no image"},
        {"tenant": "guests", "name": "nat"},
    ]
    network.chains += [
        {"tenant": "guests", "name": "web", "status": "waiting", "rules": 3, "segment": [3500]}
        | {"reason": "no LVNF is ready"},
        {"tenant": "staff", "name": "web"},
    ]
    return network


SECTIONS = pathlib.Path(__file__).with_name("tables.txt").read_text(encoding="utf-8")
TABLES = dict(each.split("\n", 1) for each in SECTIONS.split("$ cloudmac ")[1:])
EMPTY = {"stations": "no stations", "wtps": "no WTPs", "vaps": "no VAPs", "drains": "no drains"}
EMPTY |= {"decisions": "no decisions", "changes": "no changes", "policies": "no policies"}
EMPTY |= {"queues": "no ports", "alarms": "no alarms", "chains": "no chains"}
EMPTY |= {"functions": "no functions"}


def without_ends(shown):
    """Returns a table without the spaces at the ends of its lines."""
    return "".join(f"{line.rstrip()}\n" for line in shown.splitlines())


@pytest.mark.parametrize("name", TABLES)
def test_a_table(cloudmac, populated, name):
    ended = cloudmac(name)
    assert (ended.status, ended.err) == (0, "")
    assert without_ends(ended.out) == TABLES[name]


@pytest.mark.parametrize("name", TABLES)
def test_an_empty_table(cloudmac, name):
    ended = cloudmac(name)
    assert (ended.status, ended.err) == (0, "")
    assert ended.lines[-1] == EMPTY[name]
    assert cloudmac(name, "--json").out == "[]\n"


@pytest.mark.parametrize("name", TABLES)
def test_json(cloudmac, populated, name):
    ended = cloudmac(name, "--json")
    lists = {"stations": populated.stations, "wtps": populated.wtps, "vaps": populated.vaps}
    lists |= {"decisions": populated.decisions, "changes": populated.changes[::-1]}
    lists |= {"policies": populated.configuration["qos"]["policy"]}
    lists |= {"queues": populated.state["qos"]["port"], "drains": populated.state["drains"]["wtp"]}
    lists |= {"alarms": populated.alarms, "chains": populated.chains}
    lists |= {"functions": populated.functions["lvnf"]}
    assert (ended.status, ended.err) == (0, "")
    assert json.loads(ended.out) == lists[name]
    assert len(ended.lines) == len(lists[name])


@pytest.mark.parametrize("name", TABLES)
def test_the_first(cloudmac, populated, name):
    full = cloudmac(name).lines
    ended = cloudmac(name, "--top", 1)
    assert ended.status == 0 and len(ended.lines) == 3
    assert ended.lines[1].split()[0] == full[1].split()[0]
    if name != "changes":
        assert ended.lines[2].startswith("1 of 2 ")
    assert len(json.loads(cloudmac(name, "--top", 1, "--json").out)) == 1


def first_words(ended):
    """Returns the first cell of each row."""
    return [line.split()[0] for line in ended.lines[1:-1]]


@pytest.mark.parametrize(
    "words, first",
    [
        (("stations", "--sort", "signal"), [500, 501]),
        (("stations", "--sort", "station", "--reverse"), [501, 500]),
        (("stations", "--ssid", "staff"), [500]),
        (("stations", "--station", "02-00-00-00-01-F5"), [501]),
        (("stations", "--wtp", "wtp1", "--bssid", "02:00:00:00:00:A0"), [500, 501]),
    ],
)
def test_stations_filtered_and_sorted(cloudmac, populated, words, first):
    assert first_words(cloudmac(*words)) == [address(number) for number in first]


@pytest.mark.parametrize(
    "words, first",
    [
        (("wtps", "--sort", "stations"), [1, 2]),
        (("wtps", "--reverse"), [2, 1]),
        (("wtps", "--name", "wtp1"), [1]),
        (("wtps", "--up"), [1]),
        (("wtps", "--down"), []),
        (("wtps", "--admitted"), [1]),
    ],
)
def test_wtps_filtered_and_sorted(cloudmac, populated, words, first):
    assert first_words(cloudmac(*words)) == [address(number, 6) for number in first]


@pytest.mark.parametrize(
    "words, first",
    [
        (("vaps", "--sort", "ssid", "--reverse"), [0xA0, 0xA1]),
        (("vaps", "--sort", "wtps"), [0xA1, 0xA0]),
        (("vaps", "--reverse"), [0xA1, 0xA0]),
        (("vaps", "--host", "host1"), [0xA0]),
        (("vaps", "--wtp", "wtp1"), [0xA0]),
        (("vaps", "--ssid", "guests"), []),
        (("vaps", "--up"), [0xA0]),
    ],
)
def test_vaps_filtered_and_sorted(cloudmac, network, populated, words, first):
    network.vaps[1]["wtp"] = []
    assert first_words(cloudmac(*words)) == [address(number) for number in first]


@pytest.mark.parametrize(
    "words, first",
    [
        (("decisions", "--reverse"), ["1", "2"]),
        (("decisions", "--station", address(501)), ["2"]),
        (("decisions", "--wtp", "wtp1"), ["1"]),
        (("changes", "--sort", "time", "--reverse"), ["1", "2", "3"]),
        (("changes", "--sort", "user"), ["1", "2", "3"]),
        (("changes", "--sort", "user", "--reverse", "--top", "1"), ["2"]),
        (("changes", "--user", "eve"), ["2"]),
        (("changes", "--since", "2026-11-30T12:00:01Z"), ["3", "2"]),
    ],
)
def test_logs_filtered_and_sorted(cloudmac, populated, words, first):
    assert first_words(cloudmac(*words)) == first


def first_columns(ended, number):
    """Returns the first cells of each row."""
    return [" ".join(line.split()[:number]) for line in ended.lines[1:-1]]


@pytest.mark.parametrize(
    "words, first",
    [
        (("functions", "--reverse"), ["guests nat", "guests count"]),
        (("functions", "--packet-node", "pn1"), ["guests count"]),
        (("functions", "--tenant", "staff"), []),
        (("chains", "--sort", "rules", "--reverse"), ["guests web", "staff web"]),
        (("chains", "--tenant", "staff"), ["staff web"]),
        (("alarms",), ["wtp/x wtp-lost", "port/openflow:1:2 wtp-lost"]),
        (("alarms", "--sort", "resource"), ["port/openflow:1:2 wtp-lost", "wtp/x wtp-lost"]),
    ],
)
def test_functions_and_alarms_filtered_and_sorted(cloudmac, populated, words, first):
    assert first_columns(cloudmac(*words), 2) == first


def test_alarms_that_are_over(cloudmac, populated):
    for severity in ("minor", "critical", "moon"):
        populated.alarms.append({"resource": severity, "perceived-severity": severity})
    populated.alarms.append({"resource": "over", "is-cleared": True})
    first = ["critical", "wtp/x", "minor", "port/openflow:1:2", "moon"]
    assert first_columns(cloudmac("alarms"), 1) == first
    assert "over" in first_columns(cloudmac("alarms", "--cleared"), 1)
    assert "cleared" in cloudmac("alarms", "--cleared").out


def test_more_entries_than_a_page(cloudmac, network, monkeypatch):
    monkeypatch.setattr(pages, "PAGE", 4)
    for number in range(500, 510):
        network.add_station(number)
    assert cloudmac("stations").lines[-1] == "10 stations"
    assert cloudmac("stations", "--top", 7).lines[-1] == "7 of 10 stations"


def test_lines_of_the_audit_that_are_missing(cloudmac, populated):
    populated.unread = ["admin"]
    for words in (("changes",), ("changes", "--json"), ("changes", "--sort", "path")):
        ended = cloudmac(*words)
        assert ended.status == 0 and "admin may be missing" in ended.err


@pytest.mark.parametrize("name", TABLES)
def test_hostile_texts(cloudmac, populated, name):
    """No control octet, no mark that turns text around and no markup reaches the terminal."""
    texts = ("ssid", "name", "problem", "error", "user", "path", "tried", "host", "policy")
    texts += ("alarm-text", "reason")

    def poison(thing):
        if isinstance(thing, list):
            return [poison(each) for each in thing]
        if isinstance(thing, dict):
            return {
                key: HOSTILE if key in texts and isinstance(value, str) else poison(value)
                for key, value in thing.items()
            }
        return thing

    for each in ("stations", "wtps", "vaps", "decisions", "changes", "state", "configuration") + (
        "alarms",
        "functions",
        "chains",
    ):
        setattr(populated, each, poison(getattr(populated, each)))
    populated.stations[0]["ssid"] = populated.decisions[0]["error"] = HOSTILE
    populated.vaps[0]["ssid"] = populated.vaps[0]["problem"][0] = HOSTILE
    ended = cloudmac(name)
    assert ended.status == 0 and harmful(ended.out) == set()
    assert SHOWN in ended.out
    assert harmful(cloudmac(name, "--json").out) == set()
    status, shown = cloudmac.on_terminal(name)
    assert status == 0 and SHOWN in shown.replace("\r\n", "") and "\x1b[31m" not in shown
    # The terminal's own: line ends, and the escapes of rich for bold headings.
    assert harmful(shown.replace("\x1b[1m", "").replace("\x1b[0m", "").replace("\r\n", "")) == set()


class Watched:
    """Stands for the pauses between readings: each does something, and the last one ends it."""

    def __init__(self, monkeypatch, *steps):
        self._steps, self.seconds = iter(steps), []
        monkeypatch.setattr(pauses, "Pause", self._made)

    def _made(self, client, seconds):
        self.seconds.append(seconds)
        return self

    def begin(self):
        """Notes nothing."""

    def __call__(self):
        step = next(self._steps, None)
        if step is None:
            raise KeyboardInterrupt
        step()


def test_watch(cloudmac, network, monkeypatch):
    network.add_station(500)
    watched = Watched(monkeypatch, lambda: network.add_station(501))
    ended = cloudmac("stations", "--watch")
    assert (ended.status, ended.err, watched.seconds) == (0, "", [2])
    assert [line for line in ended.lines if "stations" in line or "1 station" in line] == [
        "1 station",
        "2 stations",
    ]


def test_watch_json(cloudmac, network, monkeypatch):
    network.add_station(500)
    watched = Watched(monkeypatch, lambda: network.add_station(501))
    ended = cloudmac("stations", "--json", "--watch", "0.5")
    assert (ended.status, watched.seconds) == (0, [0.5])
    assert [len(json.loads(line)) for line in ended.lines] == [1, 2]


def refuse(network, status):
    """Lets the controller refuse the next readings."""

    def abort():
        raise Rejected(status, "resource-denied", f"{status}: it is starting")

    network.after_page = abort


@pytest.mark.parametrize("is_json", [False, True])
def test_watch_while_the_controller_is_away(cloudmac, network, monkeypatch, is_json):
    network.add_station(500)

    def leave():
        network.after_page = abort

    def abort():
        raise ConnectionAbortedError

    def come_back():
        network.after_page = lambda: None

    steps = (leave, lambda: refuse(network, 503), lambda: refuse(network, 429), come_back)
    Watched(monkeypatch, *steps)
    ended = cloudmac("stations", "--watch", *(["--json"] if is_json else []))
    assert ended.status == 0
    said = ended.err if is_json else ended.out
    assert "rests/operations/cloudmac-query:query-stations: " in said
    assert " 503: it is starting\n" in said and " 429: it is starting\n" in said
    if is_json:
        assert [len(json.loads(line)) for line in ended.lines] == [1, 1]
    else:
        assert ended.lines[-1] == "1 station"


@pytest.mark.parametrize("words", [("stations", "--watch"), ("stations", "--watch", "--json")])
def test_watch_ends_if_the_password_is_no_longer_right(cloudmac, network, monkeypatch, words):
    network.add_station(500)
    Watched(monkeypatch, lambda: monkeypatch.setattr(fake_controller, "PASSWORD", "another"))
    ended = cloudmac(*words)
    assert ended.status == 1
    assert ended.err == f"cloudmac: {WRONG_ACCOUNT}\n"


def test_watch_reads_again_at_an_event(cloudmac, controller, network, monkeypatch):
    """Long before the time of the pause. The first reading is as of the known event."""
    network.add_station(500)
    readings = []

    def read():
        readings.append(time.monotonic())
        if len(readings) == 3:
            network.after_page = lambda: (_ for _ in ()).throw(Rejected(400, "x", "the end"))
        threading.Timer(0.1, controller.journal.add).start()

    monkeypatch.setattr(pauses, "TOGETHER_S", 0.05)
    network.after_page = read
    ended = cloudmac("stations", "--watch", "300")
    assert ended.status == 1 and len(readings) == 3, ended
    assert readings[-1] - readings[0] < 10
    assert controller.journal.inputs[0] == {}
    assert all(given["wait"] == 10_000 for given in controller.journal.inputs[1:])


@pytest.mark.parametrize("kind", ["refused", "at once"])
def test_a_pause_without_events(controller, password_file, monkeypatch, kind):
    """An older controller, or one with too many clients that wait: the time of the pause counts."""
    slept = []
    monkeypatch.setattr(pauses, "sleep", slept.append)
    with Client(controller.url, password_file=password_file) as client:
        pause = pauses.Pause(client, 5)
        if kind == "at once":
            pause.begin()
            controller.journal.close()
        else:
            monkeypatch.setattr(controller.journal, "read", rejecting)
            pause.begin()
        pause()
    assert len(slept) == 1 and 3 < slept[0] <= 5


def rejecting(_):
    raise Rejected(404, "x", "there is no such RPC")


def test_watch_shows_a_refusal_at_once(cloudmac, network):
    network.is_admin = False
    assert cloudmac.fail("changes", "--watch") == (1, "this account may not send this request")


def test_watch_on_a_terminal_ends_by_the_first_refusal(cloudmac, network):
    network.is_admin = False
    status, shown = cloudmac.on_terminal("changes", "--watch")
    assert status == 1 and "may not send" in shown


def test_watch_on_a_terminal(cloudmac, network):
    """It shows as much as the screen has room for, and what is wrong, until Ctrl-C."""
    for number in range(500, 600):
        network.add_station(number)

    def leave():
        network.after_page = abort

    def abort():
        raise ConnectionAbortedError

    network.after_page = leave
    status, shown = cloudmac.on_terminal(
        *("stations", "--watch", "0.2"), answer="\x03", asked="cloudmac-query:query-stations: "
    )
    assert status == 0 and " of 100 stations" in shown
    assert address(500) in shown and address(599) not in shown


@pytest.mark.parametrize("words", [("stations", "--json"), ("completion", "zsh")])
def test_a_reader_that_has_seen_enough(cloudmac, network, words):
    """It ends as other programs do that SIGPIPE ends, without a word."""
    for number in range(500, 3000):
        network.add_station(number)
    command = [sys.executable, "-m", "cloudmac", *cloudmac.options, *words]
    with subprocess.Popen(
        command, cwd=SDK, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        if words[0] == "stations":
            process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 141


@pytest.mark.parametrize(
    "words, error",
    [
        (("stations", "--sort", "moon"), "'moon' is not one of 'station', 'bssid'"),
        (("stations", "--bssid", "moon"), "'moon' is no address such as 02:00:5e:10:00:07"),
        (("stations", "--bssid", "03:00:00:00:00:01"), "is no address"),
        (("stations", "--station", "00:00:00:00:00:00"), "is no address"),
        (("stations", "--top", "0"), "0 is not in the range"),
        (("stations", "--watch", "0"), "0.0 is not in the range"),
        (("stations", "--moon"), "o such option"),
        (("moon",), "No such command 'moon'"),
        (("stations", "moon"), "unexpected extra argument"),
        (("why",), "Missing argument 'STATION'"),
    ],
)
def test_a_wrong_command(cloudmac, controller, words, error):
    status, said = cloudmac.fail(*words)
    assert status == 2 and error in said and "--help')" in said
    assert not controller.requests


def test_what_the_controller_refuses(cloudmac, network):
    assert cloudmac.fail("stations", "--wtp", "hall")[1].startswith("no WTP has the name hall")
    for number in (1, 2):
        network.add_wtp(number, name="hall")
    status, said = cloudmac.fail("stations", "--wtp", "hall")
    assert status == 1 and said.startswith("more than one WTP has the name hall")


def test_no_controller_and_no_password(cloudmac, password_file, tmp_path):
    cloudmac.options[1] = "http://127.0.0.1:1"
    assert cloudmac.fail("vaps")[0] == 1
    cloudmac.options = ["--url", "http://127.0.0.1:1"]
    status, said = cloudmac.fail("vaps")
    assert status == 2 and said.startswith("no password: give --password-file FILE, or set")
    cloudmac.options += ["--password-file", str(tmp_path / "none")]
    assert cloudmac.fail("vaps")[0] == 1


def test_a_wrong_account(cloudmac):
    cloudmac.options += ["--user", "eve"]
    assert cloudmac.fail("vaps") == (1, WRONG_ACCOUNT)


def test_completion(cloudmac):
    for shell in ("bash", "zsh", "fish"):
        ended = cloudmac("completion", shell)
        assert ended.status == 0 and "_CLOUDMAC_COMPLETE" in ended.out
    environment = {"COMP_WORDS": "cloudmac stations --sort ", "COMP_CWORD": "3"}
    done = subprocess.run(
        [sys.executable, "-m", "cloudmac"],
        env={**environment, "_CLOUDMAC_COMPLETE": "bash_complete", "PYTHONPATH": str(SDK)},
        **{"capture_output": True, "text": True, "check": False},
    )
    assert "plain,signal" in done.stdout.splitlines()


def test_help(cloudmac):
    ended = cloudmac()
    assert ended.status == 0 and all(name in ended.out for name in TABLES)
    ended = cloudmac("whatif", "--help")
    assert ended.status == 0 and "--minimum-samples N" in ended.out
