# SPDX-License-Identifier: Apache-2.0
"""Runs codespell over the tree's text files."""
import subprocess

from .problems import Problem

IGNORED = {
    "inport": "inPort is an identifier: OpenFlow's ingress port",
    "nd": "Nd is a macro of manual pages",
    "whis": "a parameter of matplotlib's box plots",
    "fro": "to and fro",
}
"""Words that codespell takes for misspelt, and why they are right."""
SKIPPED = (".patch", ".diff", ".svg", ".json", ".xz", ".png")
"""Ends of names of files that hold other people's text, or none."""


def check(tree):
    """Returns a problem for each misspelt word."""
    files = [name for name in tree.files if not name.endswith(SKIPPED)]
    command = ["codespell", "--ignore-words-list", ",".join(IGNORED), *files]
    done = subprocess.run(command, cwd=tree.top, capture_output=True, text=True, check=False)
    found = (line.split(":", 2) for line in done.stdout.splitlines() if line.count(":") > 1)
    return [
        Problem(
            name.removeprefix("./"),
            int(line),
            f"misspelt: {text.strip()}: correct it, or add it to IGNORED of "
            ".ci/cloudmac_docs/spelling.py with a reason",
        )
        for name, line, text in found
    ]
