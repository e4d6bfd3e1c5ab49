# SPDX-License-Identifier: Apache-2.0
"""The regulatory domain of the lab."""

COUNTRY = "US"
CHANNELS = (*range(1, 12), 36, 40, 44, 48, 149, 153, 157, 161, 165)
"""Channels of 20 MHz on which an access point of this domain may transmit at once. On other channels
of 5 GHz it has to look for radars first, which takes a minute. Source: wireless-regdb."""


def refusal(key, channel):
    """Returns why a channel is refused; None if it is allowed."""
    if type(channel) is int and channel in CHANNELS:
        return None
    five = ", ".join(map(str, CHANNELS[11:]))
    return (
        f"{key} is {channel!r}, not a channel that the lab's regulatory domain {COUNTRY} allows "
        f"without a search for radars: 1 to 11, {five}"
    )
