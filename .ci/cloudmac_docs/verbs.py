# SPDX-License-Identifier: Apache-2.0
"""The help of ./cloudmac and of other programs, as they print it."""
import os
import subprocess

from .generated import Fault

CACHE = "~/.cache/cloudmac"


def help_of(tree, command):
    """Returns the help of a command. command: as it is typed, without --help."""
    done = subprocess.run(
        [*command.split(), "--help"],
        cwd=tree.top,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/root"),
            "LANG": "C.UTF-8",
            "COLUMNS": "90",
            "CLOUDMAC_CACHE": CACHE,
            "PYTHONDONTWRITEBYTECODE": "1",
        },
    )
    if done.returncode or "usage: " not in done.stdout:
        raise Fault(f"{command} --help fails: {done.stdout.strip()[-300:]}")
    return "\n".join(line.rstrip() for line in done.stdout.strip("\n").splitlines())


def usage(tree, command):
    """The help of a command, as a block."""
    return f"```text\n{help_of(tree, command)}\n```\n"


GENERATORS = {"usage": usage}
