# SPDX-License-Identifier: Apache-2.0
"""Makes Hypothesis draw the same examples in each run, on machines of any speed."""

import hypothesis

hypothesis.settings.register_profile(
    "repeatable", derandomize=True, database=None, deadline=None, max_examples=200
)
hypothesis.settings.load_profile("repeatable")
