# SPDX-License-Identifier: Apache-2.0
"""Finds the vendor namespaces of a radiotap header (radiotap.org)."""

_HEAD = 8
_VENDOR_HEADER = 6
_BIT_NAMESPACE, _BIT_VENDOR, _BIT_MORE = 29, 30, 31

# Alignment and size of the standard's fields, by bit. The parser knows no others.
_FIELDS = [
    *[(8, 8), (1, 1), (1, 1), (2, 4), (2, 2), (1, 1), (1, 1)],
    *[(2, 2), (2, 2), (2, 2), (1, 1), (1, 1), (1, 1), (1, 1)],
    *[(2, 2), (2, 2), (1, 1), (1, 1), (4, 8), (1, 3), (4, 8)],
    *[(2, 12), (8, 12), (2, 12), (2, 12), (2, 6), (1, 1), (2, 4)],
]


def _align(offset, to):
    """Returns the next multiple of ``to`` from an offset on."""
    return offset + -offset % to


def _words(radiotap):
    """Returns the present words. Another word follows each word with its top bit set."""
    words, at = [], 4
    while at + 4 <= len(radiotap):
        words.append(int.from_bytes(radiotap[at : at + 4], "little"))
        at += 4
        if not words[-1] >> _BIT_MORE & 1:
            return words
    return []


def _end_of_fields(word, at):
    """Returns the end of the standard's fields of a present word; None if one is unknown."""
    if word >> len(_FIELDS) & 1:
        return None
    for bit, (align, size) in enumerate(_FIELDS):
        if word >> bit & 1:
            at = _align(at, align) + size
    return at


def vendor_namespaces(radiotap):
    """Yields the offsets of the headers of all complete vendor namespaces."""
    words, vendor = _words(radiotap), False
    at = 4 + 4 * len(words)
    for word in words:
        if not vendor:
            at = _end_of_fields(word, at)
        if at is None or at > len(radiotap):
            return
        if word >> _BIT_NAMESPACE & 1:
            vendor = False
        elif word >> _BIT_VENDOR & 1:
            vendor, at = True, _align(at, 2)
            if at + _VENDOR_HEADER > len(radiotap):
                return
            yield at
            at += _VENDOR_HEADER + int.from_bytes(radiotap[at + 4 : at + 6], "little")
