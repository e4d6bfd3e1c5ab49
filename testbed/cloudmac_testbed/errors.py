# SPDX-License-Identifier: Apache-2.0
"""Errors that several modules raise."""


class TopologyError(ValueError):
    """A topology is wrong; the message says where and why."""
