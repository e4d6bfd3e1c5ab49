# SPDX-License-Identifier: Apache-2.0
"""W7: the machine of one virtual station sends what it may not, and floods, beside another one on the
same radio. The rules of the switches are those that the controller installed in a live lab."""
from .. import keeping, live
from ..guest import vsta_attacks
from .part import ACCESS_POINT, BACKHAUL_US, Boot, VirtualPart, access_point, radio

VICTIM, ATTACKER = "v1", "v2"
SECONDS, QUICK_SECONDS = 30, 8
MBPS = 8
PER_S = 50
FLOODS = {"scan_flood": 200, "channel": 200, "action_flood": 100}
"""Attack -> frames a second, if not PER_S."""
SEEDS = 3
BOOT_S = 25
VARIANTS = ("quiet", "attack")
COUNTED_BY = {
    "foreign_tag": (),
    "foreign_address": ("vap_id",),
    "foreign_deauth": (),
    "as_access_point": ("role",),
    "from_the_ds": ("role",),
    "other_bss": ("role",),
    "foreign_message": ("message", "vap_id"),
    "malformed_message": ("message",),
}
"""Attack -> the agent's reasons that count its frames. The first switch drops those with a foreign
tag."""


def per_s():
    """Returns attack -> frames a second."""
    return {name: FLOODS.get(name, PER_S) for name in vsta_attacks.FRAMES}


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
    title = "A hostile guest"

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
                    "per_s": per_s() if variant == "attack" else {},
                    "seconds": seconds,
                    "mbps": MBPS,
                },
                BOOT_S + seconds,
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
        kept = {
            variant: [raw[entry.name] for entry in entries if entry.variant == variant]
            for variant in VARIANTS
        }
        phases = {variant: _phase(found) for variant, found in kept.items()}
        quiet, attack = phases["quiet"], phases["attack"]
        sent = {
            name: sum(one["sent"].get(name, 0) for one in kept["attack"])
            for name in vsta_attacks.FRAMES
        }
        return {
            "phases": phases,
            "ratio": round(attack["mbps"] / quiet["mbps"], 4) if quiet["mbps"] else None,
            "attacks": {
                name: {"sent": count, "counted_by": list(COUNTED_BY.get(name, ()))}
                for name, count in sent.items()
            },
            "restarts": sum(
                len(set(one["programs"][0]) - set(one["programs"][1])) for one in kept["attack"]
            ),
            "reassociations": sum(one["associations"][VICTIM] - 1 for one in kept["attack"]),
            "on_channel": all(
                entry["on_channel"]
                for one in kept["attack"]
                for address, entry in one["listed"].items()
                if entry.get("associated")
            ),
            "seeds": len(kept["attack"]),
        }


def _phase(found):
    """Returns the figures of one variant."""
    drops = {}
    for one in found:
        for name, count in one["drops"].items():
            if count:
                drops[name] = drops.get(name, 0) + count
    flows = [flow for one in found for flow in one["flows"].values()]
    return {
        "mbps": round(sum(one["mbps"] or 0 for one in found) / len(found), 3),
        "sent": sum(flow["sent"] for flow in flows),
        "lost": sum(len(flow["lost"]) for flow in flows),
        "drops": drops,
    }
