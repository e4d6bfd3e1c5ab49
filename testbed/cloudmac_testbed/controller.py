# SPDX-License-Identifier: Apache-2.0
"""The controller: OpenDaylight's Karaf with the project's features, on the
machine itself but inside the lab's network namespace."""
