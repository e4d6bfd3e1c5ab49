# SPDX-License-Identifier: Apache-2.0
"""W5: a virtual station scans all channels while another one on the same radio streams and
telephones."""
from .. import airtrace
from ..airtime import speech
from ..guest import vsta_scan
from .part import ACCESS_POINT, Boot, VirtualPart, access_point, radio

STREAMER, SCANNER = "v1", "v2"
OCTETS, GAP_S = 1250, 0.001
"""10 Mb/s."""
SECONDS, QUICK_SECONDS = 60, 40
SEEDS = 5
BOOT_S = 25
VARIANTS = {"idle": True, "scan": False}
WTP, HOME_MHZ = "wtp1", 2437
ELSEWHERE = {"apx": 1, "apy": 11}
"""Access points on other channels, which a scan has to find."""


def document():
    """Returns the document of a topology: three access points, two virtual stations at one."""
    return {
        "bridges": ["sw"],
        "wtps": {WTP: radio()},
        "aps": {
            ACCESS_POINT: access_point(),
            **{
                name: access_point(name, channel=channel, position=[0, channel])
                for name, channel in ELSEWHERE.items()
            },
        },
        "virtual_stations": {name: {"at": "sw"} for name in (STREAMER, SCANNER)},
        "medium": {"exponent": 3},
    }


class Scans(VirtualPart):
    """Measures what a scan costs another virtual station."""

    name = "W5"
    title = "Scans"

    def entries(self, seeds, quick):
        seconds = QUICK_SECONDS if quick else SECONDS
        schedule = {"count": round(seconds / GAP_S), "gap": GAP_S, "octets": OCTETS}
        return [
            Boot(
                self.name,
                variant,
                seed,
                document(),
                vsta_scan.measure,
                {
                    "streamer": STREAMER,
                    "scanner": SCANNER,
                    "schedule": schedule,
                    "idle": idle,
                },
                BOOT_S + seconds,
                analyse,
            )
            for seed in seeds.take(1 if quick else SEEDS)
            for variant, idle in VARIANTS.items()
        ]

    def words(self, entry, raw):
        down = raw["flows"]["down"]
        return (
            f"{len(down['lost'])} of {down['sent']} lost, {down['twice']} twice, probes "
            f"{[one['probes'] for one in raw['scans'].values()]}"
        )

    def figures(self, entries, raw):
        kept = {
            variant: [raw[entry.name] for entry in entries if entry.variant == variant]
            for variant in VARIANTS
        }
        scanned = [one for found in kept["scan"] for one in found["scans"].values()]
        return {
            **{variant: _streams(found) for variant, found in kept.items()},
            "off_channel_ms": max((ms for one in scanned for ms in one["away_ms"]), default=None),
            "unannounced": sum(one["unannounced"] for one in scanned),
            "visits": sum(len(one["away_ms"]) for one in scanned),
            "scans": {
                which: {
                    "found": min(len(found["scans"][which]["found"]) for found in kept["scan"]),
                    "longest_s": max(found["scans"][which]["seconds"] for found in kept["scan"]),
                    "probes": sum(found["scans"][which]["probes"] for found in kept["scan"]),
                }
                for which in vsta_scan.SCANS
            },
            "in_time": all(found["in_time"] for found in kept["scan"]),
            "seeds": len(kept["scan"]),
        }


def _streams(found):
    """Returns the figures of the stream and of the call over all seeds. The score is that of the
    worst way."""
    flows = [one["flows"]["down"] for one in found]
    calls = [way for one in found for way in one["call"].values()]
    return {
        "sent": sum(flow["sent"] for flow in flows),
        "lost": sum(len(flow["lost"]) for flow in flows),
        "twice": sum(flow["twice"] for flow in flows),
        "late": sum(flow["late"] for flow in flows),
        "call_lost": sum(
            call["sent"] - len({number for number, *_ in call["arrivals"]}) for call in calls
        ),
        "mos": round(min(speech.score(call) for call in calls), 2),
        "longest_delay_ms": max(delay for call in calls for *_, delay in call["arrivals"]),
    }


def analyse(found, frames_of):
    """Adds to each scan the number of ``probes`` on the air, the times ``away_ms`` that the streaming
    station was off channel, and the number of ``unannounced`` frames that its radio sent on another
    channel outside of these times."""
    for which, one in found["scans"].items():
        frames = frames_of(which)
        one["probes"] = sum(frame.kind == airtrace.PROBE_REQUEST for frame in frames)
        times = absences(frames, found["addresses"][STREAMER])
        one["away_ms"] = [round((end - begin) / 1e3, 3) for begin, end in times]
        one["unannounced"] = sum(
            not any(begin <= frame.at <= end for begin, end in times)
            for frame in frames
            if frame.radio == WTP and frame.mhz != HOME_MHZ
        )
    return found


def absences(frames, address):
    """Returns [begin, end] in us of the times between a station's announcement of power save and its
    next frame without it, or the end of the trace. A radio is off channel within such a time at
    most."""
    found, since = [], None
    frames = sorted(frames, key=lambda frame: frame.at)
    for frame in frames:
        if len(frame.data) < 16 or frame.transmitter != address or not frame.is_data:
            continue
        dozes = frame.has(airtrace.POWER_SAVE)
        if dozes and since is None and frame.received:
            since = frame.end
        elif not dozes and since is not None:
            found.append([since, frame.at])
            since = None
    if since is not None:
        found.append([since, max(since, frames[-1].at)])
    return found
