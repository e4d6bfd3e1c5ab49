# SPDX-License-Identifier: Apache-2.0
"""The regulatory domain of the lab."""
from .errors import TopologyError

COUNTRY = "US"
CHANNELS = (*range(1, 12), 36, 40, 44, 48, 149, 153, 157, 161, 165)
"""Channels of 20 MHz on which an access point of this domain may transmit at once. On other channels
of 5 GHz it has to look for radars first, which takes a minute. Source: wireless-regdb."""


def check(where, key, channel):
    """Raises TopologyError for a channel on which the lab may not transmit. where, key: its place in
    the topology."""
    if type(channel) is not int or channel not in CHANNELS:
        five = ", ".join(map(str, CHANNELS[11:]))
        raise TopologyError(
            f"{where}: {key} is {channel!r}, not a channel that the lab's regulatory domain {COUNTRY} "
            f"allows without a search for radars: 1 to 11, {five}"
        )


def check_radios(where, options):
    """Checks the channel of each radio of a WTP."""
    channels = options["channels"]
    if not isinstance(channels, list) or len(channels) != options["radios"]:
        raise TopologyError(
            f"{where}: channels is not a list with one channel for each of {options['radios']} radios"
        )
    for number, channel in enumerate(channels):
        check(where, f"channels[{number}]", channel)
