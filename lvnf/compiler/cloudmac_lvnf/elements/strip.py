# SPDX-License-Identifier: Apache-2.0
"""Strip: removes octets in front."""

from .base import Element

LENGTH_MAX = 1500


class Strip(Element):
    """Removes octets in front of a frame; drops frames that have fewer."""

    USAGE = "Strip(LENGTH)"
    SUMMARY = "removes LENGTH octets in front; drops frames that have fewer"
    STRIPS = True
    CODE = """
static __always_inline int $name(struct __sk_buff *packet)
{
        return lvnf_strip(packet, $length) ? 0 : LVNF_DROP;
}
"""

    def read(self, arguments):
        self.expect_number_of(arguments, 1, 1)
        self.length = self.integer(arguments[0], 0, LENGTH_MAX, "LENGTH in octets")

    def values(self):
        return {"length": self.length}
