# SPDX-License-Identifier: Apache-2.0
"""The commands that change something."""
import json
import pathlib
import subprocess

import click
import pytest
from command import harmful
from fake_network import address

from cloudmac.command.shared import RATE_TYPE

VAP, STATION, ONE, TWO = address(0xA0), address(500), address(1, 6), address(2, 6)
HOSTILE = "\x1b[31m[red]\u202e'\"$(reboot)"


@pytest.fixture(name="ready")
def _ready(network):
    """A network with a station at the WTP "lobby", and the WTP "hall"."""
    network.add_wtp(1, name="lobby", stations=12)
    network.add_wtp(2, name="hall")
    network.add_station(500)
    return network


CASES = [
    (
        ("hand-over", STATION, "hall"),
        "hand-over",
        {"bssid": VAP, "station": STATION, "wtp": TWO},
        f"moved from {ONE} to {TWO}",
    ),
    (
        ("bind", VAP, "lobby", TWO),
        "bind",
        {"bssid": VAP, "wtp": [ONE, TWO]},
        f"VAP {VAP} is bound to {ONE}, {TWO}",
    ),
    (
        ("bind", VAP, "hall", "--station", STATION),
        "bind",
        {"bssid": VAP, "station": STATION, "wtp": [TWO]},
        f"station {STATION} of VAP {VAP} is bound to {TWO}",
    ),
    (("unbind", VAP), "unbind", {"bssid": VAP}, f"VAP {VAP} is unbound"),
    (
        ("unbind", VAP, "-s", STATION),
        "unbind",
        {"bssid": VAP, "station": STATION},
        f"station {STATION} of VAP {VAP} is unbound",
    ),
    (
        ("drain-wtp", "lobby"),
        "drain-wtp",
        {"wtp": ONE},
        f"{ONE} is draining; 'cloudmac drains' shows what is left",
    ),
    (
        ("drain-wtp", "--undo", ONE.upper()),
        "undrain-wtp",
        {"wtp": ONE},
        f"{ONE} serves stations again",
    ),
    (
        ("apply-qos", "htb", "--link-rate", "95M", "--port", "openflow:1:2", "--policy", "edge"),
        "apply-qos",
        {"type": "htb", "link-rate": "95000000", "port": ["openflow:1:2"], "policy": "edge"},
        "stored; the controller knows no link yet, and applies it when it finds one",
    ),
    (("clear-qos",), "clear-qos", {}, "policy default is removed"),
    (
        ("set-radio", VAP, "--rate", 11000, "--power", -3, "--user-priority", 7),
        "set-radio",
        {"bssid": VAP, "user-priority": 7, "rate": 11000, "power": -3},
        f"VAP {VAP}, user priority 7: 11000 kbit/s, -3 dBm",
    ),
    (
        ("set-radio", VAP, "-s", STATION, "--remove"),
        "set-radio",
        {"bssid": VAP, "station": STATION},
        f"station {STATION} of VAP {VAP}: the VAP's and the WTP's choice",
    ),
    (("forget-wtp", "hall"), "forget-wtp", {"wtp": TWO}, f"{TWO} is forgotten"),
    (("forget-vap", VAP), "forget-vap", {"bssid": VAP}, f"{VAP} is forgotten"),
]
IDS = ["-".join(map(str, words[:1])) + f"-{len(words)}" for words, *_ in CASES]


@pytest.mark.parametrize("words, rpc, given, said", CASES, ids=IDS)
def test_an_action(cloudmac, ready, words, rpc, given, said):
    ended = cloudmac(*words)
    assert (ended.status, ended.out, ended.err) == (0, f"{said}\n", "")
    assert ready.called == [(rpc, given)]
    ready.refusal = (409, "resource-denied", f"WTP {HOSTILE}\n   is draining")
    status, error = cloudmac.fail(*words)
    assert status == 1 and error.endswith("is draining") and harmful(error) == set()


@pytest.mark.parametrize("words, rpc, given, said", CASES, ids=IDS)
def test_an_action_as_curl(cloudmac, ready, words, rpc, given, said, password_file):
    """The printed command does the same, and does not have the password."""
    ended = cloudmac(*words, "--curl")
    assert (ended.status, ended.err, ready.called) == (0, "", [])
    assert password_file.read_text().strip() not in ended.out
    sent = subprocess.run(["bash", "-c", ended.out], capture_output=True, text=True, check=True)
    assert (sent.stdout, sent.stderr) == ("", "")
    assert ready.called == [(rpc, given)]


