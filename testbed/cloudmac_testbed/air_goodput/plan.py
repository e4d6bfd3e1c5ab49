# SPDX-License-Identifier: Apache-2.0
"""Declares networks, points of measurement, and expected values. Does no I/O."""
import dataclasses

from .. import analytic, topology
from ..analytic import Rate

SIDES = ("cloudmac", "plain")
STANDARDS = ("g", "n")
STATIONS = (1, 5)
PAYLOAD = 1400
"""Octets of a datagram (guest/datagrams.py)."""
SEGMENT = 1448
"""Octets of a TCP segment, with time stamps, at an MTU of 1500."""
NEAR_M = 5
EXCESS = 1.3
"""Offered load, as a multiple of what the channel carries."""
DISTANCES_M = (5, 25, 50, 75, 100, 130, 160)
BACKHAUL_MS = 0.25
"""One way, between the switches."""
BACKHAULS_MS = (1, 5, 20)
LINKS = (
    {"label": "static", "rate": None, "distance": 75, "mbps": 40},
    {"label": "walking", "rate": None, "distance": 20, "mbps": 40, "to": 120, "speed": 10},
    {"label": "interfered", "rate": None, "distance": 75, "mbps": 40, "interferer": 8},
)
"""The tasks of rate control: a station that stands, one that walks away, and hidden stations
whose 8 Mb/s the sender does not hear."""
SECURITIES = ("wpa2", "wpa3")
"""Without and with protected management frames."""
HIDDEN_M = 300
INTERFERER = "noise"
MOST_MBPS = {"g": 40, "n": 80}


@dataclasses.dataclass(frozen=True)
class AirSeries:
    """One boot. It measures its points one after the other."""

    name: str
    standard: str
    side: str
    stations: int
    points: tuple
    kinds: tuple = ("udp_down", "udp_up", "tcp_down", "tcp_up")
    seconds: float = 2
    warm_s: float = 1
    backhaul_ms: float = BACKHAUL_MS
    security: str = "wpa2"

    def labels(self):
        return [
            str(point.get("label") or point["rate"] or point["distance"]) for point in self.points
        ]

    @property
    def what(self):
        """Returns the section of air.json that it belongs to."""
        if self.points[0].get("label") in SECURITIES:
            return "security"
        if "label" in self.points[0]:
            return "backhaul"
        return "rates" if self.points[0]["rate"] is not None else "distances"

    def network(self):
        interfered = self.what == "backhaul"
        return network(self.standard, self.side, self.backhaul_ms, interfered, self.security)


def rates(standard):
    """Returns the rates of a standard, or of 802.11b: Mb/s, or "mcsN"."""
    if standard == "b":
        return list(analytic.DSSS_MBPS)
    return [f"mcs{mcs}" for mcs in range(8)] if standard == "n" else list(analytic.LEGACY_MBPS)


def rate_of(label):
    """Returns the rate that a label means."""
    text = str(label)
    return Rate(int(text[3:]), True) if text.startswith("mcs") else Rate(float(text))


def expected(kind, label, standard=None):
    """Returns the theoretical goodput in Mb/s of one near station. Returns None for TCP over
    aggregation, for which there is no model here. standard: "b" for a network that has only
    rates of DSSS and CCK, with its slots and windows."""
    rate = rate_of(label)
    options = {"encrypted": True}
    if standard == "b":
        options |= {"slot": analytic.DSSS_SLOT, "cw_min": analytic.DSSS_CW_MIN}
    if kind.startswith("udp"):
        return analytic.udp_mbps(rate, PAYLOAD, **options)
    return None if rate.ht else analytic.tcp_mbps(rate, SEGMENT, **options)


def backhaul_series(quick=False):
    """Returns the series of rate control near and far from the radio. The plain access point has
    no backhaul, and one series."""
    sides = [("plain", BACKHAUL_MS)]
    sides += [("cloudmac", delay) for delay in (BACKHAULS_MS[-1:] if quick else BACKHAULS_MS)]
    return [
        AirSeries(
            f"g-backhaul-{delay:g}ms-{side}",
            "g",
            side,
            1,
            LINKS,
            kinds=("udp_down", "tcp_down"),
            seconds=8,
            warm_s=2,
            backhaul_ms=delay,
        )
        for side, delay in sides
    ]


def security_series(quick=False):
    """Returns the series of 802.11n's highest rate with and without protected management
    frames."""
    highest = rates("n")[-1]
    return [
        AirSeries(
            f"n-{security}-{side}",
            "n",
            side,
            1,
            ({"label": security, "rate": highest, "distance": NEAR_M, "mbps": MOST_MBPS["n"]},),
            seconds=1 if quick else 10,
            security=security,
        )
        for security in SECURITIES
        for side in SIDES
    ]


def series(quick=False):
    """Returns all boots. quick: the lowest and the highest rate, near and far, one station, a
    second each."""
    found = backhaul_series(quick) + security_series(quick)
    for standard in STANDARDS:
        labels = rates(standard)
        by_rate = tuple(
            {
                "rate": label,
                "distance": NEAR_M,
                "mbps": round(expected("udp_down", label) * EXCESS, 1),
            }
            for label in ([labels[0], labels[-1]] if quick else labels)
        )
        for side in SIDES:
            found.append(
                AirSeries(
                    f"{standard}-rates-{side}", standard, side, 1, by_rate, seconds=1 + (not quick)
                )
            )
        for stations in STATIONS[:1] if quick else STATIONS:
            by_distance = tuple(
                {"rate": None, "distance": distance, "mbps": MOST_MBPS[standard] / stations}
                for distance in ((5, 100) if quick else DISTANCES_M)
            )
            for side in SIDES:
                found.append(
                    AirSeries(
                        f"{standard}-distance-{stations}-{side}",
                        standard,
                        side,
                        stations,
                        by_distance,
                        kinds=("udp_down", "tcp_down", "tcp_up"),
                        seconds=1 + (not quick),
                        warm_s=1 + (not quick),
                    )
                )
    return found


def network(
    standard,
    side,
    backhaul_ms=BACKHAUL_MS,
    interfered=False,
    security="wpa2",
    aggregation=True,
):
    """Returns the topology of one side, with five stations. standard: "b" for a network that has
    only rates of DSSS and CCK. interfered: adds an access point and
    its station; the stations hear them, their own access point does not. aggregation: by the
    WTP."""
    place = {"standard": standard, "channel": 6, "security": security}
    if standard == "b":
        place |= {"standard": "g", "rates": rates("b")}
    wtp = {"at": "swa", "position": [0, 0], "channel": 6, "aggregation": aggregation}
    names = [f"mn{number}" for number in range(1, max(STATIONS) + 1)]
    stations = {
        name: {"position": [NEAR_M, 0.5 * number], "vap": "ap"} for number, name in enumerate(names)
    }
    document = {"stations": stations, "medium": {"exponent": 3}, "aps": {}}
    if side == "plain":
        document["aps"]["ap"] = {**place, "position": [0, 0]}
    else:
        delay_us = round(backhaul_ms * 1000)
        document |= {
            "switches": ["swa", "swb"],
            "wtps": {"wtp1": wtp},
            "vaps": {"ap": {"at": "swb", **place}},
            "links": [{"between": ["swa", "swb"], "rate_mbps": 1000, "delay_us": delay_us}],
        }
    if interfered:
        document["aps"]["other"] = {**place, "position": [HIDDEN_M, 0]}
        stations[INTERFERER] = {"position": [HIDDEN_M - NEAR_M, 0], "vap": "other"}
    return topology.parse(document)
