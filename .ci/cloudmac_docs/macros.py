# SPDX-License-Identifier: Apache-2.0
"""The macros that pages call as {{ name(argument) }}. Each returns Markdown."""
try:
    from . import results
except ImportError:
    results = None

from . import programs

MACROS = {**programs.MACROS}


def define_env(env):
    """Registers the macros at the plugin for mkdocs."""
    for name, macro in {**MACROS, **getattr(results, "MACROS", {})}.items():
        env.macro(macro, name)
