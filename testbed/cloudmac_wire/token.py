# SPDX-License-Identifier: Apache-2.0
"""Builds and parses the token of a frame: a vendor namespace of radiotap."""

from .ethernet import check_range
from .radiotap import vendor_namespaces

_HEADER = bytes.fromhex("121337") + b"\x03"  # OUI and sub-namespace
_START, _LENGTH = 6, 4


def build_token(token):
    """Returns the namespace with its header. token: 1 to 2^32 - 1."""
    check_range("token", token, 1, 2**32 - 1)
    return _HEADER + _LENGTH.to_bytes(2, "little") + token.to_bytes(_LENGTH, "little")


def find_token(radiotap):
    """Returns the first token in a radiotap header, or None."""
    for at in vendor_namespaces(radiotap):
        octets = radiotap[at:]
        length = int.from_bytes(octets[4:6], "little")
        if octets[:4] != _HEADER or length < _LENGTH or len(octets) < _START + length:
            continue
        token = int.from_bytes(octets[_START : _START + _LENGTH], "little")
        if token:
            return token
    return None
