# SPDX-License-Identifier: Apache-2.0
"""Errors that several modules raise."""


class LabError(Exception):
    """An error that a user can understand and act on; printed as one line."""


class TopologyError(ValueError):
    """A topology is invalid; the message names the place and the reason."""
