# SPDX-License-Identifier: Apache-2.0
"""Marks of Markdown."""


def code(text):
    """Returns the text as code, "" if there is none."""
    return f"`{text}`" if text else ""
