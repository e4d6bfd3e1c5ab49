# SPDX-License-Identifier: Apache-2.0
"""``lab run nfv``: network functions at a packet node, by the controller and the Python SDK.

sdk, statements < accounts, site < programs, handlers, modes, raw_chains, queries, maps, scaling,
tenants < chains, triggers, moves, repetitions < connections < verdicts, report < run
"""
