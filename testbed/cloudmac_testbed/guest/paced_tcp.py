# SPDX-License-Identifier: Apache-2.0
"""A flow of TCP at a fixed rate between two hosts, and when its octets arrive. By iperf3."""
import itertools

from .. import calls
from . import shell, traffic

INTERVAL_S = 0.1
WRITE = "4K"
"""iperf3 paces whole writes, so they must be small."""
_ports = itertools.count(5500)
_flows = {}


@calls.declare
def start(host: str, server: str, address: str, mbps: float, seconds: int):
    """Starts a flow from a host to an address of the host ``server``."""
    port = next(_ports)
    receiver = traffic.Program(server, ["iperf3", "-s", "-1", "-J", "-i", INTERVAL_S, "-p", port])
    shell.wait_for(
        f"iperf3 on {server} port {port}",
        lambda: f":{port} " in shell.run(server, "ss", "-Hltn"),
    )
    words = ["-p", port, "-t", seconds, "-b", f"{mbps}M", "-l", WRITE, "-i", INTERVAL_S, "-J"]
    _flows[host] = receiver, traffic.Program(host, ["iperf3", "-c", address, *words])


@calls.declare
def finish(host: str):
    """Waits for the end of a host's flow. Returns {"intervals": [begin, end, octets that arrived], in
    seconds since the begin of the flow, each of about INTERVAL_S, "retransmits": segments}."""
    receiver, sender = _flows.pop(host)
    sent = traffic.iperf_report("sender", sender)
    arrived = traffic.iperf_report("receiver", receiver)
    sums = [interval["sum"] for interval in arrived["intervals"]]
    return {
        "intervals": [[one["start"], one["end"], one["bytes"]] for one in sums],
        "retransmits": sent["end"]["sum_sent"]["retransmits"],
    }
