# SPDX-License-Identifier: Apache-2.0
"""Markdown tables and numbers."""
import statistics

ABSENT = "-"
NOT_MEASURED = "Not measured yet.\n"


def number(value, form="#.4g"):
    """Returns a number as text, in four digits if nothing else is given; an empty text for None."""
    return "" if value is None else format(value, form).removesuffix(".")


def percent(share, form=".1f"):
    """Returns a share (0 to 1) in percent; an empty text for None."""
    return "" if share is None else f"{100 * share:{form}} %"


def table(head, rows):
    """Returns a Markdown table. The first column is on the left, and each that has a cell with
    letters; the others are on the right."""
    cells = [[str(cell).replace("|", r"\|") for cell in row] for row in rows]
    right = [
        number_ > 0 and not any(_is_text(row[number_]) for row in cells)
        for number_ in range(len(head))
    ]
    lines = [head, ["---:" if one else "---" for one in right], *cells]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _is_text(cell):
    bare = cell.replace("±", "").replace("%", "").replace("of", "").replace("to", "")
    return any(letter.isalpha() for letter in bare)


def bullets(sentences):
    """Returns a Markdown list of those that are not empty."""
    return "".join(f"* {sentence}\n" for sentence in sentences if sentence)


def listed(words):
    """Returns "a, b and c"."""
    words = list(words)
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def standard_error(means):
    """Returns the standard error of the mean of repetitions; None for fewer than two."""
    there = [mean for mean in means or () if mean is not None]
    return statistics.stdev(there) / len(there) ** 0.5 if len(there) > 1 else None


def too_few(repetitions):
    """Returns "one repetition is" or "3 repetitions are" too few to tell something from chance."""
    count = "one repetition is" if repetitions == 1 else f"{repetitions} repetitions are"
    return f"{count} too few to tell that from chance"