def test_curl_of_a_refused_action(cloudmac, ready):
    """The command fails, and shows the answer."""
    ready.refusal = (409, "resource-denied", "it is draining")
    ended = cloudmac("unbind", VAP, "--curl")
    sent = subprocess.run(["bash", "-c", ended.out], capture_output=True, text=True, check=False)
    assert sent.returncode == 22 and "it is draining" in sent.stdout


VECTORS = pathlib.Path(__file__).resolve().parents[2] / "cloudmac-api" / "vectors" / "rates.txt"
RATES = [
    line.split("\t")
    for line in VECTORS.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("text, rate", RATES)
def test_rates_as_the_console_reads_them(text, rate):
    if rate == "-":
        with pytest.raises(click.BadParameter, match="is refused: allowed are"):
            RATE_TYPE.convert(text, None, None)
    else:
        assert RATE_TYPE.convert(text, None, None) == int(rate)


def test_curl_with_special_characters(cloudmac, controller, ready, tmp_path, monkeypatch):
    import fake_controller

    file = tmp_path / "a b'c"
    secret, user = "\"\\&/ '$x`", "a&\"\\/'b"
    file.write_text(f"{secret}\nsecond line\n")
    monkeypatch.setattr(fake_controller, "PASSWORD", secret)
    monkeypatch.setattr(fake_controller, "USER", user)
    cloudmac.options[3:] = [str(file), "--user", user]
    ended = cloudmac("clear-qos", "--policy", "it's", "--curl")
    subprocess.run(["bash", "-c", ended.out], check=True, capture_output=True)
    assert ready.called == [("clear-qos", {"policy": "it's"})]
    assert cloudmac("clear-qos").status == 0


def test_curl_with_hostile_texts(cloudmac, ready):
    ended = cloudmac("clear-qos", "--policy", HOSTILE, "--curl")
    assert harmful(ended.out) == set()
    subprocess.run(["bash", "-c", ended.out], check=True, capture_output=True)
    assert ready.called == [("clear-qos", {"policy": HOSTILE})]


def test_results(cloudmac, ready):
    ready.answers["hand-over"] = {"from": ONE, "duration": 24}
    assert cloudmac("hand-over", STATION, TWO).out == f"moved from {ONE} to {TWO} in 24 ms\n"
    ready.answers["forget-vap"] = {"stations": 0}
    assert cloudmac("forget-vap", VAP).out == f"{VAP} is forgotten, with no bindings\n"
    ready.answers["forget-wtp"] = {"stations": 2}
    assert cloudmac("forget-wtp", TWO).out == f"{TWO} is forgotten, with 2 bindings\n"


def test_ports_of_a_policy(cloudmac, ready):
    ports = [{"port": "openflow:1:2", "state": "active"}, {"port": "openflow:2:2"}]
    ready.answers["apply-qos"] = {"port": ports}
    ended = cloudmac("apply-qos", "cloudmac")
    assert ended.status == 0
    assert [line.split() for line in ended.lines] == [
        ["Port", "State", "Problem"],
        ["openflow:1:2", "active", "-"],
        ["openflow:2:2", "-", "-"],
    ]
    ports[1] |= {"state": "failed", "error": HOSTILE}
    ended = cloudmac("apply-qos", "cloudmac")
    assert (ended.status, ended.err) == (1, "cloudmac: stored, but 1 of 2 ports failed\n")
    assert r"\x1b[31m[red]\u202e" in ended.out and harmful(ended.out) == set()


@pytest.mark.parametrize("is_wrapped", [False, True])
def test_a_policy_of_a_file(cloudmac, ready, tmp_path, is_wrapped):
    given = {"type": "htb", "link-rate": "1", "htb": {"default-queue": 0}, "port": ["openflow:1:2"]}
    file = tmp_path / "policy.json"
    file.write_text(json.dumps({"cloudmac:input": given} if is_wrapped else given))
    assert cloudmac("apply-qos", "htb", "--file", file, "--link-rate", "1.5G").status == 0
    assert ready.called == [("apply-qos", {**given, "link-rate": "1500000000"})]


@pytest.mark.parametrize("content", ["{", "[1]", "1", '{"input": 1}', "\xff"])
def test_a_file_that_is_no_policy(cloudmac, ready, tmp_path, content):
    file = tmp_path / "policy.json"
    file.write_bytes(content.encode("latin-1"))
    status, said = cloudmac.fail("apply-qos", "htb", "--file", file)
    assert status == 2 and "policy.json" in said and not ready.called


@pytest.mark.parametrize(
    "words, error",
    [
        (("hand-over", STATION), "Missing argument 'WTP'"),
        (("bind", VAP), "Missing argument 'WTP...'"),
        (("bind", VAP, ONE, TWO, "-s", STATION), "a station is bound to one WTP, not to 2"),
        (("apply-qos", "moon"), "'moon' is not one of"),
        (("apply-qos", "htb", "--link-rate", "fast"), "rate 'fast' is refused: allowed are whole"),
        (("apply-qos", "htb", "--link-rate", "-1"), "rate '-1' is refused"),
        (("apply-qos", "htb", "--file", "/none"), "No such file"),
        (("set-radio", VAP), "give --rate, --power or both, or else --remove"),
        (("set-radio", VAP, "--rate", 5000, "--remove"), "or else --remove"),
        (("set-radio", VAP, "--power", 41), "41 is not in the range"),
    ],
)
def test_a_wrong_command(cloudmac, ready, words, error):
    status, said = cloudmac.fail(*words)
    assert status == 2 and error in said and not ready.called


def test_stations_that_cannot_be_handed_over(cloudmac, ready):
    error = f"no WTP serves station {address(501)}: see 'cloudmac stations'"
    assert cloudmac.fail("hand-over", address(501), "hall") == (1, error)
    ready.add_station(500, bssid=address(0xA1))
    status, said = cloudmac.fail("hand-over", STATION, "hall")
    assert status == 1 and said.endswith(f"{VAP} and {address(0xA1)}: add --bssid")
    assert cloudmac("hand-over", STATION, "hall", "--bssid", address(0xA1)).status == 0
    assert ready.called[0][1]["bssid"] == address(0xA1)


QUESTIONS = {
    ("hand-over", STATION, "hall"): f"Move station {STATION} (staff) from {ONE} to {TWO}? [y/N]",
    ("drain-wtp", "lobby"): f"Drain {ONE}, which moves 12 stations? [y/N]",
}


@pytest.mark.parametrize("words, question", QUESTIONS.items(), ids=[w[0] for w in QUESTIONS])
def test_a_confirmation_on_a_terminal(cloudmac, ready, words, question):
    status, shown = cloudmac.on_terminal(*words, answer="n\n")
    assert status == 1 and question in shown and "cloudmac: nothing was changed" in shown
    status, shown = cloudmac.on_terminal(*words, answer="\x03")
    assert status == 130 and not ready.called
    status, shown = cloudmac.on_terminal(*words, answer="y\n")
    assert status == 0 and question in shown and len(ready.called) == 1
    status, shown = cloudmac.on_terminal(*words, "--yes")
    assert status == 0 and "?" not in shown and len(ready.called) == 2


def test_a_confirmation_with_hostile_texts(cloudmac, ready):
    ready.stations[0]["ssid"] = HOSTILE
    status, shown = cloudmac.on_terminal("hand-over", STATION, "hall", answer="n\n")
    assert status == 1 and r"\x1b[31m[red]\u202e" in shown and "\x1b[31m" not in shown


EDIT = {"target": f"wtps/wtp[id={ONE}]/draining", "before": "false", "after": "true"}


def test_a_dry_run_shows_what_would_change(cloudmac, ready):
    effect = {"object": STATION, "text": f"moves from {ONE} to {TWO}"}
    ready.answers["drain-wtp"] = {"edit": [EDIT], "effect": [effect], "more-effects": 3}
    ended = cloudmac("drain-wtp", "lobby", "--dry-run")
    assert ended.status == 0
    assert ready.called == [("drain-wtp", {"wtp": ONE, "dry-run": True})]
    for words in (EDIT["target"], "true", STATION, "moves from", "and 3 more"):
        assert words in ended.out
    assert "is draining" not in ended.out


def test_a_dry_run_of_what_is_already_so(cloudmac, ready):
    assert "nothing changes" in cloudmac("unbind", VAP, "--dry-run").out


def test_undo(cloudmac, ready):
    ready.answers["undo"] = {"change": "8", "edit": [EDIT]}
    assert "change 7 is undone (change 8)" in cloudmac("undo", "7").out
    assert [(name, int(given["change"])) for name, given in ready.called] == [("undo", 7)]


def test_undo_without_a_change_lists_them(cloudmac, ready):
    assert cloudmac("undo").status == 0
    entry = {"time": "2026-12-01T10:00:00Z", "user": "ann", "what": "drain-wtp", "edit": [EDIT]}
    ready.recorded = [{"number": "9", **entry}, {"number": "10", **entry}]
    text = cloudmac("undo").out
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("10 "))
    assert any(line.startswith("9 ") for line in lines[first:])
    assert "draining" in text and "ann" in text
    assert ready.called == []


def test_a_result_has_the_number_for_its_undo(cloudmac, ready):
    ready.answers["bind"] = {"change": "12", "edit": [EDIT]}
    assert cloudmac("bind", VAP, "hall").out == f"VAP {VAP} is bound to {TWO} (change 12)\n"
