# SPDX-License-Identifier: Apache-2.0
"""W7: the machine of one virtual station sends what it may not, and floods, beside another one on the
same radio. The rules of the switches are those that the controller installed in a live lab."""
import collections

from .. import airtrace, analytic, keeping, live
from ..guest import datagrams, vsta_attacks
from ..guest.attack_frames import DEAUTHENTICATION
from .part import ACCESS_POINT, BACKHAUL_US, Boot, VirtualPart, access_point, radio

VICTIM, ATTACKER = "v1", "v2"
SECONDS, QUICK_SECONDS = 30, 8
MBPS = 23
"""UDP of the victim: four fifths of what 802.11g carries, so that it shows if an attack takes
capacity."""
RATE = 54
PER_S = 50
FLOODS = {"scan_flood": 200, "scan_again": 200, "channel": 200, "action_flood": 100}
"""Attack -> frames a second, if not PER_S."""
SEEDS = 3
BOOT_S = 25
QUIET = "quiet"
VARIANTS = (QUIET, *vsta_attacks.FRAMES)
"""One attack at a time: a hello with another channel would make the agent drop the frames of the
others for this reason."""
COUNTED_BY = {
    "foreign_address": "vap_id",
    "as_access_point": "role",
    "from_the_ds": "role",
    "other_bss": "role",
    "foreign_message": "message",
    "malformed_message": "message",
}
"""Attack -> the agent's reason that has to count all its frames. The first switch drops those with a
foreign tag."""
BY_THE_SWITCH = ("foreign_tag", "foreign_deauth")
BY_THE_LIMIT = ("channel", "scan_flood", "scan_again")
"""Attacks of which the agent drops what is above a rate."""


def per_s(variant):
    """Returns attack -> frames a second."""
    return {} if variant == QUIET else {variant: FLOODS.get(variant, PER_S)}


def document():
    """Returns the document of a topology: two virtual stations on hosts of two switches."""
    return {
        "switches": ["swa", "swb"],
        "wtps": {"wtp1": radio("swa")},
        "aps": {ACCESS_POINT: access_point()},
        "virtual_stations": {VICTIM: {"at": "swb"}, ATTACKER: {"at": "swb"}},
        "links": [{"between": ["swa", "swb"], "rate_mbps": 1000, "delay_us": BACKHAUL_US}],
        "medium": {"exponent": 3},
    }


class Hostile(VirtualPart):
    """Compares the streams of a virtual station beside a hostile one and beside a quiet one."""

    name = "W7"
    title = "A hostile virtual station"

    def entries(self, seeds, quick):
        seconds = QUICK_SECONDS if quick else SECONDS
        return [
            Boot(
                self.name,
                variant,
                seed,
                document(),
                vsta_attacks.measure,
                {
                    "victim": VICTIM,
                    "attacker": ATTACKER,
                    "per_s": per_s(variant),
                    "seconds": seconds,
                    "mbps": MBPS,
                },
                BOOT_S + seconds,
                analyse if variant != QUIET else None,
            )
            for seed in seeds.take(1 if quick else SEEDS)
            for variant in VARIANTS
        ]

    def measure(self, missing, experiment):
        snapshot = live.live_snapshot(
            missing[0].network(), experiment.built, experiment.scratch / "W7-live", experiment.say
        )

        def one(entry, tick):
            return self.boot(entry, tick, experiment, snapshot)

        experiment.side_by_side(missing, one, lambda entry: entry.lasts_s, self.words)

    def key(self, entry, content):
        return keeping.digest(super().key(entry, content), "with the controller's rules")

    def words(self, entry, raw):
        lost = {way: len(flow["lost"]) for way, flow in raw["flows"].items()}
        drops = {name: count for name, count in raw["drops"].items() if count}
        return f"{raw['mbps']} Mb/s, lost {lost}, the agent dropped {drops}"

    def figures(self, entries, raw):
        phases = {
            variant: _phase([raw[entry.name] for entry in entries if entry.variant == variant])
            for variant in VARIANTS
        }
        attacks = {name: one for name, one in phases.items() if name != QUIET}
        attacked = [raw[entry.name] for entry in entries if entry.variant != QUIET]
        slowest = min(one["mbps"] for one in attacks.values())
        quiet = phases[QUIET]["mbps"]
        return {
            "phases": phases,
            "ratio": round(slowest / quiet, 4) if quiet else None,
            "lost": sum(one["lost"] for one in attacks.values()),
            "of_capacity": round(MBPS / capacity_mbps(), 3),
            "arrived": {name: arrived(name, one) for name, one in attacks.items()},
            "passed": {name: passed(name, one) for name, one in attacks.items()},
            "restarts": sum(
                len(set(one["programs"][0]) - set(one["programs"][1])) for one in attacked
            ),
            "reassociations": sum(one["associations"][VICTIM] - 1 for one in attacked),
            "on_channel": all(
                entry["on_channel"]
                for one in attacked
                for address, entry in one["listed"].items()
                if entry.get("associated")
            ),
            "seeds": len(attacked) // len(attacks),
        }


