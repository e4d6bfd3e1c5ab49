# SPDX-License-Identifier: Apache-2.0
"""Addresses of LVNFs: the paper names an LVNF by a MAC address, which is derived from its name here.
"""
import hashlib
import re

EVERY = "ff:ff:ff:ff:ff:ff"
"""Each LVNF of a tenant."""
_FORM = re.compile("[0-9a-f]{2}(:[0-9a-f]{2}){5}")


def address(tenant, lvnf):
    """Returns the address of an LVNF, a locally administered one."""
    octets = hashlib.sha256(f"{tenant}_{lvnf}".encode()).digest()[:5]
    return ":".join(f"{octet:02x}" for octet in b"\x02" + octets)


def is_address(text):
    """Returns whether a text is an address, and not the name of an LVNF."""
    return bool(_FORM.fullmatch(text.lower()))


def find(tenant, wanted, names):
    """Returns the name of the LVNF that has an address, among names. Raises LookupError."""
    for name in names:
        if address(tenant, name) == wanted.lower():
            return name
    raise LookupError(f"tenant {tenant} has no LVNF with the address {wanted}")
