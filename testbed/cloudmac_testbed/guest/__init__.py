# SPDX-License-Identifier: Apache-2.0
"""The programs inside the lab kernel, process 1 and its children.

Nothing here cleans up: all state ends with the kernel. The machine imports these modules
too, for its calls (calls.py); an import has no side effect.
"""