def analyse(raw, frames_of):
    """Adds ``forged``: the number of frames on the air that have the victim as transmitter, and that
    it did not send."""
    frames = [frame for frame in frames_of(vsta_attacks.TRACE) if len(frame.data) >= 24]
    raw["forged"] = sum(is_forged(frame, raw["victim"]) for frame in frames)
    return raw


def is_forged(frame, victim):
    """Returns true for a deauthentication of the victim, which it does not send while it is
    associated, and for its data without protection."""
    if frame.transmitter != victim:
        return False
    plain = frame.carries_data and not frame.has(airtrace.PROTECTED)
    return frame.kind == DEAUTHENTICATION or plain


def passed(attack, found):
    """Returns how many frames of an attack are on the air in the name of the victim, or were not
    counted by the agent as they have to be; None if it may pass them on. found: result of
    _phase()."""
    if attack in BY_THE_SWITCH:
        return found["forged"]
    if attack not in COUNTED_BY:
        return None
    return found["sent_by_attacker"] - found["drops"].get(COUNTED_BY[attack], 0)


def capacity_mbps():
    """Returns the goodput of UDP that theory allows one station of 802.11g."""
    return analytic.udp_mbps(analytic.Rate(RATE), datagrams.OCTETS)


def arrived(attack, found):
    """Returns how many frames of an attack demonstrably arrived where they are judged: those that
    the agent counted, and of the attacks that the switch ends, or that may pass, all if as many
    frames came in at the attacker's port of the switch. found: result of _phase()."""
    if attack in COUNTED_BY:
        return found["drops"].get(COUNTED_BY[attack], 0)
    if attack in BY_THE_LIMIT:
        return found["drops"].get("message_rate", 0)
    # The attacker's other frames, such as echoes, come in at the port too.
    return found["sent_by_attacker"] if found["at_switch"] >= found["sent_by_attacker"] else 0


def _phase(found):
    """Returns the figures of one variant. ``drops`` has no echoes of the radio's own frames, which
    are no guest's."""
    drops = collections.Counter()
    for one in found:
        drops.update({name: count for name, count in one["drops"].items() if count})
    del drops["status"]
    flows = [flow for one in found for flow in one["flows"].values()]
    return {
        "mbps": round(sum(one["mbps"] or 0 for one in found) / len(found), 3),
        "sent": sum(flow["sent"] for flow in flows),
        "lost": sum(len(flow["lost"]) for flow in flows),
        "sent_by_attacker": sum(sum(one["sent"].values()) for one in found),
        "at_switch": sum(one.get("at_switch", 0) for one in found),
        "forged": sum(one.get("forged", 0) for one in found),
        "drops": dict(drops),
    }
