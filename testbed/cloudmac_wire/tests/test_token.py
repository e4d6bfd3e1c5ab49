# SPDX-License-Identifier: Apache-2.0
"""Tests the token of a TX status, alone and behind a chain."""

import struct

import pytest

from cloudmac_wire import Stage, build_chain, build_token, find_chain, find_token

TOKEN = bytes.fromhex("121337 03 0400 efbeadde")


def radiotap(*namespaces):
    """Returns a header with vendor namespaces and no other field."""
    words = [0xC0000000] + [0xC0000001] * (len(namespaces) - 1) + [1]
    octets = struct.pack(f"<{len(words)}I", *words)
    for namespace in namespaces:
        octets += bytes(len(octets) % 2) + namespace
    return struct.pack("<BBH", 0, 0, 4 + len(octets)) + octets


def test_round_trip():
    """The octets of a token, and the token of these octets."""
    assert build_token(0xDEADBEEF) == TOKEN
    assert find_token(radiotap(TOKEN)) == 0xDEADBEEF
    stages = (Stage("legacy", 12),)
    header = radiotap(build_chain(stages), TOKEN)
    assert (find_chain(header), find_token(header)) == (stages, 0xDEADBEEF)


@pytest.mark.parametrize(
    "namespace",
    ["121338 03 0400 efbeadde", "121337 02 0400 efbeadde", "121337 03 0300 efbead"],
)
def test_no_token(namespace):
    """Other namespaces and shorter ones have no token, nor has a header without any."""
    assert find_token(radiotap(bytes.fromhex(namespace))) is None
    assert find_token(radiotap(TOKEN)[:-1]) is None
    assert find_token(struct.pack("<BBHI", 0, 0, 8, 0)) is None


def test_refused():
    """0 means no token."""
    with pytest.raises(ValueError):
        build_token(0)
