# SPDX-License-Identifier: Apache-2.0
"""What calls raise."""


class CloudmacError(Exception):
    """Any error of this package."""


class Unreachable(CloudmacError):
    """The controller could not be reached, or did not answer in time."""


class Refused(CloudmacError):
    """The controller refused a request. The text is the controller's; ``status`` is the status of
    HTTP, ``tag`` the error-tag of RESTCONF (RFC 8040, section 7), or empty."""

    def __init__(self, text, status, tag=""):
        super().__init__(text)
        self.status, self.tag = status, tag


class ImageRefused(CloudmacError):
    """An image could not be made. The text is the compiler's, with the place in the script."""


class LvnfFailed(CloudmacError):
    """The packet node refused an LVNF, in the node's words, or did not finish in time."""


class ChainFailed(CloudmacError):
    """A chain has an LVNF that its node refused, or did not become active in time."""
