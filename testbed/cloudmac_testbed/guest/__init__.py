# SPDX-License-Identifier: Apache-2.0
"""What runs inside the lab kernel, as its process 1 and below.

Nothing here cleans up after itself: the kernel and all it holds end together.
"""
