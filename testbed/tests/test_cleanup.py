# SPDX-License-Identifier: Apache-2.0
"""Ends labs in all ways and checks that they leave nothing on the machine.

    ct1 --- swa --- ct2        learning switch, no controller
"""
import concurrent.futures
import os
import signal
import subprocess
import threading

import pytest
import yaml
from conftest import Traces, command, finished, plan, wait_for
from cloudmac_testbed import client, uml, virtual
from cloudmac_testbed.guest import kernel_log, round_trips, shell, traffic
from cloudmac_testbed.errors import LabError
from cloudmac_testbed.settings import RUNTIME

TOPOLOGY = {"switches": ["swa"], "hosts": {"ct1": {"at": "swa"}, "ct2": {"at": "swa"}}}
TRUNK = {
    "switches": ["swa", "swb"],
    "hosts": {"ct1": {"at": "swa"}, "ct2": {"at": "swb"}},
    "links": [{"between": ["swa", "swb"], "rate_mbps": 20, "delay_us": 250}],
}
"""Topology in which round_trips.wire measures as long as it is asked to."""


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "small.yaml"
    path.write_text(yaml.safe_dump(TOPOLOGY))
    return str(path)


def up(document_):
    return command("lab", "up", "--no-controller", "--topology", document_)


def booted():
    """Returns true if the lab kernel writes to its console."""
    console = RUNTIME / "console.log"
    return console.exists() and console.stat().st_size > 0


def built():
    """Returns true if the guest runs. It makes hosts and switches next."""
    return (RUNTIME / "exchange" / "uptime").exists()


