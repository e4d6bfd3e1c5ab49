# SPDX-License-Identifier: Apache-2.0
"""Declares the queueing policies and loads to measure."""
import dataclasses

SHAPED = "95000000"
"""A little below the wire's 100 Mb/s, as the demo's HTB. Policies without it run at the port's
own rate: the network card limits the rate, and HTB only chooses the next frame."""
ASSURED, REST_ASSURED = 50_000_000, 10_000_000
SHORT = {"type": "pfifo", "pfifo": {"limit": 50}}
"""6 ms of full frames at 100 Mb/s."""
FQ_CODEL = {"type": "fq-codel"}
SFQ = {"type": "sfq"}
STATION_QUEUE = 10
"""The first station's queue, where rules choose a queue by station; then one each."""


@dataclasses.dataclass(frozen=True)
class HybridPolicy:
    """A candidate. call: input of apply-qos; qdisc: the root qdisc that the switch's kernel has
    then.

    direct: what the application cannot express, and the guest does to the switches instead
    (guest/mixed.py). Its ``by_station``: the first of the queues, one for each station;
    ``queue``: other_config of such a queue."""

    name: str
    what: str
    qdisc: str
    call: dict
    direct: dict = dataclasses.field(default_factory=dict)


def _class(queue, priority, assured, leaf, cap=None):
    members = {"queue": queue, "priority": priority, "min-rate": str(min(assured, cap or assured))}
    if cap:
        members["max-rate"] = str(cap)
    if leaf:
        members["leaf-qdisc"] = leaf
    return members


def _htb(cloudmac, rest, rate=None, cap=None):
    """Returns the input of apply-qos for HTB with two classes and these leaves."""
    classes = [
        _class(0, 1, REST_ASSURED, rest),
        _class(1, 0, ASSURED, cloudmac, cap),
    ]
    return {
        "type": "htb",
        **({"link-rate": rate} if rate else {}),
        "htb": {"class": classes},
    }


def _cake(diffserv, tin, **more):
    """Returns the input of apply-qos for CAKE with all CloudMAC frames in one tin."""
    priorities = [{"priority": number, "queue": tin} for number in range(8)]
    return {"type": "cake", "cake": {"diffserv": diffserv, "user-priority": priorities, **more}}


_UNSHAPED = {"bandwidth": "0"}
_FRAMED = {"bandwidth": "100000000", "overhead": 24, "mpu": 84}
"""The wire's whole rate, with Ethernet's preamble, frame check and gap counted."""

POLICIES = (
    HybridPolicy("cloudmac", "what the application has as its own", "htb", {"type": "cloudmac"}),
    HybridPolicy("fifo", "the port's own FIFO", "pfifo_fast", {"type": "fifo"}),
    HybridPolicy("fq-codel", "one FQ-CoDel for all", "fq_codel", {"type": "fq-codel"}),
    HybridPolicy(
        "htb",
        "the paper's: two classes, FIFOs, 95 Mb/s",
        "htb",
        {"type": "htb", "link-rate": SHAPED},
    ),
    HybridPolicy(
        "htb-95",
        "CloudMAC pfifo 50, rest FQ-CoDel, 95 Mb/s",
        "htb",
        _htb(SHORT, FQ_CODEL, SHAPED),
    ),
    HybridPolicy(
        "htb-97",
        "CloudMAC pfifo 50, rest FQ-CoDel, 97 Mb/s",
        "htb",
        _htb(SHORT, FQ_CODEL, "97000000"),
    ),
    HybridPolicy(
        "htb-line",
        "CloudMAC pfifo 50, rest FQ-CoDel, line rate",
        "htb",
        _htb(SHORT, FQ_CODEL),
    ),
    HybridPolicy(
        "htb-cap30",
        "htb-line, CloudMAC never above 30 Mb/s",
        "htb",
        _htb(SHORT, FQ_CODEL, cap=30_000_000),
    ),
    HybridPolicy(
        "htb-cap20",
        "htb-line, CloudMAC never above 20 Mb/s",
        "htb",
        _htb(SHORT, FQ_CODEL, cap=20_000_000),
    ),
    HybridPolicy(
        "htb-fq-fq",
        "htb-line, CloudMAC with FQ-CoDel",
        "htb",
        _htb(FQ_CODEL, FQ_CODEL),
    ),
    HybridPolicy("htb-sfq-fq", "htb-line, CloudMAC with SFQ", "htb", _htb(SFQ, FQ_CODEL)),
    HybridPolicy(
        "htb-stations",
        "htb-line, a class for each station",
        "htb",
        _htb(SHORT, FQ_CODEL),
        {
            "by_station": STATION_QUEUE,
            "queue": {
                "priority": "0",
                "min-rate": str(ASSURED // 4),
                "max-rate": "100000000",
                "leaf-qdisc": "pfifo",
                "leaf-limit": "50",
            },
        },
    ),
    HybridPolicy(
        "prio-fq",
        "PRIO: CloudMAC pfifo 50, rest FQ-CoDel",
        "prio",
        {
            "type": "prio",
            "prio": {
                "bands": 2,
                "band": [
                    {"queue": 0, "leaf-qdisc": SHORT},
                    {"queue": 1, "leaf-qdisc": FQ_CODEL},
                ],
            },
        },
    ),
    HybridPolicy(
        "cake-video",
        "CAKE diffserv4, CloudMAC in Video, line rate",
        "cake",
        _cake("diffserv4", 2, **_FRAMED),
    ),
    HybridPolicy(
        "cake-voice",
        "CAKE diffserv4, CloudMAC in Voice, line rate",
        "cake",
        _cake("diffserv4", 3, **_FRAMED),
    ),
    HybridPolicy(
        "cake-open",
        "cake-video without a shaper",
        "cake",
        _cake("diffserv4", 2, **_UNSHAPED),
    ),
    HybridPolicy(
        "fq-stations",
        "one FQ-CoDel, a flow for each station",
        "fq_codel",
        {"type": "fq-codel"},
        {"by_station": STATION_QUEUE},
    ),
)
LOADS = {"light": 0.8, "heavy": 22.0}
"""CloudMAC's user traffic, UDP, Mb/s each way. 802.11g carries 22 of it."""
QUICK = ("cloudmac", "fq-codel", "htb")
"""For CI: the application's own policy, and the two that it must match."""


def by_name(names):
    """Returns the policies of these names in the table's order. Raises ValueError."""
    known = {policy.name for policy in POLICIES}
    if unknown := sorted(set(names) - known):
        raise ValueError(
            f"no policy {', '.join(unknown)}; there are: "
            f"{', '.join(policy.name for policy in POLICIES)}"
        )
    return [policy for policy in POLICIES if policy.name in names]
