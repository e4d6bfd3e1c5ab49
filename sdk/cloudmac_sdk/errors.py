# SPDX-License-Identifier: Apache-2.0
"""What calls raise."""
from cloudmac.errors import CloudmacError, Refused, Unreachable

__all__ = [
    "ChainFailed",
    "CloudmacError",
    "ImageRefused",
    "LvnfFailed",
    "Refused",
    "Unreachable",
]


class ImageRefused(CloudmacError):
    """An image could not be made. The text is the compiler's, with the place in the script."""


class LvnfFailed(CloudmacError):
    """The packet node refused an LVNF, in the node's words, or did not finish in time."""


class ChainFailed(CloudmacError):
    """A chain has an LVNF that its node refused, or did not become active in time."""
