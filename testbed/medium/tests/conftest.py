# SPDX-License-Identifier: Apache-2.0
"""The folder of the programs under test. CLOUDMAC_MEDIUM_BUILD names another one."""
import os
import pathlib

HERE = pathlib.Path(__file__).resolve().parents[1]
BUILD = HERE / os.environ.get("CLOUDMAC_MEDIUM_BUILD", "build")
