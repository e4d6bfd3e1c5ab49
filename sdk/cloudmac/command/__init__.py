# SPDX-License-Identifier: Apache-2.0
"""The command ``cloudmac``.

text < output, curl < shared < tables, pauses < lists, events, why, what_if, actions < main
"""
