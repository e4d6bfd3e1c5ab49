# SPDX-License-Identifier: Apache-2.0
"""The macros that pages call as {{ name(argument) }}. Each returns Markdown."""
from . import console, manuals, programs, results, texts, topologies, yang

MODULES = (console, manuals, programs, results, texts, topologies, yang)


def macros():
    """Returns name -> macro."""
    found = {}
    for module in MODULES:
        found |= module.MACROS
    return found


def define_env(env):
    """Registers the macros at the plugin for mkdocs."""
    for name, macro in macros().items():
        env.macro(macro, name)
