# SPDX-License-Identifier: Apache-2.0
"""Tests cloudmac-load without radios."""
import argparse
import importlib.machinery
import importlib.util
import json
import pathlib
import socket
import subprocess
import sys
import threading
import time

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "load"
sys.path.insert(0, str(FOLDER))
import cloudmac_load_plot  # noqa: E402
import cloudmac_load_station as stations  # noqa: E402
import cloudmac_load_traffic as traffic  # noqa: E402

TOOL = FOLDER / "cloudmac-load"
loader = importlib.machinery.SourceFileLoader("cloudmac_load", str(TOOL))
load = importlib.util.module_from_spec(importlib.util.spec_from_loader("cloudmac_load", loader))
loader.exec_module(load)


@pytest.fixture(name="port")
def _port():
    with traffic._Server(("127.0.0.1", 0), traffic._Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.mark.parametrize("way", traffic.WAYS)
def test_counts_what_arrived(port, way):
    assert traffic.exchange(way, "127.0.0.1", port, 1) > len(traffic.BLOCK)


def test_server_answers_when_the_time_is_over(port):
    """Although the station still sends."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
        sock.sendall(b"up 1\nabcd")
        began = time.monotonic()
        assert sock.makefile("rb").readline() == b"4\n"
        assert time.monotonic() - began < 8
        sock.sendall(b"more")


def test_station_ends_sending_into_a_full_queue():
    """The server receives nothing but the line. The station asks for the number in time."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            sock, _ = server.accept()
            with sock:
                assert sock.recv(5) == b"up 1\n"
                time.sleep(1.5)
                sock.sendall(b"77\n")
                time.sleep(0.5)

        thread = threading.Thread(target=answer)
        thread.start()
        began = time.monotonic()
        assert traffic.exchange("up", "127.0.0.1", server.getsockname()[1], 1) == 77
        assert 1 <= time.monotonic() - began < 15
        thread.join()


@pytest.mark.parametrize(
    "output, errors, mbps, failure",
    [
        ("2500000\n", "", 2.0, None),
        ("0\n", "timed out\n", 0, "nothing arrived up: timed out"),
        ("0\n", "", 0, "nothing arrived up"),
        ("", "Traceback\nNoMemory\n", 0, "nothing arrived up: NoMemory"),
    ],
)
def test_notes_traffic(output, errors, mbps, failure):
    result = {}
    load.note_traffic(result, "up", 10, output, errors)
    assert result["mbps"] == {"up": mbps} and result.get("failure") == failure


def test_traffic_that_hangs_is_killed():
    pipe = subprocess.PIPE
    process = subprocess.Popen(["sleep", "60"], stdout=pipe, stderr=pipe, text=True)
    assert load.ended(process, time.monotonic()) == ("", "it did not end")
    assert process.wait(10) == -9


@pytest.mark.parametrize(
    "line",
    [b"\n", b"up\n", b"sideways 1\n", b"down 99999\n", b"down 0\n", b"\xff" * 80],
)
def test_server_ends_wrong_requests(port, line):
    with socket.create_connection(("127.0.0.1", port), timeout=5) as sock:
        sock.sendall(line)
        sock.shutdown(socket.SHUT_WR)
        try:
            assert sock.recv(100) == b""
        except ConnectionResetError:
            pass


def test_addresses_follow_the_first():
    assert load.address_of("02:43:4d:a1:02:fe", 0) == "02:43:4d:a1:02:fe"
    assert load.address_of("02:43:4d:a1:02:fe", 3) == "02:43:4d:a1:03:01"


@pytest.mark.parametrize(
    "more, expected",
    [
        ([], "key_mgmt=NONE"),
        (["--psk-file", "secret"], 'psk="a secret"'),
        (["--psk-file", "secret", "--sae"], 'sae_password="a secret"'),
        (["--frequency", "2412", "2437"], "scan_freq=2412 2437"),
    ],
)
def test_network(tmp_path, monkeypatch, more, expected):
    monkeypatch.chdir(tmp_path)
    pathlib.Path("secret").write_text("a secret\n")
    options = load.parser().parse_args(["run", "--lower", "eth1", "--ssid", "net", *more])
    assert expected in load.network_block(options)


@pytest.mark.parametrize(
    "arguments", [["run"], ["run", "--lower", "a", "--ssid", "b", "--stations", "0"]]
)
def test_wrong_arguments(arguments):
    done = subprocess.run([TOOL, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "usage:" in done.stderr


def test_summary_and_plot(tmp_path):
    options = argparse.Namespace(ways=["up"], server="here", seconds=10, ssid="net")
    made = [
        {"started": 5.0, "joined_s": 1.0, "mbps": {"up": 2.0}},
        {"started": 6.0, "joined_s": 3.0, "mbps": {"up": 4.0}},
        {"started": 7.0, "failure": "not associated after 30 s"},
    ]
    data = load.summary(options, [argparse.Namespace(result=dict(one)) for one in made])
    assert (data["stations"], data["associated"], data["failures"]) == (3, 2, 1)
    assert [one.get("associated_s") for one in data["each"]] == [1.0, 4.0, None]
    assert data["all_joined_s"] is None and data["joins_per_s"] == 0.5
    assert data["total_mbps"] == {"up": 6.0}
    json.dumps(data)
    cloudmac_load_plot.draw({"net": data}, tmp_path / "load.png")
    assert (tmp_path / "load.png").stat().st_size > 1000


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
    options = argparse.Namespace(lower="eth1", tool="cloudmac-vap")
    station = stations.Station(options, 0, ADDRESS, tmp_path)
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


def test_starts_are_on_schedule(monkeypatch):
    """Also if polling is slow."""
    clock = [0.0]
    monkeypatch.setattr(load.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(
        load.time, "sleep", lambda seconds: clock.__setitem__(0, clock[0] + seconds)
    )
    starts = []

    class Fake:
        """Joins after 1 s. A poll lasts 20 ms."""

        def start(self):
            self.began = clock[0]
            starts.append(self.began)

        def has_result(self):
            clock[0] += 0.02
            return clock[0] > self.began + 1

    load.join_all([Fake() for _ in range(4)], 0.3)
    assert starts == pytest.approx([0, 0.3, 0.6, 0.9], abs=0.001 + 3 * 0.02)
    assert 1.9 < clock[0] < 2.2
