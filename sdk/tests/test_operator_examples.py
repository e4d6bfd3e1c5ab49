# SPDX-License-Identifier: Apache-2.0
"""The examples for operators."""
import csv
import datetime
import io
import json
import subprocess
import sys

import pytest
from command import SDK
from fake_network import address
from test_examples import example

from cloudmac import Client

ONE, TWO, THREE = (address(number, 6) for number in (1, 2, 3))


@pytest.fixture(name="client")
def _client(controller, password_file):
    with Client(controller.url, password_file=password_file) as client:
        yield client


def signals(**found):
    """Returns the signals of a station. found: WTP's number -> (dBm, second)."""
    return [
        {"wtp": address(int(wtp[1:]), 6), "average": dbm, "last-seen": f"2026-11-30T12:00:{s:02}Z"}
        for wtp, (dbm, s) in found.items()
    ]


@pytest.fixture(name="own")
def _own(network):
    network.vaps.append({"bssid": address(0xA0), "wtp": [ONE, TWO, THREE]})
    return example("own_mobility")


def test_own_mobility(own, client, network, capsys):
    network.configuration["mobility"] = {"enabled": True, "observe-only": True}
    station = network.add_station(500, signal=signals(w1=(-70, 9), w2=(-60, 9)))
    network.add_station(501, signal=signals(w1=(-70, 9), w2=(-63, 9)))
    network.add_station(502, signal=signals(w1=(-70, 9), w2=(-50, 5)))
    network.add_station(503, signal=signals(w2=(-90, 9)), wtp=TWO)
    network.add_station(504)
    network.answers["hand-over"] = {"from": ONE, "duration": 24}
    steering = own.Steering(client)
    for _ in range(own.LOOKS):
        assert not network.called
        steering.look()
    moved = {"bssid": address(0xA0), "station": address(500), "wtp": TWO}
    assert network.called == [("hand-over", moved)]
    assert capsys.readouterr().out == f"{address(500)}: {ONE} -> {TWO}, 24 ms\n"
    station["wtp"] = TWO
    steering.look()
    assert len(network.called) == 1


def test_own_mobility_looks_anew_if_another_wtp_is_best(own, client, network):
    network.configuration["mobility"] = {"enabled": True}
    station = network.add_station(500)
    steering = own.Steering(client)
    for found in ({"w2": -60}, {"w3": -60}, {"w2": -60}, {"w2": -70}, {"w2": -60}, {"w2": -60}):
        found = {wtp: (dbm, 9) for wtp, dbm in found.items()}
        station["signal"] = signals(w1=(-71, 9), **found)
        steering.look()
    assert not network.called
    steering.look()
    assert [given["wtp"] for _, given in network.called] == [TWO]


def test_own_mobility_chooses_a_wtp_that_transmits_the_vap(own, client, network):
    network.configuration["mobility"] = {"enabled": True}
    network.vaps[0]["wtp"] = [ONE, THREE]
    network.add_station(500, signal=signals(w1=(-70, 9), w2=(-40, 9), w3=(-60, 9)))
    network.add_station(501, bssid=address(0xA1), signal=signals(w1=(-70, 9), w2=(-40, 9)))
    steering = own.Steering(client)
    for _ in range(own.LOOKS):
        steering.look()
    assert [(given["station"], given["wtp"]) for _, given in network.called] == [
        (address(500), THREE)
    ]


def test_own_mobility_goes_on_after_a_refusal(own, client, network, capsys):
    network.configuration["mobility"] = {"enabled": True}
    network.add_station(500, signal=signals(w1=(-70, 9), w2=(-60, 9)))
    network.refusal = (409, "in-use", "it is being handed over")
    steering = own.Steering(client)
    for _ in range(own.LOOKS):
        steering.look()
    assert capsys.readouterr().out.endswith(f"stays at {ONE}: it is being handed over\n")


def test_own_mobility_beside_the_controllers(own, client, network, capsys):
    network.configuration["mobility"] = {"enabled": True, "observe-only": False}
    with pytest.raises(SystemExit, match="moves stations itself"):
        own.Steering(client)
    network.configuration["mobility"] = {"observe-only": False}
    own.Steering(client)
    assert "no WTP reports" in capsys.readouterr().out


def drained(network, left=0):
    """Shows the drains that an example has asked for. Returns their ids."""
    ids = {given["wtp"]: name == "drain-wtp" for name, given in network.called}
    found = [{"id": wtp, "stations-left": left} for wtp, is_asleep in ids.items() if is_asleep]
    network.state["drains"] = {"wtp": found}
    return [one["id"] for one in found]


def test_energy_saving(client, network, capsys):
    saver = example("energy_saving").Saver(client, {ONE, TWO, THREE})
    wtps = [network.add_wtp(number) for number in (1, 2, 3)]
    wtps[0]["stations"] = 6
    saver.step()
    assert drained(network, left=1) == [TWO]
    saver.step()
    assert drained(network) == [TWO], "no room for all at the last WTP"
    assert capsys.readouterr().out == "", "a station has come before the drain"
    saver.step()
    assert capsys.readouterr().out == f"{TWO}: off\n"
    wtps[0]["stations"] = 9
    saver.step()
    assert drained(network) == [], "18 stations more are expected until a WTP has started"
    assert capsys.readouterr().out == f"{TWO}: on\n"
    saver.step()
    assert drained(network) == [TWO]
    wtps[0]["stations"] = wtps[2]["stations"] = 11
    saver.step()
    assert drained(network) == [] and not saver.drained


