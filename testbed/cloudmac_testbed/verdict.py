# SPDX-License-Identifier: Apache-2.0
"""What an experiment aims at, what it reached, and whether that is enough runs to say so."""
import dataclasses

ENOUGH = 5
"""Seeds or repetitions from which on a goal counts as met or missed."""


@dataclasses.dataclass(frozen=True)
class Verdict:
    """One goal. part: the experiment's own name of it, such as T3; goal: the whole goal in words;
    reached: the measured values; holds: whether they are within the goal, None if the result file
    lacks what the goal needs; runs: seeds or repetitions behind them."""

    part: str
    goal: str
    reached: str
    holds: bool | None
    runs: int

    @property
    def word(self):
        """Returns the verdict as text. Few runs show the values, and no verdict."""
        if self.holds is None:
            return "not shown"
        if not self.holds:
            return "not met"
        return "met" if self.runs >= ENOUGH else number_of_runs(self.runs)


def number_of_runs(count):
    """Returns "one run" or "3 runs"."""
    return "one run" if count == 1 else f"{count} runs"


def judge(part, text, find, runs):
    """Makes a verdict of a function that returns what was reached, and whether it is within the
    goal, None if the file lacks what the goal needs. The verdict is None if the function returns None.
    find: content of a result file -> the function's arguments, of which none may be empty; runs:
    content -> number of runs."""

    def of(function):
        def verdict(data):
            found = find(data)
            made = function(*found) if all(found) else None
            return made and Verdict(part, text, *made, runs(data))

        return verdict

    return of


def known(functions, data):
    """Returns the verdicts of the parts that a result file has, in order. functions: each takes the
    content of a result file, and returns a Verdict or None."""
    return [verdict for function in functions if (verdict := function(data)) is not None]
