# SPDX-License-Identifier: Apache-2.0
"""Names and values of the lines of the paper's figures."""
from .origin import EXPERIMENTS
from .text import listed, number


NOTABLE = 0.25


def label(name, line=None):
    """Returns the name of a line for readers."""
    from cloudmac_testbed.paper import plan

    known = {one.name: one.label for one in plan.ALL_LINES}
    return (line or {}).get("label") or known.get(name) or name.replace("_", " ")


SHORT = {
    "ref1": "reference 1",
    "ref2": "reference 2",
    "idle": "idle CloudMAC",
    "prio": "PRIO",
    "cake": "CAKE",
    "unframed": "the own policy without framing",
    "hardware": "a wire without a switch",
}


def short(name):
    """Returns the name of a line for prose."""
    return SHORT.get(name) or label(name)


def paper_value(figure, name):
    """Returns the paper's value of a line, and its quantity if it is another than the figure's;
    None for both without one."""
    from cloudmac_testbed.paper import plan

    value = plan.FIGURES[figure].paper.get(name)
    return (value[1], value[0]) if isinstance(value, tuple) else (value, None)


def ratio(ours, paper):
    """Returns ours to the paper's value as text."""
    return number(ours / paper, ".2f") if ours is not None and paper else ""


def succeeded(line, kind):
    """Returns how many attempts of one class of patience succeeded, and how many there were. The
    classes take turns, across repetitions too."""
    from cloudmac_testbed.paper.figures import KINDS

    tried = len(range(KINDS.index(kind), line["n"], len(KINDS)))
    return round(line["by_patience"][kind] / 100 * tried), tried


def data_of(name, measured):
    """Returns the content of an experiment's result file; None without one."""
    return EXPERIMENTS[name].data(measured)


def needs(name, without=""):
    """Returns a decorator: the function gets the content of the result file. Without one it is not
    called, and the text is ``without``."""

    def around(function):
        def made(measured):
            data = data_of(name, measured)
            return without if data is None else function(data)

        return made

    return around


def short_names(names):
    """Returns the names of lines for prose, as a list."""
    return listed(short(name) for name in names)


def repetitions(line):
    """Returns the number of repetitions of a line of a figure; None if it does not say."""
    means = line.get("by_repetition")
    return None if means is None else len(means)


def rivals_that_tie(found):
    """Returns the rivals of ``own_policy_best`` whose value is that of CloudMAC's own policy."""
    return [name for name, value in found["rivals"].items() if value == found["value"]]
