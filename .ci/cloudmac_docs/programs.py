# SPDX-License-Identifier: Apache-2.0
"""The help of programs, as they print it."""
import os
import subprocess

from .tree import TOP


def help_text(command):
    """Returns the help of a command, as a block. command: as it is typed, without --help."""
    shown = {"CLOUDMAC_CACHE": "~/.cache/cloudmac", "COLUMNS": "90", "LANG": "C.UTF-8"}
    done = subprocess.run(
        [*command.split(), "--help"],
        cwd=TOP,
        env={**os.environ, **shown},
        capture_output=True,
        text=True,
        check=True,
    )
    return f"```text\n{done.stdout.strip()}\n```\n"


MACROS = {"help": help_text}
