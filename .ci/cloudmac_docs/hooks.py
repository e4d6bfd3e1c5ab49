# SPDX-License-Identifier: Apache-2.0
"""Hooks of mkdocs."""
import re

MARKED = re.compile(r"^(\s*(?:```+|~~~+)\s*[\w-]+)[ \t]+\w+[ \t]*$", re.MULTILINE)


def on_page_markdown(markdown, **_):
    """Removes the marks of the checks from fences ("sh tested" becomes "sh"): Python-Markdown
    knows only the language there."""
    return MARKED.sub(r"\1", markdown)
