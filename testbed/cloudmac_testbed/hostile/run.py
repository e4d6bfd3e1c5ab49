# SPDX-License-Identifier: Apache-2.0
"""``lab run hostile``: three phases in a live lab with the controller, in paced time: without other
frames, beside harmless frames, and beside attackers whose frames have the same lengths."""
import dataclasses
import time

from .. import client, restconf
from ..controller import log_file
from ..errors import LabError
from ..experiment import Experiment, positive
from ..guest import attackers, inspection, neighbourhood, roaming, station
from ..live import joined_lab
from ..settings import RUNTIME
from . import account, attacks, heap

CLOCK = "paced: virtual, not ahead of the machine's"
MINUTES = 10
QUICK_S = 10
"""Length of a phase of a quick run."""
QUIET_PART = 10
"""The phase without other frames is so much shorter."""
WTPS_S = 180
"""How long the WTPs may take to announce themselves in paced time."""
ATTACKED, OWNED, STRANGER = "vap1", "vap2", "stranger"
"""The attacked VAP, the attackers' VAP host, and their radio: names in the topology."""


@dataclasses.dataclass(frozen=True)
class AttackPhase:
    """One phase. harmless: what the others send; None: nothing."""

    name: str
    harmless: bool | None


QUIET = AttackPhase("quiet", None)
CONTROL = AttackPhase("control", True)
ATTACK = AttackPhase("attack", False)


class Neighbourhood:
    """The lab of one run, with its stations and attackers. plan: topology; seed: of the random
    addresses."""

    def __init__(self, plan, seed):
        self.plan = plan
        self.seed = seed
        self.stations = {
            host.name: client.call(station.address, name=host.name)
            for host in plan.of_kind("station")
            if host.options["vap"] == ATTACKED
        }
        self.wtp, self.served = self._owned_wtp()
        client.call(attackers.take_radio, name=STRANGER)

    def _owned_wtp(self):
        """Returns the attackers' WTP, which is the one of the first station, and the addresses of all
        stations that it serves."""
        serving = restconf.wait_for("the controller to show all stations", self._serving)
        first = serving[next(iter(self.stations.values()))]
        served = [mac for mac in self.stations.values() if serving[mac] == first]
        (host,) = [host for host in self.plan.of_kind("wtp") if host.wired == first]
        return host, served

    def _serving(self):
        """Returns the WTP of each station; None if the state lacks one: it may follow later."""
        found = {
            one["station"]: one["wtp"]
            for one in restconf.state("/stations").get("station", [])
            if one["bssid"] == self.plan.hosts[ATTACKED].options["bssid"]
        }
        return found if found.keys() >= set(self.stations.values()) else None

    def jobs(self, harmless):
        """Returns what each host of the attackers sends: "HOST INTERFACE" -> attackers.Job."""
        bssids = [self.plan.hosts[name].options["bssid"] for name in (ATTACKED, OWNED)]
        targets = {
            "bssid": bssids[0],
            "other": bssids[1],
            "stations": list(self.stations.values()),
            "served": self.served,
            "seed": self.seed,
        }
        wires = (self.wtp.wired, self.plan.hosts[OWNED].wired)
        places = {
            f"{STRANGER} {attackers.MONITOR}": (attacks.AIR, None),
            f"{self.wtp.name} eth0": (attacks.WTP, wires),
            f"{OWNED} eth0": (attacks.VAP, wires[::-1]),
        }
        return {
            place: {
                "per_s": attacks.of_origin(origin),
                "targets": targets,
                "harmless": harmless,
                "wires": ends,
            }
            for place, (origin, ends) in places.items()
        }

    def counters(self):
        """Returns account.readings() of now."""
        log = RUNTIME / "exchange" / "log" / f"hostapd-{ATTACKED}.log"
        return account.readings(
            client.call(inspection.counters, attacked=ATTACKED, owned=OWNED),
            restconf.state("/counters").get("refused", []),
            log.read_text(encoding="utf-8", errors="replace"),
            set(self.stations.values()),
            self.wtp.at,
        )

    def inspect(self):
        """Returns ``processes`` with the controller's; ``heap_kb`` and ``slab_kb``; ``joined``: the
        associations of each station so far; and ``wtps_lost``: WTPs that the controller took for
        lost so far."""
        controller, heap_kb = heap.look()
        log = log_file(RUNTIME)
        return {
            "processes": client.call(inspection.processes) | controller,
            "heap_kb": heap_kb,
            "slab_kb": client.call(inspection.slab_kb),
            "joined": {
                name: len(client.call(roaming.connections, name=name)) for name in self.stations
            },
            "wtps_lost": account.LOST_WTP.findall(log.read_text(encoding="utf-8")),
        }

    def measure(self, phase, seconds):
        """Returns the raw result of a phase."""
        before, counters = self.inspect(), self.counters()
        began = time.monotonic()
        found = client.call(
            neighbourhood.phase,
            stations=list(self.stations),
            seconds=seconds,
            jobs={} if phase.harmless is None else self.jobs(phase.harmless),
            radio=STRANGER,
        )
        elapsed = time.monotonic() - began
        after = self.counters()
        return {
            **found,
            "seconds": seconds,
            "speed": round(seconds / elapsed, 2),
            "before": before,
            "counters": [counters, after],
            "after": self.inspect(),
        }