@pytest.mark.parametrize("point", ["start", "boot", "build"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_interrupted_while_coming_up(kernel, nothing_left, document, point, number):
    """Ends ``lab up`` by Ctrl-C, kill and kill -9 at three points."""
    for stale in (RUNTIME / "console.log", RUNTIME / "exchange" / "uptime"):
        stale.unlink(missing_ok=True)
    process = up(document)
    wait_for(point, {"start": (RUNTIME / "control").exists, "boot": booted, "build": built}[point])
    os.killpg(process.pid, number)
    status, output = finished(process, 30)
    assert (
        status in {signal.SIGINT: (130,), signal.SIGTERM: (143,), signal.SIGKILL: (-9,)}[number]
    ), output


def test_supervisor_killed(kernel, nothing_left, document):
    """Kills the supervisor with kill -9. A new lab can start."""
    assert finished(up(document))[0] == 0
    os.kill(client.inside(), signal.SIGKILL)
    wait_for(
        "the lab to be gone", lambda: not Traces.now().left_since(nothing_left).get("processes")
    )
    with pytest.raises(LabError, match="no lab is up"):
        client.status()
    status, output = finished(up(document))
    assert status == 0, output
    client.down()


def test_lab_kernel_killed(kernel, nothing_left, document):
    """Kills the guest. Calls fail with one line, and ``lab down`` still works."""
    assert finished(up(document))[0] == 0
    found = [
        pid
        for pid, words in Traces.now().left_since(nothing_left)["processes"]
        if b"umid=lab" in words
    ]
    for pid in found:
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(LabError):
        client.call(shell.uptime)
    wait_for("the lab to be seen as down", lambda: not client.status()["up"])
    client.down()


def refuse_second_lab(document_):
    """Fails unless a second ``lab up`` names the lab that is up, and leaves it alone."""
    status, output = finished(up(document_))
    assert status == 1
    assert output.startswith(
        f"cloudmac: a lab is up on this machine: topology {document_}, started 20"
    )
    assert output.endswith("; ./cloudmac lab down ends it\n")
    state = client.status()
    assert state["up"] and state["topology"] == document_
    assert f"started {state['started']} by {state['user']};" in output


@pytest.fixture(name="measuring")
def _measuring(kernel, scratch):
    """Measures in virtual time during a test, in the same runtime folder. Fails if the measurement
    does not go on after the test."""
    seen = [0]
    enough = threading.Event()

    def tick(seconds):
        seen.append(seconds)
        if enough.is_set():
            raise LabError("enough")

    with concurrent.futures.ThreadPoolExecutor() as pool:
        measured = pool.submit(
            virtual.measure,
            scratch / "during",
            kernel,
            plan(TRUNK),
            round_trips.wire,
            seed=1,
            tick=tick,
            seconds=10000,
        )

        def goes_on(then):
            return measured.done() or seen[-1] > then

        try:
            wait_for("the measurement to begin", lambda: goes_on(0), 60)
            yield
            then = seen[-1]
            wait_for("the measurement to go on", lambda: goes_on(then), 60)
        finally:
            enough.set()
        with pytest.raises(LabError, match="^enough"):
            measured.result(60)


def test_up_shell_second_lab_and_down(kernel, nothing_left, measuring, document):
    """During a measurement in virtual time."""
    assert finished(up(document))[0] == 0
    assert client.status()["up"]
    address = plan(TOPOLOGY).hosts["ct2"].address.split("/")[0]
    assert client.call(traffic.ping, host="ct1", address=address, count=3)["lost"] == 0
    status, output = finished(
        command("lab", "shell", "ct1", "ip", "-br", "addr", stdin=subprocess.DEVNULL)
    )
    assert status == 0 and "10.20.0.1/24" in output
    assert finished(command("lab", "shell", "ct1", "false", stdin=subprocess.DEVNULL))[0] == 1
    refuse_second_lab(document)
    assert finished(command("lab", "down"))[0] == 0
    assert finished(command("lab", "down")) == (1, f"cloudmac: {client.NO_LAB}\n")


def test_down_waits_for_processes_that_outlive_the_supervisor(tmp_path, monkeypatch):
    """A process of the lab holds the lock, and ends after the supervisor."""
    monkeypatch.setattr(client, "RUNTIME", tmp_path)
    (tmp_path / "control").touch()
    held = ["flock", str(tmp_path / "lock"), "sh", "-c", "echo held; read line"]
    with subprocess.Popen(held, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"held\n"
        asked = threading.Event()
        monkeypatch.setattr(client.time, "sleep", lambda _: asked.set())
        ending = threading.Thread(target=client.down)
        ending.start()
        assert asked.wait(30), "down() did not wait for the lock"
        assert (tmp_path / "control").exists()
        process.communicate(b"\n")
        ending.join(30)
    assert not (tmp_path / "control").exists()


def test_measurement_interrupted(kernel, nothing_left, scratch):
    """An error outside the guest ends the boot in virtual time."""

    def tick(seconds):
        if seconds > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        virtual.measure(
            scratch / "run",
            kernel,
            plan(TRUNK),
            round_trips.wire,
            seed=1,
            tick=tick,
            seconds=10000,
        )


def test_guest_failure_is_one_line(kernel, nothing_left, scratch):
    with pytest.raises(LabError, match="in the lab: KeyError"):
        virtual.measure(
            scratch / "run", kernel, plan(TOPOLOGY), round_trips.wire, seed=1, server="nobody"
        )


def test_kernel_complaint_fails(kernel, nothing_left, scratch):
    """A WARNING of the lab's kernel is an error, even if the experiment succeeds."""
    with pytest.raises(LabError, match="the lab kernel complained: .*WARNING: "):
        virtual.measure(scratch / "run", kernel, plan(TOPOLOGY), kernel_log.complain, seed=1)


def test_missing_tool_is_one_line(kernel, document, tmp_path):
    status, output = finished(
        subprocess.Popen(
            [
                "/usr/bin/python3",
                "-c",
                "import shutil; which = shutil.which\n"
                "shutil.which = lambda name, **more: None if name == 'unshare' else which(name, **more)\n"
                "import sys; sys.argv[1:] = ['lab', 'up', '--no-controller', '--topology', sys.argv[1]]\n"
                "from cloudmac_testbed.__main__ import main; main()",
                document,
            ],
            cwd=uml.ROOT / "testbed",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    )
    assert status == 1
    assert output == "cloudmac: missing on this machine: unshare; ./cloudmac build installs it\n"


def test_full_disk_is_one_line(kernel, scratch, tmp_path):
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", tmp_path], check=True)
    try:
        with pytest.raises(LabError, match="is full: 1 MB left, 200 MB needed"):
            virtual.measure(tmp_path / "run", kernel, plan(TOPOLOGY), round_trips.wire, seed=1)
    finally:
        subprocess.run(["umount", tmp_path], check=True)
