# SPDX-License-Identifier: Apache-2.0
"""Selects the tests of a short run."""

import pytest


def short(names, *chosen):
    """Returns all names as parameters. Those that are not chosen run only in a full run."""
    unknown = set(chosen) - set(names)
    assert not unknown, f"no parameter {unknown}"
    return [
        name if name in chosen else pytest.param(name, marks=pytest.mark.full) for name in names
    ]
