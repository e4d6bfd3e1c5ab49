# SPDX-License-Identifier: Apache-2.0
"""Discard: drops frames."""

from .base import Element


class Discard(Element):
    """Drops all frames. It has no output."""

    USAGE = "Discard()"
    SUMMARY = "drops all frames; has no output"
    CODE = """
static __always_inline int $name(struct __sk_buff *packet)
{
        (void)packet;
        return LVNF_DROP;
}
"""

    def read(self, arguments):
        super().read(arguments)
        self.outputs = 0
