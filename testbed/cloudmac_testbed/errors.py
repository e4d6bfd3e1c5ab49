# SPDX-License-Identifier: Apache-2.0
"""Errors that several modules raise."""


class TopologyError(ValueError):
    """A topology is invalid; the message names the place and the reason."""
