# SPDX-License-Identifier: Apache-2.0
"""What calls raise."""


class CloudmacError(Exception):
    """Any error of the SDK."""


class Unreachable(CloudmacError):
    """The controller could not be reached, did not answer in time, or is not the controller."""


class Refused(CloudmacError):
    """The controller refused a request. The text is the controller's; ``status`` is the status of
    HTTP, ``tag`` the error-tag of RESTCONF (RFC 8040, section 7), or empty."""

    def __init__(self, text, status, tag=""):
        super().__init__(text)
        self.status, self.tag = status, tag

    @property
    def is_temporary(self):
        """Whether the same request may be accepted later, because of the controller's state."""
        return self.status in (429, 502, 503, 504)
