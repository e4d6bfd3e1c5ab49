# SPDX-License-Identifier: Apache-2.0
"""Simulates the control server of a WTP's agent: it grants what the controller asks for, within
the limits of a real one."""
import time

from .frames import MAX_LEASES
from .plan import FREQUENCY
from .rpc import RpcError, UnknownMethod, claim

NO_RADIO, NO_LEASE_FREE, NO_PERMIT_FREE = -32001, -32002, -32005
MAX_PERMITS = 1024
POWER_DBM = 20
DEFAULT_WEIGHT = 256


class Agent:
    """One WTP with one radio. clock: returns the time in seconds."""

    def __init__(self, wtp, clock=time.monotonic):
        self.wtp = wtp
        self.writers = set()
        self.requests = 0
        self._clock = clock
        self._started = clock()
        self._leases = {}
        self._permits = {}
        self._frequency = FREQUENCY
        self._weights = {}
        self._airtime = {"scheduler": True, "sparse": True, "target_ms": 5, "interval_ms": 100}

    def call(self, method, params):
        """Returns the result of a request. Raises RpcError."""
        self.requests += 1
        handler = _METHODS.get(method)
        if handler is None:
            raise UnknownMethod(method)
        if params.get("radio", 0) != 0:
            raise RpcError(NO_RADIO, f"no radio {params['radio']}")
        return handler(self, params)

    def _info(self, _):
        radio = {
            "index": 0,
            "phy": "phy0",
            "address": self.wtp.radio,
            "frequency": self._frequency,
            "power_dbm": POWER_DBM,
            "max_power_dbm": POWER_DBM,
            "active_monitor": True,
            "rate_per_frame": False,
            "power_per_frame": False,
            "max_leases": MAX_LEASES,
            "bands": ["2.4"],
            "width": "20",
            "stations": "off",
        }
        return {
            "wtp": self.wtp.id,
            "name": self.wtp.name,
            "version": "bench",
            "protocol": 1,
            "uptime_ms": int(1000 * (self._clock() - self._started)),
            "wired": [{"ifname": "eth0", "address": self.wtp.id, "mtu": 2000}],
            "radios": [radio],
            "leases": self._list({})["leases"],
        }

    def leased(self):
        """Returns the BSSIDs of its leases."""
        return set(self._alive(self._leases))

    def _alive(self, entries):
        now = self._clock()
        for key in [key for key, until in entries.items() if until <= now]:
            del entries[key]
        return entries

    def _lease(self, params):
        bssid, alive = params["bssid"], self._alive(self._leases)
        created = bssid not in alive
        if created and len(alive) >= MAX_LEASES:
            raise RpcError(NO_LEASE_FREE, "the radio has no free lease")
        self._permits.pop(bssid, None)
        alive[bssid] = self._clock() + params["ttl_ms"] / 1000
        role = params.get("role", "ap")
        head = {"bssid": bssid, "radio": 0, "role": role, "ttl_ms": params["ttl_ms"]}
        return {**head, "created": created}

    def _release(self, params):
        return {"released": self._alive(self._leases).pop(params["bssid"], None) is not None}

    def _list(self, _):
        now = self._clock()
        return {
            "leases": [
                {
                    "bssid": bssid,
                    "radio": 0,
                    "role": "ap",
                    "remaining_ms": int(1000 * (until - now)),
                }
                for bssid, until in self._alive(self._leases).items()
            ]
        }

    def _permit(self, params):
        alive = self._alive(self._permits)
        if len(set(alive) | set(params["bssids"])) > MAX_PERMITS:
            raise RpcError(NO_PERMIT_FREE, f"more than {MAX_PERMITS} permits")
        until = self._clock() + params["ttl_ms"] / 1000
        alive.update(dict.fromkeys(params["bssids"], until))
        return {"radio": 0, "permitted": len(params["bssids"])}

    def _revoke(self, params):
        alive = self._alive(self._permits)
        found = [alive.pop(bssid, None) for bssid in params["bssids"]]
        return {"revoked": sum(until is not None for until in found)}

    def _set_radio(self, params):
        self._frequency = params.get("frequency", self._frequency)
        return {"radio": 0, "frequency": self._frequency, "power_dbm": POWER_DBM}

    def _stats(self, _):
        nothing = {"frames": 0, "bytes": 0}
        return {"up": nothing, "down": nothing, "tx_status": 0, "announcements": 0, "drops": {}}

    def _subscribe(self, params):
        return {"interval_ms": params["interval_ms"]}

    def _get_airtime(self, _):
        weights = [{"address": one, "weight": weight} for one, weight in self._weights.items()]
        used = {"memory": 0, "memory_max": 1 << 24}
        return {"radio": 0, **self._airtime, **used, "weights": weights, "stations": []}

    def _set_airtime(self, params):
        for name in self._airtime:
            self._airtime[name] = params.get(name, self._airtime[name])
        if "address" in params:
            self._weights[params["address"]] = params["weight"]
            if params["weight"] == DEFAULT_WEIGHT:
                del self._weights[params["address"]]
        return {"radios": [{"radio": 0, **self._airtime}]}


_METHODS = {
    # pylint: disable=protected-access
    "session.claim": claim,
    "agent.info": Agent._info,
    "ack.lease": Agent._lease,
    "ack.release": Agent._release,
    "ack.list": Agent._list,
    "announce.permit": Agent._permit,
    "announce.revoke": Agent._revoke,
    "radio.set": Agent._set_radio,
    "stats": Agent._stats,
    "airtime.get": Agent._get_airtime,
    "airtime.set": Agent._set_airtime,
    "signal.subscribe": Agent._subscribe,
}
