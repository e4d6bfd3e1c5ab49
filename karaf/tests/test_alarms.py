# SPDX-License-Identifier: Apache-2.0
"""Tests the alarms of a running controller without switches: its certificate ends soon."""
import contextlib
import json
import re
import subprocess

import pytest

from conftest import ACCOUNTS
from switch import until

ALARMS = "/rests/data/cloudmac-alarms:alarms?content=nonconfig"
STREAM = "/events/stream"
SYSLOG_PORT = 5514
LISTENER = f"""
import socket
listening = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
listening.bind(("127.0.0.1", {SYSLOG_PORT}))
print("ready", flush=True)
while True:
    print(listening.recv(4096).decode(), flush=True)
"""
"""Prints each datagram."""


def alarm_list(controller, user="viewer"):
    status, text = controller.get(ALARMS, ACCOUNTS[user][0], user)
    assert status == 200, text
    return json.loads(text)["cloudmac-alarms:alarms"]["alarm-list"]


@contextlib.contextmanager
def settings(controller, name, **values):
    """Change settings in a file of etc/, and restore it afterwards; the controller follows at once."""
    file = controller.home / "etc" / name
    before = file.read_bytes()
    text = before.decode()
    for key, value in values.items():
        line = re.compile(rf"^{key} *=.*$", re.MULTILINE)
        assert line.search(text), key
        text = line.sub(f"{key} = {value}", text, count=1)
    file.write_text(text)
    try:
        yield
    finally:
        file.write_bytes(before)


@contextlib.contextmanager
def syslog_server(controller, output):
    """Yield a function that returns the messages so far of a syslog server beside the controller."""
    with open(output, "w") as file:
        server = subprocess.Popen(
            ["ip", "netns", "exec", controller.inside, "/usr/bin/python3", "-c", LISTENER],
            stdout=file,
        )
        try:
            until("the syslog server listens", lambda: "ready" in output.read_text())
            yield output.read_text
        finally:
            server.kill()
            server.wait()


@pytest.fixture(scope="module")
def ending(tmp_path_factory):
    """Return paths of a certificate that ends within two days, and of its key."""
    folder = tmp_path_factory.mktemp("ending")
    certificate, key = folder / "cert.pem", folder / "key.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    subprocess.run(
        [*command.split(), "-subj", "/CN=ending", "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    return certificate, key


def test_without_alarms_there_is_their_number(running):
    alarms = until("the list is published", lambda: published(running))
    assert alarms["number-of-alarms"] == 0 and alarms["not-listed"] == "0"


def published(controller):
    status, text = controller.get(ALARMS, ACCOUNTS["viewer"][0], "viewer")
    return json.loads(text)["cloudmac-alarms:alarms"]["alarm-list"] if status == 200 else None


def test_tenants_see_no_alarms(running):
    assert running.get(ALARMS, ACCOUNTS["red"][0], "red")[0] == 403


def test_an_alarm_is_raised_sent_and_cleared(running, ending, tmp_path):
    certificate, key = ending

    def raised():
        return [
            one["resource"]
            for one in alarm_list(running).get("alarm", [])
            if one["alarm-type-id"] == "cloudmac-alarms:certificate-ending"
            and not one["is-cleared"]
        ]

    with syslog_server(running, tmp_path / "syslog") as messages, running.following(
        STREAM
    ) as events, settings(running, "io.cloudmac.alarms.cfg", syslog=f"127.0.0.1:{SYSLOG_PORT}"):
        until("the stream is open", lambda: "event: begin" in events())
        with settings(running, "io.cloudmac.cfg", ca=certificate, cert=certificate, key=key):
            until("both alarms are raised", lambda: len(raised()) == 2)
            assert sorted(raised()) == ["certificate/ca", "certificate/controller"]
            until("there are two messages", lambda: messages().count("<26>1 ") >= 2)
            until("there are two events", lambda: events().count('"kind":"alarm-raised"') == 2)
        until("they are cleared", lambda: not raised())
        until("there are two more", lambda: messages().count('perceivedSeverity="cleared"') >= 2)
        until("there are two more", lambda: events().count('"kind":"alarm-cleared"') == 2)
    (one,) = [
        one for one in alarm_list(running)["alarm"] if one["resource"] == "certificate/controller"
    ]
    assert one["perceived-severity"] == "major" and one["alarm-text"].startswith("it ends at 20")
    assert [change["is-cleared"] for change in one["status-change"]][:2] == [True, False]
