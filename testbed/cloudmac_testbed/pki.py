# SPDX-License-Identifier: Apache-2.0
"""The lab's certificates, by the project's own tool."""
import subprocess

from .settings import LabError


def make(tool, folder, wtps):
    """Make a CA and the certificates of the controller and of all WTPs in
    ``folder``. ``tool``: path of cloudmac-pki; ``wtps``: the WTPs' ids."""
    folder.mkdir(parents=True, exist_ok=True)
    for words in (
        ["init", folder],
        ["controller", folder],
        *(["wtp", folder, wtp] for wtp in wtps),
    ):
        done = subprocess.run([tool, *words], capture_output=True, text=True, check=False)
        if done.returncode:
            raise LabError(f"cloudmac-pki {words[0]}: {done.stderr.strip() or done.stdout.strip()}")
