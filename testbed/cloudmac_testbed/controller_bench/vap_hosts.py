# SPDX-License-Identifier: Apache-2.0
"""Simulates the control server of a VAP host: it names its VAPs, and the stations that joined."""
import time

from .plan import FREQUENCY
from .rpc import RpcError, UnknownMethod, claim, encode

NO_VAP = -32011
PAGE = 200
"""VAPs in one answer, which must fit into a line."""


class VapHost:
    """One VAP host. vaps: its VAPs in the plan."""

    def __init__(self, name, vaps, clock=time.monotonic):
        self.name = name
        self.writers = set()
        self.requests = 0
        self._clock = clock
        self._started = clock()
        self._vaps = {vap.bssid: vap for vap in sorted(vaps, key=lambda vap: vap.bssid)}
        self._stations = {bssid: set() for bssid in self._vaps}

    def authorize(self, bssid, station):
        """Has a station join a VAP, and tells the controller."""
        self._stations[bssid].add(station)
        for method in ("station.associated", "station.authorized"):
            params = {"bssid": bssid, "station": station}
            line = encode({"jsonrpc": "2.0", "method": method, "params": params})
            for writer in self.writers:
                writer.write(line)

    def call(self, method, params):
        """Returns the result of a request. Raises RpcError."""
        self.requests += 1
        handler = _METHODS.get(method)
        if handler is None:
            raise UnknownMethod(method)
        if params.get("bssid", None) not in (None, *self._vaps):
            raise RpcError(NO_VAP, f"no VAP {params['bssid']}")
        return handler(self, params)

    def _info(self, _):
        uptime = int(1000 * (self._clock() - self._started))
        return {"host": self.name, "version": "bench", "protocol": 1, "uptime_ms": uptime}

    def _list(self, params):
        rest = [bssid for bssid in self._vaps if bssid > params.get("after", "")]
        shown = [self._vap(bssid) for bssid in rest[:PAGE]]
        return {"vaps": shown, "more": len(rest) > PAGE}

    def _vap(self, bssid):
        name = self._vaps[bssid].ssid
        return {
            "bssid": bssid,
            "ssid": name,
            "ssid_hex": name.encode().hex(),
            "frequency": FREQUENCY,
            "lower": "eth0",
            "vlan": 0,
            "radio": bssid[-5:],
            "stations": len(self._stations[bssid]),
        }

    def _list_stations(self, params):
        stations = sorted(self._stations[params["bssid"]])
        return {"stations": [{"station": one, "authorized": True} for one in stations]}

    def _subscribe(self, params):
        return {"enabled": params["enabled"]}


_METHODS = {
    # pylint: disable=protected-access
    "session.claim": claim,
    "host.info": VapHost._info,
    "vaps.list": VapHost._list,
    "vaps.subscribe": VapHost._subscribe,
    "stations.list": VapHost._list_stations,
}
