# SPDX-License-Identifier: Apache-2.0
"""The test runner behind ``./cloudmac check``: stages, their outcomes, a table of times."""
