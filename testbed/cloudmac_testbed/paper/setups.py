# SPDX-License-Identifier: Apache-2.0
"""Declares the lines of the figures, and the policies under which they are measured. Does no
I/O."""
import dataclasses

SHAPED = {"link-rate": "95000000"}
"""HTB a little below the wire's rate, so that frames wait in its classes."""


@dataclasses.dataclass(frozen=True)
class Line:
    """A line of a figure. station: the one that is measured; policy: on the link between the
    switches; cross: options of the cross traffic, None for none; own: Mb/s of CloudMAC's own
    traffic to another station; network: the topology; more: further arguments of the
    measurement."""

    name: str
    label: str
    station: str = "mn"
    policy: str = "fifo"
    cross: dict = dataclasses.field(default_factory=dict)
    own: float = None
    network: str = "paper"
    more: dict = dataclasses.field(default_factory=dict)


NETWORKS = {"paper_400": ("paper", 400)}
"""Topologies with another rate in Mb/s of the links between switches: name -> (topology,
rate)."""
LINES = (
    Line("ref1", "reference 1: plain AP, idle", station="r1", cross=None),
    Line("idle", "CloudMAC, idle", cross=None),
    Line("fifo", "FIFO"),
    Line("ref2", "reference 2: plain AP through the switches, FIFO", station="r2"),
    Line(
        "ref2-htb",
        "reference 2 with an HTB class of its own",
        station="r2",
        policy="htb-ap",
    ),
    Line("codel", "CoDel", policy="codel"),
    Line("sfq", "SFQ", policy="sfq"),
    Line("fq_codel", "FQ-CoDel", policy="fq-codel"),
    Line("htb", "HTB", policy="htb"),
    Line("pie", "PIE", policy="pie"),
    Line("fq_pie", "FQ-PIE", policy="fq-pie"),
    Line("prio", "PRIO, FQ-CoDel below", policy="prio"),
    Line("cake", "CAKE, CloudMAC in Video", policy="cake"),
    Line("cloudmac", "CloudMAC's own policy", policy="cloudmac"),
    Line("unframed", "CloudMAC's own policy, framing not counted", policy="unframed"),
)
OWN_MBPS = 20.0
_CONGESTED = {"network": "management", "cross": None, "own": OWN_MBPS}
MANAGEMENT_LINES = (
    Line("mgmt_idle", "idle", network="management", cross=None),
    Line("mgmt_fifo", "FIFO", **_CONGESTED),
    Line("mgmt_equal", "CloudMAC's own policy: one queue", policy="equal", **_CONGESTED),
    Line("mgmt_above", "management above data", policy="management", **_CONGESTED),
)
"""CloudMAC's own traffic congests the link."""
QUICK_LINES = ("ref1", "idle", "fifo", "ref2", "ref2-htb", "fq_codel", "htb", "cloudmac")
OWN = "cloudmac"
WIRELESS = tuple(line.name for line in LINES if line.station != "r2")
"""Reference 2's access point answers probe requests and associates stations in front of the
switches: in these measurements it is the same as reference 1."""
REFERENCES = ("ref1", "idle")
"""Lines without cross traffic: a baseline for the others, and no rivals."""


@dataclasses.dataclass(frozen=True)
class PaperPolicy:
    """A policy. call: type and parameters for apply-qos; qdisc: the kernel's root qdisc then;
    queue_of: of live.queued()."""

    qdisc: str
    type: str
    call: dict = dataclasses.field(default_factory=dict)
    queue_of: dict = dataclasses.field(default_factory=dict)


_NARROW = {"link-rate": "14000000"}
"""A little below the 15 Mb/s of topologies/management.yaml."""


def _class(queue, priority, assured, leaf=None, most=None):
    members = {"queue": queue, "priority": priority, "min-rate": str(assured)}
    if leaf:
        members["leaf-qdisc"] = leaf
    if most:
        members["max-rate"] = str(most)
    return members


def _unlent(rest):
    """Returns HTB whose classes never borrow. rest: of all frames but CloudMAC's, for that half
    of the link."""
    classes = [_class(0, 1, rest, most=rest), _class(1, 0, 47_500_000, most=47_500_000)]
    return PaperPolicy("htb", "htb", {**SHAPED, "htb": {"class": classes}})


_SHORT = {"type": "pfifo", "pfifo": {"limit": 50}}
POLICIES = {
    "fifo": PaperPolicy("pfifo_fast", "fifo"),
    "codel": PaperPolicy("codel", "codel"),
    "sfq": PaperPolicy("sfq", "sfq"),
    "fq-codel": PaperPolicy("fq_codel", "fq-codel"),
    "pie": PaperPolicy("pie", "pie"),
    "fq-pie": PaperPolicy("fq_pie", "fq-pie"),
    "htb": PaperPolicy("htb", "htb", SHAPED),
    # On a link of 400 Mb/s.
    "htb_400": PaperPolicy("htb", "htb", {"link-rate": "380000000"}),
    # The plain access point has what CloudMAC has in "htb": a class above the rest, with half of
    # the link assured. CloudMAC, idle then, takes the highest queue of the first priority.
    "htb-ap": PaperPolicy(
        "htb",
        "htb",
        {
            **SHAPED,
            "htb": {
                "class": [
                    _class(0, 1, 9_500_000),
                    _class(1, 0, 47_500_000),
                    _class(2, 0, 9_500_000),
                ]
            },
        },
        {("swa", "ap2"): 1, ("swb", "gw"): 1},
    ),
    # No borrowing: half of the link each, or a quarter for the rest.
    "htb_halves": _unlent(47_500_000),
    "htb_quarter": _unlent(23_750_000),
    "prio": PaperPolicy(
        "prio",
        "prio",
        {
            "prio": {
                "bands": 2,
                "band": [
                    {"queue": 0, "leaf-qdisc": _SHORT},
                    {"queue": 1, "leaf-qdisc": {"type": "fq-codel"}},
                ],
            }
        },
    ),
    "cake": PaperPolicy(
        "cake",
        "cake",
        {
            "cake": {
                "diffserv": "diffserv4",
                "user-priority": [{"priority": number, "queue": 2} for number in range(8)],
                # Ethernet's preamble, frame check and gap counted.
                "bandwidth": "100000000",
                "overhead": 24,
                "mpu": 84,
            }
        },
    ),
    "cloudmac": PaperPolicy("htb", "cloudmac"),
    # On a narrow link, whose speed Ethernet has no name for.
    "equal": PaperPolicy("htb", "cloudmac", _NARROW),
    # The same with a class for user priority 7, management, above all others. EAPOL (6) shares
    # a class with voice and video (4 to 6), above the rest of CloudMAC's data.
    "management": PaperPolicy(
        "htb",
        "htb",
        {
            **_NARROW,
            "htb": {
                "class": [
                    _class(0, 3, 1_000_000, {"type": "fq-codel"}),
                    _class(1, 2, 6_000_000, _SHORT),
                    _class(2, 1, 1_000_000, _SHORT),
                    _class(3, 0, 1_000_000, _SHORT),
                ],
                "user-priority": [
                    {"priority": number, "queue": 1 + (number > 3) + (number == 7)}
                    for number in range(8)
                ],
            },
        },
    ),
    # A given link-rate is used as it is. Without one, framing is counted and the rate is just
    # below the wire's, so that frames wait in HTB's classes.
    "unframed": PaperPolicy("htb", "cloudmac", {"link-rate": "100000000"}),
}
