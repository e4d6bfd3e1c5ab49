# SPDX-License-Identifier: Apache-2.0
"""Loads the Python SDK and its examples from the source tree."""
import importlib
import importlib.util
import sys

from ..settings import ROOT

FOLDER = ROOT / "sdk"


def load():
    """Returns the package cloudmac_sdk. Only when it is needed, as --help works before its
    packages are installed."""
    if str(FOLDER) not in sys.path:
        sys.path.insert(0, str(FOLDER))
    return importlib.import_module("cloudmac_sdk")


def example(name):
    """Returns an example of the SDK as a module."""
    load()
    spec = importlib.util.spec_from_file_location(name, FOLDER / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
