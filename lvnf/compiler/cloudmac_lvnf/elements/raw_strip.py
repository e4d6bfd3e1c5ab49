# SPDX-License-Identifier: Apache-2.0
"""RawStrip: removes what CloudMAC puts before an 802.11 frame."""

from .base import Element


class RawStrip(Element):
    """Removes the Ethernet and the radiotap header of a frame of ethertype 0x1337; drops frames
    that have fewer octets. It looks at the length only."""

    USAGE = "RawStrip()"
    SUMMARY = "removes the Ethernet and the radiotap header before an 802.11 frame (0x1337)"
    STRIPS = True
    TYPES = """
#define LVNF_RADIOTAP_LENGTH 2 /* octets before its length, little-endian */
"""
    CODE = """
static __always_inline int $name(struct __sk_buff *packet)
{
        __u8 length[2];

        if (!lvnf_load(packet, ETH_HLEN + LVNF_RADIOTAP_LENGTH, length, sizeof(length)))
                return LVNF_DROP;
        return lvnf_strip(packet, ETH_HLEN + (length[0] | length[1] << 8)) ? 0 : LVNF_DROP;
}
"""
