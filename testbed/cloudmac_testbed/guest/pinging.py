# SPDX-License-Identifier: Apache-2.0
"""Pings that go on while the machine does something else, such as a handover."""
from .. import calls
from . import shell, traffic

_running = {}


@calls.declare
def begin(host: str, address: str, count: int, interval_s: float = 0.02, replies: int = 20):
    """Starts a ping from a host. Returns as soon as some ``replies`` have arrived."""
    process = _running[host] = traffic.start_ping(host, address, count, interval_s)

    def arrived():
        return len(traffic.REPLY.findall(process.so_far())) >= replies or process.poll() is not None

    shell.wait_for(f"{replies} replies to {host}", arrived, 10 + 10 * replies * interval_s)


@calls.declare
def goes_on(host: str):
    """Returns true if the ping of a host still sends."""
    return _running[host].poll() is None


@calls.declare
def finish(host: str):
    """Waits for the end of a host's ping. Returns traffic.ping_result()."""
    return traffic.ping_result(_running.pop(host))
