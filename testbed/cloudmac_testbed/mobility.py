# SPDX-License-Identifier: Apache-2.0
"""Checks the key ``mobility`` of a topology. Does no I/O."""
from .errors import TopologyError

NUMBERS = {
    "hysteresis": (0, 60),
    "minimum-samples": (1, 1000),
    "minimum-dwell": (0, 3_600_000),
    "stale-after": (100, 600_000),
    "load-tie-break": (0, 30),
    "report-interval": (20, 60_000),
    "period": (20, 60_000),
}
"""Key -> lowest and highest value, as in container ``mobility`` of cloudmac.yang."""
SOURCES = ("reports", "samples", "both")
KEYS = ("observe-only", "source", *NUMBERS)
"""What a topology can set of the controller's ``mobility``."""
ON = {"enabled": True, "observe-only": False}


def _need(condition, message):
    if not condition:
        raise TopologyError(message)


def check(value):
    """Returns the controller's settings for a topology's ``mobility``: true, false, or a mapping
    of KEYS, which also means true. Returns None for false. Raises TopologyError."""
    if isinstance(value, bool):
        return dict(ON) if value else None
    _need(
        isinstance(value, dict),
        f"mobility is {value!r}, not true, false or a mapping of {', '.join(KEYS)}",
    )
    unknown = sorted(str(key) for key in value if key not in KEYS)
    _need(
        not unknown,
        f"mobility: unknown key {', '.join(unknown)}; there are: {', '.join(KEYS)}",
    )
    for key, given in value.items():
        if key in NUMBERS:
            low, high = NUMBERS[key]
            _need(
                isinstance(given, int) and not isinstance(given, bool) and low <= given <= high,
                f"mobility: {key} is {given!r}, not a number from {low} to {high}",
            )
    observed = value.get("observe-only", False)
    _need(isinstance(observed, bool), f"mobility: observe-only is {observed!r}, not true or false")
    source = value.get("source", SOURCES[0])
    _need(source in SOURCES, f"mobility: source is {source!r}, not one of {', '.join(SOURCES)}")
    return {**ON, **value}
