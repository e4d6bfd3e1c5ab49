# SPDX-License-Identifier: Apache-2.0
"""The lab of CloudMAC: a User-Mode Linux kernel with the topology's hosts in
network namespaces, the controller beside it, experiments and their results.

Modules below ``cloudmac_testbed.guest`` run inside the lab kernel, all others
on the machine itself.
"""
