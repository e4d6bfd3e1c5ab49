# SPDX-License-Identifier: Apache-2.0
"""Declares the addresses and settings of VAPs and stations; machine and guest compute the same
ones. Does no I/O."""

SSID, PASSPHRASE = "cloud", "testbed of cloudmac"
CHANNEL = 1
GATEWAY = "10.200.0.1"
"""Address of the bridge that all VAPs are in; a station's first question is for it."""


def bssid(vap):
    """Returns the BSSID of a VAP, from 0 on."""
    return f"02:c1:0d:51:{vap >> 8:02x}:{vap & 255:02x}"


def station(vap, number):
    """Returns a station's address: the VAP's number from 0 on, and its own there."""
    return f"02:57:{vap:02x}:00:{number >> 8:02x}:{number & 255:02x}"


def ip(vap, number):
    """Returns a station's IP address, in the gateway's network, for at most 64 VAPs of 512
    stations."""
    host = 512 + vap * 512 + number
    return f"10.200.{host >> 8}.{host & 255}"
