# SPDX-License-Identifier: Apache-2.0
"""Where the programs are that are tested: CLOUDMAC_MEDIUM_BUILD names another
build than the usual one."""
import os
import pathlib

HERE = pathlib.Path(__file__).resolve().parents[1]
BUILD = HERE / os.environ.get("CLOUDMAC_MEDIUM_BUILD", "build")
