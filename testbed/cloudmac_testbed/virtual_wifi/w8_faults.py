# SPDX-License-Identifier: Apache-2.0
"""W8: kill -9 of a guest, its supplicant, the agent and the controller, in a live lab. Other stations
have a ping meanwhile."""
import concurrent.futures
import threading
import time

from .. import client, restconf, topology
from ..errors import LabError
from ..guest import basics, station, traffic, vsta, wifi, wtp
from ..live import joined_lab, wait_for_wtps
from .part import ACCESS_POINT, Live, Part, access_point, radio

VICTIM, OTHER, NATIVE = "v2", "v1", "native"
FAULTS = {
    "guest": (OTHER, NATIVE),
    "supplicant": (OTHER, NATIVE),
    "agent": (NATIVE,),
    "controller": (OTHER, VICTIM, NATIVE),
}
"""What is killed -> stations that may lose nothing. An agent's end takes its radio off the air."""
THROUGH = {"agent": (OTHER,)}
"""What is killed -> stations whose frames pass it: how long they are without an answer counts."""
ROUNDS, QUICK_ROUNDS = 3, 1
PING_S, CHUNK_S = 0.05, 5
"""Interval of pings, and the length of one run of ping."""
LONGEST_S = 90
WTP = "wtp1"


def document():
    """Returns the document of a topology without a medium: in real time its program would cost
    more than the air does."""
    place = {key: value for key, value in access_point().items() if key != "position"}
    antenna = {key: value for key, value in radio("swa").items() if key != "position"}
    return {
        "switches": ["swa", "swb"],
        "wtps": {WTP: antenna},
        "aps": {ACCESS_POINT: place},
        "stations": [NATIVE],
        "virtual_stations": {name: {"at": "swb"} for name in (OTHER, VICTIM)},
        "links": [{"between": ["swa", "swb"]}],
    }


class Faults(Part):
    """Counts losses of others, and how long the victims are away."""

    name = "W8"
    title = "Faults"
    clock = "real"

    def entries(self, seeds, quick):
        return [
            Live(self.name, fault, {"round": number})
            if number == 0
            else Live(self.name, f"{fault}-{number}", {"round": number})
            for number in range(QUICK_ROUNDS if quick else ROUNDS)
            for fault in FAULTS
        ]

    def measure(self, missing, experiment):
        network = topology.parse(document())
        with joined_lab(network, experiment.built, experiment.say) as lab:
            for entry in missing:
                fault = entry.variant.partition("-")[0]
                raw = {"fault": fault, **self.strike(network, fault)}
                lab.check()
                experiment.keep(entry, raw)
                lost = {name: one["lost"] for name, one in raw["pings"].items()}
                experiment.say(f"{entry.name}: back after {raw['back_s']} s, lost {lost}")

    def strike(self, network, fault):
        """Kills a part, and starts it again. Returns ``pings`` of the others until the end,
        ``back_s``: from its start until all virtual stations can be reached, and of a guest
        ``lease_s``: until its lease ended."""
        over = threading.Event()
        with concurrent.futures.ThreadPoolExecutor() as pool:
            watched = (*FAULTS[fault], *THROUGH.get(fault, ()))
            running = {name: threading.Event() for name in watched}
            pings = {
                name: pool.submit(_ping_until, over, name, begun) for name, begun in running.items()
            }
            try:
                for name, begun in running.items():
                    if not begun.wait(LONGEST_S):
                        raise LabError(f"waited {LONGEST_S} s for the first pings of {name}")
                found = getattr(self, f"_{fault}")(network)
                for name in (OTHER, VICTIM):
                    client.call(station.wait_associated, name=name, seconds=LONGEST_S)
                restconf.wait_for("the virtual stations to answer", _all_answer, LONGEST_S)
                found["back_s"] = round(time.monotonic() - found.pop("began"), 2)
            finally:
                over.set()
            results = {name: one.result() for name, one in pings.items()}
            return found | {
                "pings": {name: results[name] for name in FAULTS[fault]},
                "through": {name: results[name] for name in THROUGH.get(fault, ())},
            }

    def _guest(self, network):
        address = network.hosts[VICTIM].options["address"]
        client.call(vsta.crash, name=VICTIM)
        killed = time.monotonic()
        restconf.wait_for(
            f"the lease of {VICTIM} to end",
            lambda: address not in client.call(vsta.listed, wtp=WTP),
            LONGEST_S,
        )
        lease_s = round(time.monotonic() - killed, 2)
        began = time.monotonic()
        client.call(vsta.restore, name=VICTIM)
        client.call(basics.join, name=VICTIM)
        return {"began": began, "lease_s": lease_s}

    def _supplicant(self, network):
        client.call(station.kill, name=VICTIM)
        began = time.monotonic()
        access = network.hosts[network.hosts[VICTIM].options["vap"]].options
        client.call(vsta.start_supplicant, name=VICTIM, network=access)
        return {"began": began}

    def _agent(self, network):
        client.call(wtp.stop, name=WTP, kill=True)
        began = time.monotonic()
        client.call(wifi.start_agent, name=WTP)
        return {"began": began}

    def _controller(self, network):
        client.program("controller", "kill")
        began = time.monotonic()
        client.program("controller", "start")
        wait_for_wtps(network, LONGEST_S)
        return {"began": began}

    def figures(self, entries, raw):
        found = {}
        for fault in FAULTS:
            kept = [raw[entry.name] for entry in entries if raw[entry.name]["fault"] == fault]
            found[fault] = {
                "times": len(kept),
                "sent": sum(one["sent"] for each in kept for one in each["pings"].values()),
                "lost": sum(one["lost"] for each in kept for one in each["pings"].values()),
                "back_s": max(one["back_s"] for one in kept),
            }
            through = [one for each in kept for one in each.get("through", {}).values()]
            if through:
                found[fault]["through"] = {
                    "sent": sum(one["sent"] for one in through),
                    "lost": sum(one["lost"] for one in through),
                    "longest_s": max(one["longest_s"] for one in through),
                }
            leases = [one["lease_s"] for one in kept if "lease_s" in one]
            if leases:
                found[fault]["lease_s"] = max(leases)
        return {"faults": found}


def _ping_until(over, name, begun):
    """Pings a station's gateway until the event ``over`` is set. Sets the event ``begun`` after the
    first run of ping. Returns the numbers of requests ``sent`` and ``lost``, and ``longest_s``: the
    longest time without an answer."""
    address = client.call(basics.gateway, name=name)
    count = round(CHUNK_S / PING_S)
    answered, sent = set(), 0
    while not over.is_set():
        one = client.call(traffic.ping, host=name, address=address, count=count, interval_s=PING_S)
        # ping numbers its requests from 1.
        answered |= {sent + number - 1 for _, number, _ in one["samples"]}
        sent += one["sent"]
        begun.set()
    return {
        "sent": sent,
        "lost": sent - len(answered),
        "longest_s": round(longest_run(sent, answered) * PING_S, 2),
    }


def longest_run(sent, answered):
    """Returns the length of the longest run of requests without an answer. answered: their numbers,
    from 0."""
    marks = [-1, *sorted(answered), sent]
    return max(later - earlier - 1 for earlier, later in zip(marks, marks[1:]))


def _all_answer():
    """Returns true if each virtual station reaches its gateway."""
    try:
        return all(
            not client.call(
                traffic.ping,
                host=name,
                address=client.call(basics.gateway, name=name),
                count=1,
            )["lost"]
            for name in (OTHER, VICTIM)
        )
    except LabError:
        return False
