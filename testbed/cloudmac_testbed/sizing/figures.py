# SPDX-License-Identifier: Apache-2.0
"""Figures of raw samples: memory of a VAP, processor time of a frame and an association.
Pure."""

LOADS = ("up", "through")


def _cost_us(part, idle, what):
    """Microseconds of processor time for each of what was counted, beyond what the VAPs use
    when nothing happens. what: kernel_ns or programs_ns."""
    used = part[what] - idle[what] / idle["seconds"] * part["seconds"]
    return used / part["count"] / 1e3


def _costs(part, idle):
    kernel, programs = (_cost_us(part, idle, what) for what in ("kernel_ns", "programs_ns"))
    return {
        "kernel_us": round(kernel, 1),
        "programs_us": round(programs, 1),
        "us": round(kernel + programs, 1),
        "per_s": round(part["count"] / part["seconds"], 1),
        "per_s_and_processor": round(1e6 / (kernel + programs), 1)
        if kernel + programs > 0
        else None,
        "n": part["count"],
    }


def step(found):
    """One step's figures, but for memory."""
    idle = found["idle"]
    memory, full = found["memory"], found["memory_full"]
    stations = found["vaps"] * found["each"]
    loads = {
        name: _costs(part, idle) for name, part in found.items() if name.split("_")[0] in LOADS
    }
    return {
        "vaps": found["vaps"],
        "stations": stations,
        "hostapd_mb_per_vap": round(memory["hostapd_kb"] / 1024 / found["vaps"], 3),
        "memory_kb_per_station": round(
            (memory["available_kb"] - full["available_kb"]) / stations, 2
        ),
        "beacons_per_s": round(idle["beacons"] / idle["seconds"], 2),
        "idle_processor_percent": round(
            100 * (idle["kernel_ns"] + idle["programs_ns"]) / 1e9 / idle["seconds"], 3
        ),
        "association": _costs(found["associate"], idle),
        **loads,
    }


def memory_mb(before, after):
    """What each VAP more has taken of the machine's memory between two steps, before anybody
    was there; None where there is none more. The machine's own share is in neither."""
    more = after["vaps"] - before["vaps"]
    if not more:
        return None
    # What the stations of the step before still have is not the VAPs'.
    took = before["memory_full"]["available_kb"] - after["memory"]["available_kb"]
    return round(took / 1024 / more, 3)


def summary(raw):
    """All steps of a series. ``memory_mb_per_vap``: of each VAP more than at the step before."""
    steps = raw["steps"]
    return [
        {**step(found), "memory_mb_per_vap": memory_mb(before, found) if before else None}
        for before, found in zip([None, *steps], steps)
    ]
