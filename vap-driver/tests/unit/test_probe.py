# SPDX-License-Identifier: Apache-2.0
"""cloudmac-vap doctor --probe and --answer, on the two ends of a link with port security.

    probe --- near [ port security ] far --- answer
"""

import concurrent.futures
import contextlib
import ctypes
import os
import socket
import subprocess
import threading
from itertools import permutations
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[2] / "build/cloudmac-vap"
ETHERTYPE = 0x1337
LIBC = ctypes.CDLL(None, use_errno=True)
BROADCAST = b"\xff" * 6


@pytest.fixture(name="link", autouse=True)
def link_in_own_namespace():
    """Moves the test's thread to a network namespace with the four interfaces."""
    home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    assert LIBC.unshare(0x40000000) == 0, "CLONE_NEWNET; the test needs root"
    try:
        for one, other in (("probe", "near"), ("far", "answer")):
            ip("link", "add", "name", one, "type", "veth", "peer", "name", other)
            ip("link", "set", one, "up")
            ip("link", "set", other, "up")
        yield
    finally:
        assert LIBC.setns(home, 0) == 0
        os.close(home)


def ip(*words):
    subprocess.run(["ip", *words], check=True)


def address(name):
    """Returns the address of an interface, in octets."""
    text = subprocess.run(
        ["ip", "-br", "link", "show", name], capture_output=True, text=True, check=True
    ).stdout
    return bytes.fromhex(text.split()[2].replace(":", ""))


@contextlib.contextmanager
def port_security(passes):
    """Forwards the frames between near and far for which ``passes(interface, frame)`` is true;
    ``interface`` is where the frame comes from."""
    sockets = {name: socket.socket(socket.AF_PACKET, socket.SOCK_RAW) for name in ("near", "far")}
    for name, sock in sockets.items():
        sock.bind((name, ETHERTYPE))
        promiscuous = socket.if_nametoindex(name).to_bytes(4, "little") + bytes([1, 0]) + bytes(10)
        sock.setsockopt(263, 1, promiscuous)  # SOL_PACKET, PACKET_ADD_MEMBERSHIP
        sock.settimeout(0.1)
    ended = threading.Event()

    def forward(name, other):
        while not ended.is_set():
            with contextlib.suppress(TimeoutError):
                frame, (_, _, kind, *_) = sockets[name].recvfrom(2000)
                if kind != socket.PACKET_OUTGOING and passes(name, frame):
                    sockets[other].send(frame)

    with concurrent.futures.ThreadPoolExecutor() as pool:
        forwarding = [pool.submit(forward, *names) for names in permutations(sockets)]
        try:
            yield
        finally:
            ended.set()
    for each in forwarding:
        each.result()
    for sock in sockets.values():
        sock.close()


@contextlib.contextmanager
def answering():
    with subprocess.Popen(
        [TOOL, "doctor", "--answer", "answer"], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout.readline() == "answering probes on answer\n"
            yield process
        finally:
            process.terminate()


def probe(tmp_path):
    """Probes from a made-up host on which the doctor finds nothing."""
    (tmp_path / "sys/module/cloudmac_hwsim").mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [TOOL, "doctor", "--root", tmp_path, "--probe", "probe"], capture_output=True, text=True
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def probe_through(tmp_path, passes):
    with port_security(passes), answering():
        return probe(tmp_path)


def test_all_frames_pass(tmp_path):
    with port_security(lambda name, frame: True), answering() as process:
        assert probe(tmp_path) == (
            0,
            "nothing found that keeps this host from running VAPs\n"
            "frames with foreign addresses pass both ways at probe\n",
        )
        assert process.stdout.readline() == "probe from {}\n".format(address("probe").hex(":"))


def test_nobody_answers(tmp_path):
    with port_security(lambda name, frame: True):
        status, text = probe(tmp_path)
    assert status == 1 and "No answer to probes on probe" in text, text
    assert "cloudmac-vap doctor --answer INTERFACE" in text


def test_foreign_sources_blocked_on_the_way_out(tmp_path):
    own = address("probe")
    status, text = probe_through(tmp_path, lambda name, frame: name == "far" or frame[6:12] == own)
    assert status == 1 and "source address do not leave through probe" in text, text
    assert "do not arrive" not in text and "forged transmits" in text, text


def test_foreign_sources_blocked_on_the_way_in(tmp_path):
    own = address("answer")
    status, text = probe_through(tmp_path, lambda name, frame: name == "near" or frame[6:12] == own)
    assert status == 1 and "source address do not arrive at probe" in text, text
    assert "leave" not in text and "to a foreign address" not in text, text


def test_foreign_destinations_blocked_on_the_way_in(tmp_path):
    known = (address("probe"), BROADCAST)
    status, text = probe_through(tmp_path, lambda name, frame: frame[:6] in known)
    assert status == 1 and "to a foreign address do not arrive at probe" in text, text
    assert "source" not in text and "promiscuous mode" in text, text


def test_answers_of_others_do_not_count(tmp_path):
    """Another probe's answers, and frames that are too short, leave the verdict as it is."""

    def passes(name, frame):
        if name == "far":
            sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
            with sock:
                sock.bind(("near", 0))
                sock.send(frame[:40])
                sock.send(frame[:31] + bytes(8) + frame[39:])
        return name == "near"

    status, text = probe_through(tmp_path, passes)
    assert status == 1 and "No answer to probes on probe" in text, text


def test_refused(tmp_path):
    for options, message in (
        (["--probe", "nothing"], "no interface nothing"),
        (["--answer", "nothing"], "no interface nothing"),
        (
            ["--answer", "probe", "--probe", "probe"],
            "--answer cannot be combined with other options",
        ),
        (
            ["--answer", "probe", "--root", str(tmp_path)],
            "--answer cannot be combined with other options",
        ),
        (["--probe"], "requires an argument"),
    ):
        done = subprocess.run([TOOL, "doctor", *options], capture_output=True, text=True)
        assert done.returncode in (1, 2) and message in done.stderr, (options, done.stderr)
