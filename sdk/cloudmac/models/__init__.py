# SPDX-License-Identifier: Apache-2.0
"""Dataclasses of the controller's YANG modules. Absent members are None, absent lists empty."""
