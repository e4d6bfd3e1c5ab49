# SPDX-License-Identifier: Apache-2.0
"""The site behind ``./cloudmac docs``: generated parts of pages, checks, and the build."""
