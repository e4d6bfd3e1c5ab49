# SPDX-License-Identifier: Apache-2.0
"""Parts of bin/cloudmac-setup."""
