# SPDX-License-Identifier: Apache-2.0
"""Declares the measurements. Does no I/O."""
import dataclasses

OCTETS = (100, 1400)
"""Octets of user data."""
FRAMES, QUICK_FRAMES = 20_000, 500
IDLE_S, QUICK_IDLE_S = 5.0, 0.5
ASSOCIATIONS, QUICK_ASSOCIATIONS = 128, 8
"""The least number at each step."""


@dataclasses.dataclass(frozen=True)
class SizingSeries:
    """A boot. steps: (VAPs, stations of each), ascending; apart: each VAP in a network namespace
    of its own."""

    name: str
    steps: tuple
    security: str = "wpa2"
    apart: bool = False


_VAPS = (1, 2, 4, 8, 16, 32, 64)
_STATIONS = (2, 8, 32, 128, 512)
SERIES = (
    SizingSeries("vaps", tuple((number, 8) for number in _VAPS)),
    SizingSeries("vaps-apart", tuple((number, 8) for number in _VAPS), apart=True),
    SizingSeries("vaps-open", tuple((number, 8) for number in _VAPS), security="open"),
    SizingSeries("stations", tuple((1, number) for number in _STATIONS)),
)
QUICK_SERIES = (
    SizingSeries("vaps", ((1, 2), (3, 2))),
    SizingSeries("vaps-apart", ((1, 2), (3, 2)), apart=True),
    SizingSeries("vaps-open", ((1, 2), (3, 2)), security="open"),
)


def series(quick):
    """Returns all boots."""
    return QUICK_SERIES if quick else SERIES


def arguments(entry, quick):
    """Returns the guest's arguments for a series."""
    return {
        "steps": [list(step) for step in entry.steps],
        "security": entry.security,
        "apart": entry.apart,
        "octets": list(OCTETS),
        "frames": QUICK_FRAMES if quick else FRAMES,
        "idle_s": QUICK_IDLE_S if quick else IDLE_S,
        "associations": QUICK_ASSOCIATIONS if quick else ASSOCIATIONS,
    }
