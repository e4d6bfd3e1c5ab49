# SPDX-License-Identifier: Apache-2.0
"""The operators' side of the controller that answers late: lists in pages, state, configuration,
RPCs and the audit, as the controller has them."""
import base64
import hashlib
import json
from urllib.parse import parse_qs

from rejected import Rejected

STATE, CONFIGURATION = "data/cloudmac-state:cloudmac-state/", "data/cloudmac:cloudmac/"
QUERY, RPC = "operations/cloudmac-query:", "operations/cloudmac:"
CHANGED = "operations/cloudmac-changes:"
RECORDED = "data/cloudmac-changes:cloudmac-changes"
AUDIT = "/audit/query-changes"
ALARMS = "data/cloudmac-alarms:alarms/alarm-list?content=nonconfig"
CHAINS = "data/cloudmac-nfv:chain-state?content=nonconfig"
FORBIDDEN = "this account may not send this request"


def address(number, kind=2):
    """Returns an address: 02:00:00:00:01:f4 for 500."""
    return f"{kind:02x}:00:00:" + ":".join(f"{number >> shift & 255:02x}" for shift in (16, 8, 0))


def own_signal(station):
    """Returns the average at the WTP that serves a station."""
    found = {one["wtp"]: one.get("average") for one in station.get("signal", [])}
    return found.get(station["wtp"])


KEYS = {
    "query-stations": {"signal": own_signal},
    "query-wtps": {"wtp": lambda one: one["id"]},
    "query-decisions": {},
}
IDS = {
    "query-stations": lambda one: (one["bssid"], one["station"]),
    "query-wtps": lambda one: one["id"],
    "query-decisions": lambda one: int(one["number"]),
}
SORTS = {
    "query-stations": ("station", "bssid", "ssid", "wtp", "signal", "last-seen"),
    "query-wtps": ("wtp", "name", "stations", "last-seen"),
    "query-decisions": ("time", "station", "bssid", "to"),
}
LISTS = {"query-stations": "station", "query-wtps": "wtp", "query-decisions": "decision"}
PAGING = ("sort", "descending", "limit", "cursor")


