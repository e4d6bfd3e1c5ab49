# SPDX-License-Identifier: Apache-2.0
"""Where chains begin: a port of a switch, the LAN side of a VAP, a station of a VAP, or a WTP."""
import json

from . import tenant as tenants
from .chains import Answers, Next, Replies, chain_of


class Source:
    """Where frames of chains enter the network. Objects of the same place are equal.

    next, answers: see Next, Answers. on_failure: "bypass" (default) or "drop", what happens to
    frames while the chain waits. tenant: Tenant, None for the one that connect() returned last."""

    is_raw = False
    """Whether its frames are those between VAPs and WTPs."""

    def __init__(self, kind, place, on_failure=None, tenant=None):
        self.leaf = {kind: place}
        self.on_failure = on_failure
        self.tenant = tenant or tenants.default()
        self.next = Next(self.tenant.chains, self)
        self.answers = Answers(self.tenant.chains, self)

    def chain(self, flow, callback=None):
        """Returns the Future of ChainState when the frames of a flow pass the LVNFs."""
        return self.tenant.run(chain_of(self, flow), f"chain from {self}", callback)

    def _place(self):
        return json.dumps(self.leaf, sort_keys=True), id(self.tenant)

    def symmetric(self, back):
        """Returns what a chain says about the source of its answers. Raises ValueError."""
        if back.is_raw:
            raise ValueError(f"answers come from {back}, which is raw, and {self} is plain")
        return back.leaf

    def __eq__(self, other):
        return isinstance(other, Source) and self._place() == other._place()

    def __hash__(self):
        return hash(self._place())

    def __repr__(self):
        ((kind, place),) = self.leaf.items()
        return f"{kind} {place}"


class SwitchPort(Source):
    """A port of a switch, as "openflow:1:2"."""

    def __init__(self, port, **options):
        super().__init__("switch-port", port, **options)


class Vap(Source):
    """The LAN side of a VAP, by its BSSID. Chains follow the VAP to another host."""

    def __init__(self, bssid, **options):
        super().__init__("vap", bssid, **options)


class RawSource(Source):
    """A source of frames between VAPs and WTPs."""

    is_raw = True

    def symmetric(self, back):
        raise ValueError(f"{self} has no answers; a station of a VAP has them")


class Wtp(RawSource):
    """All frames that a WTP has received, by its id. replies: see Replies."""

    def __init__(self, wtp, **options):
        super().__init__("wtp", wtp, **options)
        self.replies = Replies(self.tenant.chains, self)


class StationPort(RawSource):
    """One direction of a station: "uplink" are the frames that it sends, where the WTP that serves
    it receives them; "downlink" are those to it, where its VAP sends them. Without a station, the
    downlink has the frames to all stations of the VAP."""

    def __init__(self, vap, station, direction, **options):
        place = {"vap": vap, "direction": direction} | ({"station": station} if station else {})
        super().__init__("radio-side", place, **options)

    def symmetric(self, back):
        place, other = self.leaf["radio-side"], getattr(back, "leaf", {}).get("radio-side", {})
        station = place.get("station")
        if not station or (other.get("vap"), other.get("station")) != (place["vap"], station):
            raise ValueError(f"answers of {self} come from the station's other port, not {back}")
        if other["direction"] == place["direction"]:
            raise ValueError(f"{self} cannot answer itself")
        return {}

    def __repr__(self):
        place = self.leaf["radio-side"]
        station = f"station {place['station']} of " if "station" in place else ""
        return f"{place['direction']} of {station}VAP {place['vap']}"


class LVAP:
    """A station of a VAP. Chains of it follow handovers.

    ports[0]: the frames that it sends; ports[1]: those to it. Each is the other one's answers."""

    def __init__(self, vap, station, **options):
        self.ports = tuple(
            StationPort(vap, station, direction, **options) for direction in ("uplink", "downlink")
        )
