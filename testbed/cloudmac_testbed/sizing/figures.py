# SPDX-License-Identifier: Apache-2.0
"""Computes the figures of raw samples: memory of a VAP, processor time of a frame and an
association. Does no I/O."""

LOADS = ("up", "through")


NOTHING = {"kernel_ns": 0, "programs_ns": 0, "seconds": 1.0}


def costs(part, idle=NOTHING):
    """Returns microseconds of processor time per counted item, beyond the idle use (``idle``):
    of the kernel, of programs, and of both; and the items per second."""
    kernel, programs = (
        (part[what] - idle[what] / idle["seconds"] * part["seconds"]) / part["count"] / 1e3
        for what in ("kernel_ns", "programs_ns")
    )
    return {
        "kernel_us": round(kernel, 2),
        "programs_us": round(programs, 2),
        "us": round(kernel + programs, 2),
        "per_s": round(part["count"] / part["seconds"], 1),
        "lost": part.get("lost", 0),
        "n": part["count"],
    }


def step(found, before=None):
    """Returns one step's figures, without the VAPs' memory. before: the step before in the same
    boot, whose stations are still there."""
    idle = found["idle"]
    memory, full = found["memory"], found["memory_full"]
    stations = found["vaps"] * found["each"]
    more = stations - (before["vaps"] * before["each"] if before else 0)
    took = memory["available_kb"] - full["available_kb"]
    loads = {name: costs(part, idle) for name, part in found.items() if name.split("_")[0] in LOADS}
    return {
        "vaps": found["vaps"],
        "stations": stations,
        "hostapd_mb_per_vap": round(memory["hostapd_kb"] / 1024 / found["vaps"], 3),
        # After a boot the machine frees more memory than a few stations take.
        "memory_kb_per_station": round(took / more, 2) if took > 0 and more > 0 else None,
        "beacons_per_s": round(idle["beacons"] / idle["seconds"], 2),
        "idle_processor_percent": round(
            100 * (idle["kernel_ns"] + idle["programs_ns"]) / 1e9 / idle["seconds"], 3
        ),
        "association": {**costs(found["associate"], idle), "anew": found["associate"]["anew"]},
        **loads,
    }


def memory_mb(before, after):
    """Returns the memory that each additional VAP takes between two steps, before any station
    joins; None if there is no additional VAP. The machine's own share is in neither."""
    more = after["vaps"] - before["vaps"]
    if not more:
        return None
    # The stations of the step before still have memory, which is not the VAPs'.
    took = before["memory_full"]["available_kb"] - after["memory"]["available_kb"]
    return round(took / 1024 / more, 3)


def summary(raw):
    """Returns all steps of a series. ``memory_mb_per_vap``: of each VAP more than at the step
    before."""
    steps = raw["steps"]
    return [
        {**step(found, before), "memory_mb_per_vap": memory_mb(before, found) if before else None}
        for before, found in zip([None, *steps], steps)
    ]