class FakeNetwork:
    """A network of WTPs, VAPs and stations.

    after_page: called after each page of a list, so that a test can change the lists; refusal:
    what all RPCs of module cloudmac say, (status, tag, text); answers: output of an RPC, by its
    name; called: (name, input) of each of them."""

    def __init__(self):
        self.stations, self.wtps, self.vaps, self.decisions, self.changes = [], [], [], [], []
        self.state, self.configuration = {}, {}
        self.alarms, self.functions, self.chains = [], {}, []
        self.unread, self.is_admin, self.recorded = [], True, []
        self.after_page = lambda: None
        self.refusal, self.answers, self.called = None, {}, []

    @staticmethod
    def knows(path):
        """Returns whether a request is of this side."""
        return path.startswith(
            (STATE, CONFIGURATION, QUERY, RPC, CHANGED, RECORDED, AUDIT, ALARMS, CHAINS)
        )

    def add_station(self, number, **more):
        """Adds a station, and returns its entry."""
        entry = {"bssid": address(0xA0), "ssid": "staff", "station": address(number)}
        entry |= {"wtp": address(1, 6), "origin": "automatic", **more}
        self.stations.append(entry)
        return entry

    def add_wtp(self, number, **more):
        """Adds a WTP, and returns its entry."""
        entry = {"id": address(number, 6), "name": f"wtp{number}", "up": True, "admitted": True}
        entry |= {"port": f"openflow:1:{number}", "stations": 0, **more}
        self.wtps.append(entry)
        return entry

    def add_decision(self, signals, **more):
        """Adds a decision of mobility. signals: WTP's number -> dBm."""
        number = len(self.decisions) + 1
        inputs = [
            {"wtp": address(wtp, 6), "signal": signal, "last": signal, "samples": 9}
            | {"age": 40, "load": 5}
            for wtp, signal in signals.items()
        ]
        entry = {
            "number": str(number),
            "time": f"2026-11-30T12:{number // 60:02}:{number % 60:02}Z",
        }
        entry |= {"bssid": address(0xA0), "station": address(500), "from": address(1, 6)}
        entry |= {"reason": "signal", "outcome": "done", "hysteresis": 6, "dwell": 5000}
        entry |= {"load-tie-break": 3, "minimum-samples": 3, "stale-after": 3000}
        entry |= {"to": address(2, 6), "input": inputs, **more}
        self.decisions.append({name: value for name, value in entry.items() if value is not None})
        return self.decisions[-1]

    def carry_out(self, method, path, body):
        """Returns the answer's JSON. Raises Rejected."""
        if path in (ALARMS, CHAINS):
            name, entries = ("alarm", self.alarms) if path == ALARMS else ("chain", self.chains)
            if not entries:
                raise Rejected(409, "data-missing", None)
            return {f"x:{name}s": {name: entries}}
        path, _, query = path.partition("?")
        if path == AUDIT:
            return self._audit({name: values[0] for name, values in parse_qs(query).items()})
        if path.startswith(QUERY):
            name = path.removeprefix(QUERY)
            output = self._page(name, body["cloudmac-query:input"])
            return {"cloudmac-query:output": output}
        if path == RECORDED:
            if not self.recorded:
                raise Rejected(404, "data-missing", None)
            return {"cloudmac-changes:cloudmac-changes": {"change": self.recorded}}
        if path.startswith((RPC, CHANGED)):
            name = path.rpartition(":")[2]
            self.called.append((name, next(iter(body.values()))))
            if self.refusal:
                raise Rejected(*self.refusal)
            output = self.answers.get(name)
            return {"cloudmac:output": output} if output else None
        assert method == "GET", (method, path)
        is_state = path.startswith(STATE)
        assert query == f"content={'nonconfig' if is_state else 'config'}"
        tree, module = (
            (self.state, "cloudmac-state") if is_state else (self.configuration, "cloudmac")
        )
        name = path.rpartition("/")[2]
        content = {"vap": self.vaps} if name == "vaps" and is_state else tree.get(name)
        if not content or not any(value != [] for value in content.values()):
            raise Rejected(409, "data-missing", None)
        return {f"{module}:{name}": content}

    def _page(self, name, given):
        kept = {key: value for key, value in given.items() if key not in PAGING}
        entries = [one for one in getattr(self, f"{LISTS[name]}s") if self._passes(name, one, kept)]
        sort, limit = given.get("sort", SORTS[name][0]), given.get("limit", 100)
        if sort not in SORTS[name]:
            raise Rejected(400, "invalid-value", f"sort cannot be '{sort}'")
        if not 1 <= limit <= 1000:
            raise Rejected(400, "invalid-value", "limit must be 1 to 1000")
        is_descending = given.get("descending", name == "query-decisions")
        of = KEYS[name].get(sort, lambda one: one.get(sort))
        digest = hashlib.sha256(
            repr((name, sort, is_descending, sorted(kept.items()))).encode()
        ).hexdigest()
        places = sorted(
            (self._place(of(one), IDS[name](one)) for one in entries), reverse=is_descending
        )
        # Entries without a value come last either way.
        places.sort(key=lambda place: not place[0])
        by_place = {self._place(of(one), IDS[name](one)): one for one in entries}
        if "cursor" in given:
            places = self._after(places, given["cursor"], digest, is_descending)
        page = [by_place[place] for place in places[:limit]]
        output = {"total": len(entries), LISTS[name]: page}
        if len(places) > limit:
            text = json.dumps([digest, places[limit - 1]])
            output["cursor"] = base64.urlsafe_b64encode(text.encode()).decode()
        # The answer is of this moment, although it arrives later.
        output = json.loads(json.dumps(output))
        self.after_page()
        return output

    @staticmethod
    def _place(key, identity):
        return (key is not None, key if key is not None else 0, identity)

    @staticmethod
    def _after(places, cursor, digest, is_descending):
        try:
            of_query, place = json.loads(base64.urlsafe_b64decode(cursor))
        except ValueError:
            raise Rejected(400, "invalid-value", f"cursor '{cursor}' is no cursor") from None
        if of_query != digest:
            raise Rejected(400, "invalid-value", f"cursor '{cursor}' is of another query")
        place = tuple(tuple(each) if isinstance(each, list) else each for each in place)

        def is_later(other):
            if place[0] != other[0]:
                return not other[0]
            return other < place if is_descending else other > place

        return [each for each in places if is_later(each)]

    def _passes(self, name, one, kept):
        for key, value in kept.items():
            if key in ("since", "until"):
                is_later = one["time"] >= value
                if is_later != (key == "since"):
                    return False
            elif name == "query-decisions" and key == "wtp":
                if value not in (one.get("from"), one.get("to")):
                    return False
            elif name == "query-wtps" and key in ("bssid", "ssid"):
                if not any(one["id"] in vap["wtp"] for vap in self.vaps if vap.get(key) == value):
                    return False
            elif one.get("id" if name == "query-wtps" and key == "wtp" else key) != value:
                return False
        return True

    def _audit(self, given):
        if not self.is_admin:
            raise Rejected(403, "access-denied", FORBIDDEN)
        limit, before = int(given.get("limit", 100)), int(given.get("cursor", 2**62))
        found = [
            one
            for one in sorted(self.changes, key=lambda one: -one["number"])
            if one["number"] < before
            and ("user" not in given or given["user"] in (one.get("user"), one.get("tried")))
            and ("since" not in given or one["time"] >= given["since"])
        ]
        answer = {"changes": found[:limit]}
        if len(found) > limit:
            answer["next-cursor"] = str(found[limit - 1]["number"])
        if self.unread:
            answer["unread"] = self.unread
        answer = json.loads(json.dumps(answer))
        self.after_page()
        return answer
