# SPDX-License-Identifier: Apache-2.0
"""What the controller that answers late refuses."""


class Rejected(Exception):
    """An error as RESTCONF has it: status, tag, text; None for no text."""
