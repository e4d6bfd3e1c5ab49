# SPDX-License-Identifier: Apache-2.0
"""Tests a station of cloudmac-load, without radios."""
import argparse
import pathlib
import subprocess
import sys
import time

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "load"))
import cloudmac_load_station as stations  # noqa: E402


@pytest.mark.parametrize(
    "event, more, expected",
    [
        ("deconfig", {}, ["link set wlan0 up", "-4 addr flush dev wlan0"]),
        (
            "bound",
            {"mask": "16", "broadcast": "10.9.255.255", "router": "10.9.0.1 10.9.0.2"},
            [
                "-4 addr replace 10.9.1.7/16 broadcast 10.9.255.255 dev wlan0",
                "-4 route replace default via 10.9.0.1 dev wlan0 onlink",
            ],
        ),
        ("renew", {"mask": "24"}, ["-4 addr replace 10.9.1.7/24 dev wlan0"]),
        ("nak", {}, []),
    ],
)
def test_dhcp_sets_only_the_interface(tmp_path, event, more, expected):
    """The script runs no program other than ip."""
    fake = tmp_path / "ip"
    fake.write_text('#!/bin/sh\necho "$@" >> "$0.log"\n')
    fake.chmod(0o755)
    words = {"interface": "wlan0", "ip": "10.9.1.7", "dns": "10.9.0.1", "domain": "lan"}
    environment = {"PATH": str(tmp_path), **words, **more}
    done = subprocess.run(
        ["/bin/sh", stations.DHCP_SCRIPT, event], env=environment, capture_output=True, check=True
    )
    log = tmp_path / "ip.log"
    assert (log.read_text().splitlines() if log.exists() else []) == expected
    assert not done.stderr


def test_dhcp_script_is_a_program():
    assert stations.DHCP_SCRIPT.stat().st_mode & 0o111


ADDRESS = "02:43:4d:a1:02:01"
INSIDE = ["ip", "netns", "exec", "load1"]
NAMESPACE = ["ip", "netns", "add", "load1"]
MOVE = ["iw", "phy", "load1", "set", "netns", "name", "load1"]
DELETE = ["cloudmac-vap", "del", "load1"]
DELETE_NAMESPACE = ["ip", "netns", "del", "load1"]


@pytest.mark.parametrize(
    "broken, removed",
    [
        (NAMESPACE, []),
        (["cloudmac-vap", "add"], [DELETE_NAMESPACE]),
        (MOVE, [DELETE, DELETE_NAMESPACE]),
        ([*INSIDE, "ip", "link"], [[*INSIDE, *DELETE], DELETE_NAMESPACE]),
        ([*INSIDE, *DELETE], [[*INSIDE, *DELETE], DELETE_NAMESPACE]),
        (["none"], [[*INSIDE, *DELETE], DELETE_NAMESPACE]),
    ],
)
def test_removes_only_what_it_created(tmp_path, monkeypatch, capsys, broken, removed):
    ran = []

    def run(*argv, **_):
        ran.append(list(argv))
        if ran[-1][: len(broken)] == broken:
            raise stations.Failed("broken")
        return "phy#3\n\tInterface wlp0s3\n\t\tifindex 5\n"

    monkeypatch.setattr(stations, "run", run)
    words = argparse.Namespace(lower="eth1", tool="cloudmac-vap")
    station = stations.Station(words, 0, ADDRESS, tmp_path)
    try:
        station.add()
    except stations.Failed:
        assert "none" not in broken
    ran.clear()
    station.remove()
    assert ran == removed
    assert ("load1 is left" in capsys.readouterr().err) == (broken in removed)
    station.remove()
    assert ran == removed


def test_a_program_that_hangs_is_a_failure():
    with pytest.raises(stations.Failed, match="sleep 5: still running after 0.1 s"):
        stations.run("sleep", "5", seconds=0.1)


@pytest.mark.parametrize("output", ["", "phy#0\n\tInterface a\n\tInterface b\n"])
def test_a_radio_has_one_interface(output):
    with pytest.raises(stations.Failed, match="interfaces instead of one"):
        stations.interface_of(output)


LOG = b"""\
100.000001: Successfully initialized wpa_supplicant
100.500000: wlan0: Trying to associate with 02:00:00:00:01:00 (SSID='net' freq=2437 MHz)
102.250000: wlan0: CTRL-EVENT-CONNECTED - Connection to 02:00:00:00:01:00 completed [id=0 id_str=]
109.000000: wlan0: CTRL-EVENT-CONNECTED - Connection to 02:00:00:00:01:00 completed [id=0 id_str=]
"""
CONNECTED = LOG.index(b" [id=0")


@pytest.mark.parametrize("said, expected", [(LOG, 102.25), (b"", None), (LOG[:CONNECTED], None)])
def test_time_of_the_first_association(said, expected):
    assert stations.connected_at(said) == expected


@pytest.fixture(name="started")
def _started(tmp_path):
    """A station whose supplicant started at 100 s, is alive, and has written no log."""
    path = tmp_path / "log"
    path.touch()
    station = stations.Station(argparse.Namespace(timeout=30.0), 0, ADDRESS, tmp_path)
    station.log = open(path, "rb")
    station.result["started"] = 100.0
    station.deadline = time.monotonic() + 30
    station.supplicant = argparse.Namespace(poll=lambda: None)
    yield station, path
    station.log.close()


def test_joins_when_the_log_says_so(started):
    """The time is the log's, however late the log is read."""
    station, path = started
    assert not station.has_result()
    path.write_bytes(LOG[:CONNECTED])
    assert not station.has_result()
    path.write_bytes(LOG)
    station.deadline = 0
    assert station.has_result()
    assert station.result["joined_s"] == 2.25 and "failure" not in station.result


def test_joins_too_late(started):
    station, path = started
    station.options.timeout = 2
    station.deadline = 0
    path.write_bytes(LOG)
    assert station.has_result()
    assert station.result["failure"] == "not associated after 2 s"
    assert "joined_s" not in station.result


def test_supplicant_ends(started):
    station, path = started
    path.write_bytes(b"a\nb\nc\nno such option\n")
    station.supplicant = argparse.Namespace(poll=lambda: 255)
    assert station.has_result()
    words = "wpa_supplicant ended with status 255: b; c; no such option"
    assert station.result["failure"] == words
