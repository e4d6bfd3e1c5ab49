# SPDX-License-Identifier: Apache-2.0
"""Tests cloudmac-load without radios."""
import argparse
import contextlib
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
                time.sleep(1.5)  # it reads nothing for longer than the station sends
                sock.sendall(b"77\n")
                with contextlib.suppress(OSError):
                    traffic.receive(sock, 15)

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
        try:
            assert sock.recv(100) == b""
        except ConnectionResetError:
            pass


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "the following arguments are required: verb"),
        (["run"], "the following arguments are required: --lower, --ssid"),
        (["run", "--lower", "lo", "--ssid", "b", "--stations", "0"], "--stations is not a number"),
        (["serve", "--port", "70000"], "--port is not a number from 1 to 65535"),
    ],
)
def test_wrong_arguments_are_one_line(arguments, words):
    done = subprocess.run([TOOL, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"cloudmac-load: {words}") and done.stderr.count("\n") == 1


def test_a_port_in_use_is_one_line(port):
    done = subprocess.run(
        [TOOL, "serve", "--port", str(port)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "Address already in use" in done.stderr


def test_summary_and_plot(tmp_path):
    ran = argparse.Namespace(ways=["up"], server="here", seconds=10, ssid="net")
    made = [
        {"started": 5.0, "joined_s": 1.0, "mbps": {"up": 2.0}},
        {"started": 6.0, "joined_s": 3.0, "mbps": {"up": 4.0}},
        {"started": 7.0, "failure": "not associated after 30 s"},
    ]
    data = load.summary(ran, [argparse.Namespace(result=dict(one)) for one in made])
    assert (data["stations"], data["associated"], data["failures"]) == (3, 2, 1)
    assert [one.get("associated_s") for one in data["each"]] == [1.0, 4.0, None]
    assert data["all_joined_s"] is None and data["joins_per_s"] == 0.5
    assert data["total_mbps"] == {"up": 6.0}
    json.dumps(data)
    cloudmac_load_plot.draw({"net": data}, tmp_path / "load.png")
    assert (tmp_path / "load.png").stat().st_size > 1000


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


def test_sigint_ends_only_the_wait(monkeypatch, capsys):
    def interrupted(seconds):
        assert seconds == 60
        raise KeyboardInterrupt

    monkeypatch.setattr(load.time, "sleep", interrupted)
    load.keep(60)
    assert "keeps the stations for 60 s" in capsys.readouterr().err
    load.keep(0)
    assert not capsys.readouterr().err
