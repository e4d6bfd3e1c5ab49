# SPDX-License-Identifier: Apache-2.0
"""Makes texts of others, such as SSIDs, harmless for a terminal."""
import json
import unicodedata

HARMFUL = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories of characters that control a terminal, turn text around, or cannot be seen."""
ABSENT = "-"


def safe(text):
    """Returns a text in one line without characters of HARMFUL, which become escapes."""
    return "".join(
        _escape(ord(each)) if unicodedata.category(each) in HARMFUL else each for each in str(text)
    )


def _escape(point):
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def cell(value):
    """Returns a value as a table has it: "-" if it is absent, never 0."""
    if value is None or value == "" or value == ():
        return ABSENT
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return safe(", ".join(str(each) for each in value))
    return safe(value)


def as_json(thing):
    """Returns JSON in printable ASCII on one line."""
    return json.dumps(thing).replace("\x7f", "\\u007f")


def count(number, one, several=None):
    """Returns "1 station", "1,024 stations", "no stations"."""
    many = several or f"{one}s"
    return f"{number:,} {one}" if number == 1 else f"{f'{number:,}' if number else 'no'} {many}"
