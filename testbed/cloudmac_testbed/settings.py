# SPDX-License-Identifier: Apache-2.0
"""Where things are, what they are called, and the one kind of error that users
see as a line instead of a traceback."""
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
"""The top of the source tree."""
TESTBED = ROOT / "testbed"
RESULTS = pathlib.Path(os.environ.get("CLOUDMAC_RESULTS", ROOT / "results"))
CACHE = pathlib.Path(
    os.environ.get("CLOUDMAC_CACHE")
    or pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "cloudmac"
)
RUNTIME = pathlib.Path(os.environ.get("CLOUDMAC_RUNTIME", "/run/cloudmac-lab"))
"""The running lab's folder: control socket, logs, the guest's exchange folder."""
RESTCONF_PORT = int(os.environ.get("CLOUDMAC_RESTCONF_PORT", "8181"))
"""TCP port on 127.0.0.1 where users reach RESTCONF, in the lab on 8181."""
SSH_PORT = int(os.environ.get("CLOUDMAC_SSH_PORT", "8101"))
DISSECTOR = "/run/source/wire/wireshark/cloudmac.lua"
"""Where the guest sees Wireshark's dissector of CloudMAC frames."""
GUEST_PORT = 4000
"""Where the guest takes the machine's requests, on the management network."""


class LabError(Exception):
    """Something a user can understand and act on; printed as one line."""
