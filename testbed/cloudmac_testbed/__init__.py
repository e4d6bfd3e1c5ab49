# SPDX-License-Identifier: Apache-2.0
"""The lab of CloudMAC. A User-Mode Linux kernel runs the topology's hosts in network namespaces,
and the controller runs beside it.

Modules below ``cloudmac_testbed.guest`` run inside the lab kernel, all others on the machine."""
