# SPDX-License-Identifier: Apache-2.0
"""Runs one phase of ``lab run hostile``: the traffic of associated stations, beside attackers."""
from collections.abc import Mapping, Sequence

from .. import calls
from . import attackers, basics, medium_client, station, telephone, traffic

PING_INTERVAL_S = 0.05
MISSING = 20
"""So many numbers of lost frames are kept for each stream."""


class Traffic:
    """A ping and a telephone call of a station with its gateway."""

    def __init__(self, lab, name, seconds):
        peer = basics.peer(lab, name)
        address = peer.address.split("/")[0]
        ends = [(name, station.ip_address(name)), (peer.name, address)]
        self.call = telephone.Call(ends, seconds)
        count = round(seconds / PING_INTERVAL_S)
        self.ping = traffic.start_ping(name, address, count, PING_INTERVAL_S)

    def result(self):
        """Returns kind -> ``sent``, ``lost`` and ``missing``, the first numbers that were lost. The
        kinds are "ping", and the call "up" and "down"."""
        ping = traffic.ping_result(self.ping)
        # ping counts from 1.
        found = {"ping": losses(ping["sent"], {number - 1 for _, number, _ in ping["samples"]})}
        for way, seen in self.call.result().items():
            found[way] = losses(seen["sent"], {number for number, *_ in seen["arrivals"]})
        return found


def losses(sent, arrived):
    """Returns ``sent``, ``lost`` and ``missing`` of a stream. arrived: numbers, from 0."""
    lost = sorted(set(range(sent)) - arrived)
    return {"sent": sent, "lost": len(lost), "missing": lost[:MISSING]}


@calls.declare
def phase(
    lab,
    stations: Sequence[str],
    seconds: int,
    jobs: Mapping[str, attackers.Job],
    radio: str,
):
    """Measures the stations' traffic for ``seconds``. jobs: "HOST INTERFACE" -> what it sends;
    radio: the attackers'.

    Returns ``stations``: station -> Traffic.result(); ``sent``: attack -> number of frames;
    ``air``: result of air(), with ``radio_us`` of the attackers' radio."""
    for name in stations:
        # ARP, and the switches' flow caches.
        traffic.ping(name, basics.gateway(lab, name), 3)
    medium_client.airtime(reset=True)
    began_us = radio_us(medium_client.status(), radio)
    running = {name: Traffic(lab, name, seconds) for name in stations}
    sending = [attackers.start(*place.split(), seconds, job) for place, job in jobs.items()]
    sent = {}
    for process in sending:
        sent |= attackers.finish(process)
    found = {name: one.result() for name, one in running.items()}
    used = air(medium_client.airtime())
    used["radio_us"] = round(radio_us(medium_client.status(), radio) - began_us)
    return {"stations": found, "sent": sent, "air": used}


def radio_us(status, name):
    """Returns the time on the air of a radio's frames so far, by the medium's status."""
    return next(radio["air_us"] for radio in status["radios"] if radio["name"] == name)


def air(accounts):
    """Returns the time on the air of all frames with their responses in microseconds, and the number
    of tries."""
    return {
        "us": round(sum(one["tx_us"] + one["response_us"] for one in accounts)),
        "tries": sum(one["tries"] for one in accounts),
    }
