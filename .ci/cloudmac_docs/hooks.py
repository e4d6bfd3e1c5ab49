# SPDX-License-Identifier: Apache-2.0
"""Hooks of mkdocs."""
import atexit
import os
import re
import shutil
import tempfile

from mkdocs.structure.files import File

from cloudmac_docs import results

MARKED = re.compile(r"^(\s*(?:```+|~~~+)\s*[\w-]+)[ \t]+\w+[ \t]*$", re.MULTILINE)


def on_page_markdown(markdown, **_):
    """Removes the marks of the checks from fences ("sh tested" becomes "sh"), because
    Python-Markdown accepts only the language there."""
    return MARKED.sub(r"\1", markdown)


def on_files(files, config):
    """Draws the figures of results into a folder that stands for docs/, and adds them."""
    drawn = tempfile.mkdtemp(prefix="cloudmac-figures-")
    atexit.register(shutil.rmtree, drawn)
    results.draw_figures(drawn)
    for folder, _, names in os.walk(drawn):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), drawn)
            files.append(File(path, drawn, config["site_dir"], config["use_directory_urls"]))
    return files
