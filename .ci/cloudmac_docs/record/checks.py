# SPDX-License-Identifier: Apache-2.0
"""The runs of the lab stage in a row."""
from .text import NOT_MEASURED, table


def lab_runs(measured):
    """Returns the table of the runs, the oldest first."""
    data = measured.get("lab-runs")
    if data is None:
        return NOT_MEASURED
    rows = [
        (
            run["started"][:16].replace("T", " "),
            f"`{run['commit']}`",
            run["passed"],
            run["failed"],
            ", ".join(run["unsteady"]) or "none",
            run["other_stages_beside"],
            f"{run['seconds'] / 60:.0f} min",
        )
        for run in data["runs"]
    ]
    return table(
        ("started, UTC", "commit", "passed", "failed", "unsteady", "stages beside it", "time"), rows
    )


PARTS = {"lab-runs table": lab_runs}
