# SPDX-License-Identifier: Apache-2.0
"""Tests a running controller: reachable ports, logins, and settings after an upgrade."""
import json
import re
import shutil
import time

import pytest

from conftest import unpacked
from controller import KARAF_PASSWORD, RESTCONF_PASSWORD, ShippedController, cloudmac_setup

TOPOLOGY = "/rests/data/network-topology:network-topology/topology=kept"
OPERATORS = (8181, 8101, 1099, 44444, 2550, 6633)
SWITCHES = (6653, 6640)


def test_operators_ports_are_on_loopback(running):
    listening = running.listening()
    for port in OPERATORS:
        assert listening[port] == {"127.0.0.1"}, port
        assert not running.reachable(port), port


def test_switches_reach_their_ports(running):
    for port in SWITCHES:
        assert running.reachable(port), port


def test_nothing_else_listens_to_the_network(running):
    assert {
        port for port, addresses in running.listening().items() if addresses != {"127.0.0.1"}
    } == set(SWITCHES)


def test_well_known_passwords_give_no_access(running):
    for user, password in (
        ("admin", "admin"),
        ("user", "user"),
        ("karaf", "karaf"),
        ("karaf", KARAF_PASSWORD),
    ):
        for path in (
            "/rests/operations",
            "/openapi/api/v3/single",
            "/jolokia/version",
            "/auth/v1/users",
        ):
            assert running.get(path, password, user)[0] == 401, (user, path)
    assert running.console("version", password="karaf").returncode != 0


def test_set_passwords_give_access(running):
    assert running.get("/rests/operations")[0] == 200
    done = running.console("version")
    assert done.returncode == 0 and "4.4" in done.stdout, done.stderr


def test_openapi_describes_our_model(running):
    assert running.get("/openapi/explorer/index.html")[0] == 200
    status, text = running.get("/openapi/api/v3/cloudmac(2026-11-21)")
    assert status == 200
    assert any("cloudmac:apply-qos" in path for path in json.loads(text)["paths"])


def test_start_does_not_change_the_settings(running):
    """Karaf must not rewrite the files, since it would lose lines that it does not parse."""
    shipped = running.home / "lib" / "setup" / "etc"
    theirs = sorted(file.name for file in shipped.glob("*.cfg"))
    assert "io.cloudmac.cfg" in theirs and "org.ops4j.pax.logging.cfg" in theirs
    changed = [
        name
        for name in theirs
        if (running.home / "etc" / name).read_bytes() != running.settings[name]
    ]
    assert not changed


def test_console_stores_settings_but_not_log_levels(running):
    etc = running.home / "etc"
    log_settings = (etc / "org.ops4j.pax.logging.cfg").read_bytes()
    for command in (
        "config:property-set -p io.cloudmac connect-timeout-ms 6000",
        "log:set DEBUG io.cloudmac.impl.flow",
    ):
        done = running.console(command)
        assert done.returncode == 0, done.stderr
    saved = (etc / "io.cloudmac.cfg").read_text()
    assert re.search(r"^connect-timeout-ms ?= ?6000$", saved, re.M), saved
    assert "# Longest time for an answer, in ms." in saved
    assert "DEBUG" in running.console("log:get io.cloudmac.impl.flow").stdout
    assert (etc / "org.ops4j.pax.logging.cfg").read_bytes() == log_settings


def test_passwords_are_in_no_log(running):
    for file in (running.home / "data").rglob("*.log"):
        text = file.read_text(errors="replace")
        assert RESTCONF_PASSWORD not in text and KARAF_PASSWORD not in text, file


def test_setup_does_not_change_a_running_controller(running):
    done = cloudmac_setup(running.home, "--generate", "--change")
    assert done.returncode == 1 and "is running" in done.stderr


def test_log_is_short_and_has_failed_log_ins(running):
    assert running.get("/rests/operations", "wrong password")[0] == 401
    log = running.log()
    assert re.search(
        r" RefusalLog .*: Refused GET /rests/operations of nobody, tried as admin from 127\.0\.0\.1: 401, ",
        log,
    )
    # Other tests of this controller send requests that are refused, with a line each.
    entries = re.findall(r"^\d{4}-\d\d-\d\dT.*", log, re.M)
    assert len([entry for entry in entries if " RefusalLog " not in entry]) < 75, log


def store_topology(running):
    body = {"network-topology:topology": [{"topology-id": "kept"}]}
    assert running.send("PUT", TOPOLOGY, body)[0] in (201, 204)


DECISION = (
    '{"number":7,"time":"2026-11-30T12:00:00.5Z","bssid":"02:00:00:00:12:34",'
    '"station":"02:5a:00:00:00:01","to":"02:c1:0d:aa:00:01","reason":"operator","user":"eve",'
    '"outcome":"done","input":[]}'
)


def stored_decisions(controller):
    """Return number and user of each decision, which the controller reads after its start."""
    deadline = time.monotonic() + 60
    while True:
        path = "/rests/operations/cloudmac-query:query-decisions"
        status, text = controller.send("POST", path, {"input": {"station": "02:5a:00:00:00:01"}})
        answer = json.loads(text) if status == 200 else {}
        found = answer.get("cloudmac-query:output", {}).get("decision", [])
        if found or time.monotonic() > deadline:
            return [(each["number"], each.get("user")) for each in found]
        time.sleep(0.5)


@pytest.mark.full
def test_restart_keeps_configuration(running):
    store_topology(running)
    assert running.console("log:set DEBUG io.cloudmac.impl.flow").returncode == 0
    running.__exit__()
    # What a controller leaves that died while it wrote.
    decisions = running.home / "data" / "cloudmac" / "decisions"
    decisions.mkdir(parents=True, exist_ok=True)
    (decisions / "decisions-000000000000000007.jsonl").write_text(f"{DECISION}\n{DECISION[:40]}")
    running.__enter__()
    running.wait_until_serving()
    assert stored_decisions(running) == [("7", "eve")]
    assert "Skipped 1 lines" in running.log()
    assert running.get(TOPOLOGY + "?content=config")[0] == 200
    # A log level set in the console is temporary.
    assert "DEBUG" not in running.console("log:get io.cloudmac.impl.flow").stdout


def test_upgrade_keeps_configuration(running, tmp_path, namespaces):
    """Runs last, because it stops and deletes the controller."""
    store_topology(running)
    running.__exit__()
    new = unpacked(tmp_path / "new")
    done = cloudmac_setup(new, "--upgrade-from", str(running.home))
    assert done.returncode == 0, done.stderr
    assert not list((new / "etc").rglob("*.new"))
    shutil.rmtree(running.home)
    with ShippedController(new, *namespaces) as upgraded:
        upgraded.wait_until_serving()
        assert upgraded.get(TOPOLOGY + "?content=config")[0] == 200
        assert upgraded.get("/rests/operations", "admin")[0] == 401
        assert upgraded.listening()[8181] == {"127.0.0.1"}
