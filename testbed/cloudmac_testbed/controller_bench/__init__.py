# SPDX-License-Identifier: Apache-2.0
"""``./cloudmac bench controller``: the real controller and real Open vSwitch daemons without a
datapath, with simulated WTP agents and VAP hosts."""
