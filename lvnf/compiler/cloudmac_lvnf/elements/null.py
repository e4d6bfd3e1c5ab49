# SPDX-License-Identifier: Apache-2.0
"""Null: passes frames."""

from .base import Element


class Null(Element):
    """Passes frames as they are."""

    USAGE = "Null()"
    SUMMARY = "passes frames as they are"
    CODE = """
static __always_inline int $name(struct __sk_buff *packet)
{
        (void)packet;
        return 0;
}
"""
