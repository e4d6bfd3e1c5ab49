# SPDX-License-Identifier: Apache-2.0
"""The radio side: stations, the WTPs' radios and agents, and the VAPs."""
