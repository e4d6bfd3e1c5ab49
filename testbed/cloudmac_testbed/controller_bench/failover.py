# SPDX-License-Identifier: Apache-2.0
"""Kills the owner of the application in a cluster of three controllers, with the cluster's own script."""
import json
import pathlib
import subprocess
import sys
import tempfile

from ..errors import LabError
from ..settings import ROOT

SCRIPT = ROOT / "karaf" / "tests" / "cluster" / "wlan_failover.py"
SIZE = {"wtps": 20, "stations": 1000, "switches": 5, "per-s": 50}


def measure(kills):
    """Returns the content of the script's result file. Raises LabError."""
    with tempfile.TemporaryDirectory(prefix="cloudmac-bench-") as folder:
        output = pathlib.Path(folder) / "failover.json"
        words = [str(word) for name, value in SIZE.items() for word in (f"--{name}", value)]
        command = [sys.executable, str(SCRIPT), *words, "--rounds", str(kills), "--json", output]
        if subprocess.run(command, check=False).returncode:
            raise LabError("the measurement of failovers failed")
        return json.loads(output.read_text())
