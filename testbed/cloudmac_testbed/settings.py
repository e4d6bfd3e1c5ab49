# SPDX-License-Identifier: Apache-2.0
"""Defines paths and ports."""
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
"""The running lab's folder: control socket, logs, exchange folder of the guest."""
FAILED = "failed"
"""Folder in the runtime folder with the logs of the last start that failed."""
RESTCONF_PORT = int(os.environ.get("CLOUDMAC_RESTCONF_PORT", "8181"))
"""TCP port on 127.0.0.1 where users reach RESTCONF, which has port 8181 in the lab."""
SSH_PORT = int(os.environ.get("CLOUDMAC_SSH_PORT", "8101"))
DISSECTOR = "/run/source/wire/wireshark/cloudmac.lua"
"""Wireshark's dissector of CloudMAC frames, as the guest sees it."""
GUEST_PORT = 4000
"""Port of the guest on the management network, for the machine's requests."""
