# SPDX-License-Identifier: Apache-2.0
"""Traffic by real tools: ping and iperf3."""
import json
import re
import subprocess

from . import shell

REPLY = re.compile(r"^\[(?P<at>[\d.]+)\].*icmp_seq=(?P<seq>\d+) .*time=(?P<ms>[\d.]+) ms", re.M)
SUMMARY = re.compile(r"(\d+) packets transmitted, (\d+) received")
UP_PORT, DOWN_PORT = 5201, 5202


def start_ping(host, address, count, interval_s):
    """Start ``count`` echo requests, one every ``interval_s`` seconds."""
    argv = ["ping", "-D", "-n", "-i", f"{interval_s:g}", "-c", count, "-W", "5", address]
    return subprocess.Popen(
        shell.command(host, argv), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def ping_result(process):
    """Wait for a ping; return its round-trip times.

    ``samples``: [seconds since the first reply, sequence number, RTT in ms];
    ``sent``, ``lost``: numbers of requests."""
    output, _ = process.communicate()
    summary = SUMMARY.search(output)
    if not summary:
        raise shell.CommandFailed(f"ping: {output.strip()[-500:]}")
    replies = [(float(m["at"]), int(m["seq"]), float(m["ms"])) for m in REPLY.finditer(output)]
    first = replies[0][0] if replies else 0.0
    sent = int(summary[1])
    unique = {seq: [round(at - first, 6), seq, ms] for at, seq, ms in reversed(replies)}
    samples = [unique[seq] for seq in sorted(unique)]
    return {"samples": samples, "sent": sent, "lost": sent - len(samples)}


def ping(host, address, count=10, interval_s=0.2):
    """Ping to the end; see ping_result()."""
    return ping_result(start_ping(host, address, count, interval_s))


def throughput(host, address, seconds=3, reverse=False):
    """One TCP flow to an iperf3 server that is running; the mean in Mb/s.
    ``reverse``: from the server to the host."""
    output = shell.run(
        host,
        "iperf3",
        "-c",
        address,
        "-t",
        seconds,
        "-J",
        *(["-R"] if reverse else []),
        timeout=seconds + 30,
    )
    return json.loads(output)["end"]["sum_received"]["bits_per_second"] / 1e6


class CrossTraffic:
    """Four TCP flows each way between two hosts, as in the RRUL test.

    Starts at construction; ``result(a, b)`` waits for the end and gives the mean
    throughput between the seconds a and b after the start, in Mb/s."""

    def __init__(self, client, server, address, seconds, flows=4):
        self.processes = {}
        for name, port in (("up", UP_PORT), ("down", DOWN_PORT)):
            shell.start(server, f"iperf3-{server}-{port}", "iperf3", "-s", "-1", "-p", port)
            shell.wait_for(
                f"iperf3 on {server} port {port}",
                lambda port=port: f":{port} " in shell.run(server, "ss", "-Hltn"),
            )
        for name, port, more in (("up", UP_PORT, []), ("down", DOWN_PORT, ["-R"])):
            argv = ["iperf3", "-c", address, "-p", port, "-P", flows, "-t", seconds, "-J", *more]
            self.processes[name] = subprocess.Popen(
                shell.command(client, argv),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )

    def result(self, begin, end):
        result = {}
        for name, process in self.processes.items():
            output, _ = process.communicate()
            report = json.loads(output[output.find("{") :])
            if report.get("error"):
                raise shell.CommandFailed(f"iperf3 {name}: {report['error']}")
            sums = [interval["sum"] for interval in report["intervals"]]
            # By their middle: where the clock is real, no interval ends on the second.
            inside = [s for s in sums if begin < (s["start"] + s["end"]) / 2 < end]
            octets = sum(s["bytes"] for s in inside)
            duration = sum(s["seconds"] for s in inside)
            result[f"cross_{name}_mbps"] = (
                round(octets * 8 / duration / 1e6, 2) if duration else 0.0
            )
        return result