def test_energy_saving_wakes_what_it_has_if_no_other_wtp_is_left(client, network):
    saver = example("energy_saving").Saver(client, {TWO})
    first, _ = [network.add_wtp(number) for number in (1, 2)]
    saver.step()
    assert drained(network) == [TWO]
    first["up"] = False
    saver.step()
    assert drained(network) == []


def test_energy_saving_leaves_others_alone(client, network):
    saver = example("energy_saving").Saver(client, {THREE})
    for number in (1, 2, 3):
        network.add_wtp(number)
    network.state["drains"] = {"wtp": [{"id": THREE, "stations-left": 0}]}
    saver.step()
    assert not network.called and not saver.drained


def test_policy_by_time(client, network, capsys):
    policy = example("policy_by_time")
    table = policy.read(["20:00=fq-codel", "08:00=cloudmac"])
    applied = None
    for hour, minute in ((7, 0), (7, 59), (8, 0), (12, 0), (20, 0), (23, 59), (0, 0)):
        applied = policy.keep(client, table, 95_000_000, applied, datetime.time(hour, minute))
    rate = {"link-rate": "95000000"}
    assert [given for _, given in network.called] == [
        {"type": "fq-codel", **rate},
        {"type": "cloudmac", **rate},
        {"type": "fq-codel", **rate},
    ]
    network.refusal = (400, "invalid-value", "link-rate exceeds the speed")
    assert policy.keep(client, table, 95_000_000, "cloudmac", datetime.time(21)) == "cloudmac"
    assert capsys.readouterr().err == "21:00 fq-codel: link-rate exceeds the speed\n"
    network.refusal = None
    port = {"port": "openflow:1:2", "state": "failed", "error": "no queues"}
    network.answers["apply-qos"] = {"port": [port]}
    network.answers["apply-qos"]["port"].append({"port": "openflow:2:2", "state": "active"})
    for _ in range(2):
        applied = policy.keep(client, table, 95_000_000, "cloudmac", datetime.time(21))
        said = "21:00 fq-codel at 1 of 2 ports\n  openflow:1:2: no queues\n"
        assert (applied, capsys.readouterr().out) == ("cloudmac", said)
    network.answers["apply-qos"]["port"][:1] = []
    assert policy.keep(client, table, 95_000_000, "cloudmac", datetime.time(21)) == "fq-codel"
    assert capsys.readouterr().out == "21:00 fq-codel at 1 of 1 ports\n"


def test_csv_export(client, network):
    module = example("csv_export")
    network.add_station(500, ssid="=1+2", signal=signals(w1=(-70, 9)))
    network.add_station(501, ssid='a, "b"\n')
    file = io.StringIO(newline="")
    module.export(client, "stations", file)
    rows = list(csv.DictReader(io.StringIO(file.getvalue(), newline="")))
    assert [row["ssid"] for row in rows] == ["'=1+2", 'a, "b"\n']
    assert rows[0]["signal"] == f"wtp={ONE} average=-70 last_seen=2026-11-30T12:00:09Z"
    assert rows[1]["last_seen"] == "" and rows[1]["station"] == address(501)
    network.add_decision({1: -70})
    network.changes.append({"number": 7, "user": "alice"})
    network.add_wtp(1)
    network.vaps.append({"bssid": address(0xA0), "ssid-octets": "/w==", "wtp": [ONE, TWO]})
    for name, member, value in (
        ("decisions", "from", ONE),
        ("changes", "number", "7"),
        ("wtps", "stations", "0"),
        ("vaps", "ssid_octets", "ff"),
        ("vaps", "wtp", f"{ONE}\n{TWO}"),
    ):
        file = io.StringIO(newline="")
        module.export(client, name, file)
        (row,) = csv.DictReader(io.StringIO(file.getvalue(), newline=""))
        assert row[member] == value


def run(controller, password_file, name, *words):
    """Returns what an example writes that ends by itself."""
    environment = {"PYTHONPATH": str(SDK), "CLOUDMAC_URL": controller.url}
    environment |= {"CLOUDMAC_PASSWORD_FILE": str(password_file)}
    return subprocess.run(
        [sys.executable, SDK / "examples" / f"{name}.py", *words],
        **{"env": environment, "capture_output": True, "text": True, "check": False},
    )


def test_csv_export_as_a_program(controller, network, password_file):
    network.add_station(500)
    done = run(controller, password_file, "csv_export", "stations")
    assert done.returncode == 0 and done.stdout.splitlines()[1].count(address(500)) == 1
    assert run(controller, password_file, "csv_export", "moon").returncode == 1


def test_load_test(controller, network, password_file):
    for number in range(500, 510):
        network.add_station(number)
    done = run(controller, password_file, "load_test", "3", "0.5")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("100 stations: ") and lines[4] == "0 errors"
    assert int(lines[0].split()[2]) > 0
    # It only reads.
    assert {path for _, path, _ in controller.requests} <= {
        f"/rests/operations/cloudmac-query:query-{name}".removeprefix("/rests/")
        for name in ("stations", "wtps", "decisions")
    }


def test_load_test_of_a_controller_that_refuses(controller, password_file):
    password_file.write_text("wrong\n")
    done = run(controller, password_file, "load_test", "1", "0.3")
    assert done.returncode == 0 and "401 Unauthorized" in done.stdout
    assert json.dumps(done.stdout).count("0 answers") == 4