def memory(before, after):
    """Returns program -> growth in KB, with the controller's heap and the kernel's objects."""
    return account.growth(before["processes"], after["processes"]) | {
        "controller heap": after["heap_kb"] - before["heap_kb"],
        "kernel slab": after["slab_kb"] - before["slab_kb"],
    }


def summary(raw, complaints):
    """Returns the content of the result file. raw: phase -> raw result; complaints: of the lab's
    kernel."""
    quiet, control, attack = raw["quiet"], raw["control"], raw["attack"]
    found = {name: account.losses(phase) for name, phase in raw.items()}
    ratio = attack["seconds"] / quiet["seconds"]
    arrived = {
        name: account.arrived(attacks.ATTACKS, attack["sent"], *phase["counters"])
        for name, phase in raw.items()
    }
    grown = memory(attack["before"], attack["after"])
    programs = {name: kb for name, kb in grown.items() if name in account.PROGRAMS}
    return {
        "lost": found["attack"]["lost"],
        "sent": found["attack"]["sent"],
        "explained": account.explained(control, attack),
        "restarts": len(
            account.restarts(quiet["before"]["processes"], attack["after"]["processes"])
        ),
        "restarted": account.restarts(quiet["before"]["processes"], attack["after"]["processes"]),
        "rss_growth_kb": max(programs.values()),
        "growth_kb": grown,
        "limits_kb": account.LIMITS_KB,
        "above_limits": account.above_limits(grown),
        "wtps_lost": attack["after"]["wtps_lost"][len(quiet["before"]["wtps_lost"]) :],
        "reassociations": account.more(quiet["before"]["joined"], attack["after"]["joined"]),
        "complaints": complaints,
        "attacks": arrived["attack"],
        "silent": account.silent(arrived["attack"], arrived["quiet"], ratio),
        "phases": {
            name: {
                "seconds": phase["seconds"],
                "speed": phase["speed"],
                **found[name],
                "stations": phase["stations"],
                "air_percent": round(phase["air"]["us"] / phase["seconds"] / 1e4, 1),
                "air_tries": phase["air"]["tries"],
                "attackers_air_percent": round(100 * account.air_share(phase), 2),
                "counters": account.changes(*phase["counters"]),
            }
            for name, phase in raw.items()
        },
        "control_frames": sum(control["sent"].values()),
    }


def faults(data):
    """Returns what fails the experiment, a sentence each. data: of summary()."""
    wrong = []
    if data["lost"] > data["explained"]:
        wrong.append(f"{data['lost']} of {data['sent']} lost, {data['explained']} explained")
    if data["reassociations"]:
        wrong.append(f"stations associated anew: {data['reassociations']}")
    for key, words in (
        ("restarted", "ended or started"),
        ("wtps_lost", "the controller took a WTP for lost"),
        ("above_limits", "grew above the limit"),
        ("silent", "attacks that did not arrive"),
        ("complaints", "the lab kernel complained"),
    ):
        if data[key]:
            wrong.append(f"{words}: {', '.join(data[key])}")
    return wrong


class HostileExperiment(Experiment):
    """Attacks a network on the air and on the wire with forged, malformed and stale frames, for ten
    minutes. Its stations must lose no more than beside harmless frames of the same lengths.

    minutes: length of the attack; None: ten, or the quick run's 10 s."""

    name = "hostile"
    help = "forged, malformed and stale frames on the air and on the wire, beside harmless ones"
    quick_help = f"phases of {QUICK_S} s instead of {MINUTES} minutes"
    default_topology = "hostile"
    keeps_raw = False
    always_live = True
    clock = CLOCK

    def __init__(self, *, minutes=None, **settings):
        super().__init__(**settings)
        for kind, name in (("vap", ATTACKED), ("vap", OWNED), ("ap", STRANGER)):
            self.network.need(kind, name)
        if not minutes:
            self.seconds = QUICK_S if self.quick else 60 * MINUTES
        else:
            self.seconds = 60 * minutes
        self.complaints = []

    @classmethod
    def add_options(cls, parser):
        super().add_options(parser)
        parser.add_argument(
            "--minutes",
            type=positive,
            metavar="N",
            help=f"length of the attack, and of the phase of harmless frames (default {MINUTES})",
        )

    @classmethod
    def settings(cls, arguments):
        return super().settings(arguments) | {"minutes": arguments.minutes}

    def measurements(self):
        return [QUIET, CONTROL, ATTACK]

    def measure(self, missing):
        with joined_lab(self.network, self.built, self.say, paced=True, seconds=WTPS_S):
            place = Neighbourhood(self.network, self.seed)
            for phase in missing:
                seconds = self.seconds
                if phase is QUIET:
                    seconds = max(5, seconds // QUIET_PART)
                raw = place.measure(phase, seconds)
                self.keep(phase, raw)
                seen = account.losses(raw)
                self.say(f"{phase.name}, {seconds} s: {seen['lost']} of {seen['sent']} lost")
            self.complaints = client.status()["splats"]

    def summary(self):
        return summary(self.raw, self.complaints)

    def show(self, data):
        from . import report

        report.print_tables(data)

    def verdict(self, data):
        if wrong := faults(data):
            raise LabError("; ".join(wrong))
