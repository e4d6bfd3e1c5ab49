# SPDX-License-Identifier: Apache-2.0
"""Sends the frames of attacks (attack_frames.py), or harmless ones of the same lengths and rates.

A program that runs in a host's namespace. Its arguments are an interface and the seconds. Standard
input is a Job in JSON. At the end it prints attack -> number of frames sent."""
import heapq
import json
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import TypedDict

from .. import calls
from . import attack_frames, shell, station, vap, wtp

MONITOR = "mon0"
LONGEST = 2304
"""MTU of the monitor interface: the largest of mac80211."""


class Job(TypedDict):
    """What one host sends. per_s: attack -> frames a second; targets: the fields of
    attack_frames.Targets; harmless: frames that concern nobody instead; wires: source and
    destination address of harmless frames on the wire, None for the air."""

    per_s: Mapping[str, float]
    targets: Mapping[str, str | int | Sequence[str]]
    harmless: bool
    wires: tuple[str, str] | None


@calls.declare
def take_radio(lab, name: str):
    """Ends an access point and has only a monitor interface on its radio. mac80211 injects frames of
    any transmitter only if the radio has no other interface that is up."""
    vap.stop_hostapd(name)
    frequency = wtp.frequency(lab.topology.hosts[name].options["channel"])
    shell.run(name, "ip", "link", "set", station.INTERFACE, "down")
    shell.run(
        name,
        *("iw", "dev", station.INTERFACE, "interface", "add", MONITOR, "type", "monitor"),
    )
    shell.run(name, "ip", "link", "set", MONITOR, "mtu", LONGEST, "up")
    shell.run(name, "iw", "dev", MONITOR, "set", "freq", frequency)


def start(host, interface, seconds, job):
    """Starts the program in a host."""
    words = ["/usr/bin/python3", "-m", "cloudmac_testbed.guest.attackers", interface, seconds]
    process = subprocess.Popen(
        shell.command(host, words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdin.write(json.dumps(job))
    process.stdin.close()
    process.stdin = None
    return process


def finish(process):
    """Waits for the end of the program. Returns attack -> number of frames sent."""
    output, errors = process.communicate()
    if process.returncode:
        raise shell.CommandFailed(f"attackers: {errors.strip()[-500:]}")
    return json.loads(output)


def schedule(per_s, seconds):
    """Yields (time in seconds, attack, number of the frame) in the order of time. The attacks start
    one after the other within a frame's interval, so that they do not send in bursts."""
    starts = {name: place / len(per_s) / per_s[name] for place, name in enumerate(sorted(per_s))}
    waiting = [(start, name, 0) for name, start in starts.items()]
    heapq.heapify(waiting)
    while waiting and waiting[0][0] < seconds:
        due, name, number = waiting[0]
        yield due, name, number
        following = starts[name] + (number + 1) / per_s[name]
        heapq.heapreplace(waiting, (following, name, number + 1))


def frame_of(job, targets, name, number):
    """Returns the octets of one frame of a job."""
    frame = attack_frames.FRAMES[name](number, targets)
    if not job["harmless"]:
        return frame
    if job["wires"]:
        return attack_frames.harmless_on_wire(frame, *job["wires"])
    return attack_frames.harmless_on_air(frame)


def main():
    interface, seconds = sys.argv[1], float(sys.argv[2])
    job = json.load(sys.stdin)
    targets = attack_frames.Targets(**job["targets"])
    sent = dict.fromkeys(job["per_s"], 0)
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as sock:
        sock.bind((interface, 0))
        began = time.monotonic()
        for due, name, number in schedule(job["per_s"], seconds):
            left = began + due - time.monotonic()
            if left > 0:
                time.sleep(left)
            sock.send(frame_of(job, targets, name, number))
            sent[name] += 1
    print(json.dumps(sent))


if __name__ == "__main__":
    main()
