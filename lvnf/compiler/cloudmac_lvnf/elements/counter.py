# SPDX-License-Identifier: Apache-2.0
"""Counter: counts frames and octets."""

from .base import Element, Handler


class Counter(Element):
    """Counts frames and their octets. What no handler shows is not counted."""

    USAGE = "Counter()"
    SUMMARY = "counts frames and their octets"
    CODE = """
static __always_inline int $name(struct __sk_buff *packet)
{
        __u64 *frames = $count, *octets = $byte_count;

        if (frames)
                __sync_fetch_and_add(frames, 1);
        if (octets)
                __sync_fetch_and_add(octets, lvnf_length(packet));
        return 0;
}
"""
    HANDLERS = {
        "count": Handler("frames; write 0 to reset it", "__u64"),
        "byte_count": Handler("octets, without those stripped; write 0 to reset it", "__u64"),
    }
