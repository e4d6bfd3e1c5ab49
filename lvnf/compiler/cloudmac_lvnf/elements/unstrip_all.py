# SPDX-License-Identifier: Apache-2.0
"""UnstripAll: restores what was removed in front."""

from .base import Element


class UnstripAll(Element):
    """Restores all octets that elements have removed in front."""

    USAGE = "UnstripAll()"
    SUMMARY = "restores all octets that elements have removed in front"
    CODE = """
static __always_inline int $name(struct __sk_buff *packet)
{
        lvnf_set_offset(packet, 0);
        return 0;
}
"""
