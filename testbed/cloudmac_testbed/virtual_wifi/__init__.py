# SPDX-License-Identifier: Apache-2.0
"""``lab run virtual-wifi``: virtual stations beside native ones. Each part W1 to W11 is a file;
``part.py`` has what they share."""
