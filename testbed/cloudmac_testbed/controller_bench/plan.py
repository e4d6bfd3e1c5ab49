# SPDX-License-Identifier: Apache-2.0
"""Plans the network of one step: which switches, WTPs, VAPs and stations there are.

The plan is computed without I/O and follows from a Step alone. A campus has buildings: a VAP is on the air in
one of them, and a station stays in its building.

    VAPs -- core switch --+-- edge switch 1 -- WTPs
                          +-- edge switch 2 -- WTPs
                          ...
"""
import dataclasses

CORE = 0
"""Number of the switch of all VAPs; every other switch has a link to it."""
FREQUENCY = 2412
"""Channel of all radios and VAPs, MHz."""
STATIONS_OF_A_VAP = 500
"""Stations that share one VAP. An access point has at most 2007."""
WTPS_OF_A_BUILDING = 100
"""At most so many WTPs radiate one VAP, unless there are fewer VAPs than buildings."""
VAPS_OF_A_HOST = 64
ANNOUNCEMENTS_PER_S = 200
"""Announcements of all WTPs in a second. With more WTPs, each one announces itself less often."""
INTERVAL_MIN_MS, INTERVAL_MAX_MS = 1000, 60000
AGENT_PORT, VAP_HOST_PORT = 4919, 4920


@dataclasses.dataclass(frozen=True)
class Step:
    """Size of a network. switches: the core and at least one edge."""

    wtps: int
    stations: int
    switches: int

    def __post_init__(self):
        for name, least, most in (
            ("wtps", 2, 20000),
            ("stations", 2, 200000),
            ("switches", 2, 1000),
        ):
            if not least <= getattr(self, name) <= most:
                raise ValueError(f"{name}: {getattr(self, name)} is not from {least} to {most}")


@dataclasses.dataclass(frozen=True)
class Port:
    """A port to which a WTP or a VAP is attached. number: its OpenFlow number."""

    switch: int
    number: int

    @property
    def name(self):
        """Name of the port's interface, at most 15 characters."""
        return f"s{self.switch}p{self.number}"


@dataclasses.dataclass(frozen=True)
class Wtp:
    """A WTP with one radio. address: where its agent listens."""

    number: int
    id: str
    radio: str
    port: Port
    address: str

    @property
    def name(self):
        """Name that the WTP announces."""
        return f"wtp{self.number}"


@dataclasses.dataclass(frozen=True)
class Vap:
    """A VAP at the core switch."""

    bssid: str
    ssid: str
    port: Port
    host: str


@dataclasses.dataclass(frozen=True)
class Station:
    """A station. wtp: number of the WTP that hears it first. other: number of the WTP to which it
    moves, at another switch if there are at least two edge switches."""

    address: str
    vap: Vap
    wtp: int
    other: int


@dataclasses.dataclass(frozen=True)
class Plan:
    """The network of one step. hosts: name of a VAP host -> its address."""

    step: Step
    wtps: tuple
    vaps: tuple
    hosts: dict

    @property
    def interval_ms(self):
        """Time between two announcements of a WTP."""
        wanted = 1000 * self.step.wtps // ANNOUNCEMENTS_PER_S
        return min(INTERVAL_MAX_MS, max(INTERVAL_MIN_MS, wanted))

    def links(self):
        """Returns pairs of ports: of the core switch, and of an edge switch."""
        return [(Port(CORE, number), Port(number, 1)) for number in range(1, self.step.switches)]

    def ports(self):
        """Returns the ports of all WTPs and VAPs."""
        return [wtp.port for wtp in self.wtps] + [vap.port for vap in self.vaps]

    @property
    def buildings(self):
        """Number of buildings. Each has at least one VAP."""
        return min(-(-len(self.wtps) // WTPS_OF_A_BUILDING), len(self.vaps))

    def building(self, number):
        """Returns the numbers of the WTPs of a building."""
        wtps, buildings = len(self.wtps), self.buildings
        return range(number * wtps // buildings, (number + 1) * wtps // buildings)

    def radiators(self):
        """Returns the WTPs that radiate each VAP, by BSSID."""
        return {
            vap.bssid: [self.wtps[wtp] for wtp in self.building(number % self.buildings)]
            for number, vap in enumerate(self.vaps)
        }

    def _next(self, wtp, near):
        """Returns the next WTP of a building, at another switch if there is one."""
        rest = [near[(wtp - near[0] + step) % len(near)] for step in range(1, len(near))]
        here = self.wtps[wtp].port.switch
        return next((one for one in rest if self.wtps[one].port.switch != here), rest[0])

    def station(self, number):
        """Returns the station of a number from 0."""
        wtp = number % len(self.wtps)
        # The inverse of building().
        home = ((wtp + 1) * self.buildings - 1) // len(self.wtps)
        near = self.building(home)
        vaps = range(home, len(self.vaps), self.buildings)
        return Station(
            address=mac("02:5a", number),
            vap=self.vaps[vaps[(wtp + number // len(self.wtps)) % len(vaps)]],
            wtp=wtp,
            other=self._next(wtp, near),
        )


def mac(prefix, number):
    """Returns an address: the two octets ``prefix``, then ``number`` + 1 in four octets. No VAP id
    is 00:00 or ff:ff, because a plan has far fewer VAPs."""
    return prefix + ":" + (number + 1).to_bytes(4, "big").hex(":")


def make(step, prefix=127):
    """Returns the plan of a step. WTPs are dealt out to the edge switches in turn. prefix: first octet of
    the addresses of agents and VAP hosts."""
    edges = step.switches - 1
    wtps = tuple(
        Wtp(
            number=number,
            id=mac("02:c1", number),
            radio=mac("02:c2", number),
            # Port 1 of an edge is the link to the core.
            port=Port(1 + number % edges, 2 + number // edges),
            address=f"{prefix}.1.{number // 250}.{1 + number % 250}",
        )
        for number in range(step.wtps)
    )
    count = -(-step.stations // STATIONS_OF_A_VAP)
    vaps = tuple(
        Vap(
            bssid=mac("02:43", number),
            ssid=f"bench{number}",
            # The core's first ports are its links.
            port=Port(CORE, step.switches + number),
            host=f"host{number // VAPS_OF_A_HOST}",
        )
        for number in range(count)
    )
    names = sorted({vap.host for vap in vaps}, key=lambda name: int(name[4:]))
    hosts = {name: f"{prefix}.2.0.{1 + number}" for number, name in enumerate(names)}
    return Plan(step, wtps, vaps, hosts)
