# SPDX-License-Identifier: Apache-2.0
"""Classifier: chooses an output by the frame's octets."""

import re
from dataclasses import dataclass

from .base import Element

PATTERNS_MAX = 32
OFFSET_MAX = 1500
# All that an element compares is on the stack of the program, which has 512 octets.
COMPARED_MAX = 128
CLAUSE = re.compile(r"(!?)([0-9]{1,5})/([0-9A-Fa-f?]+)(?:%([0-9A-Fa-f]+))?")


@dataclass(frozen=True)
class Clause:
    """Octets at an offset that have this value under the mask, or have not."""

    offset: int
    value: bytes
    mask: bytes
    is_negated: bool


class Classifier(Element):
    """Sends a frame to the output of the first pattern that matches. A frame that ends before the
    octets of a clause does not match it."""

    USAGE = "Classifier(PATTERN, ...), with patterns such as 12/0800, '12/0806 !20/0001' and -"
    SUMMARY = "output n: the first PATTERN that matches is the n-th; drops frames that match none"
    CODE = """
static __always_inline int $name(struct __sk_buff *packet)
{
$loads$patterns return LVNF_DROP;
}
"""

    def read(self, arguments):
        self.expect_number_of(arguments, 1, PATTERNS_MAX)
        self.patterns = [self.pattern(argument) for argument in arguments]
        self.outputs = len(self.patterns)
        self.spans = sorted(
            {(clause.offset, len(clause.value)) for each in self.patterns for clause in each}
        )
        if sum(length for _, length in self.spans) > COMPARED_MAX:
            self.refuse(
                arguments[0].position, f"the patterns compare more than {COMPARED_MAX} octets"
            )

    def pattern(self, argument):
        """Returns the clauses of a pattern; none for '-'."""
        if argument.text == "-":
            return []
        if not argument.text:
            self.refuse(argument.position, "a pattern is empty")
        return [self.clause(argument, text) for text in argument.text.split()]

    def clause(self, argument, text):
        """Returns the clause of the text."""
        match = CLAUSE.fullmatch(text)
        if not match:
            self.refuse(argument.position, f"'{text}' is no OFFSET/VALUE or OFFSET/VALUE%MASK")
        offset, value, mask = int(match[2]), match[3], match[4]
        if offset > OFFSET_MAX:
            self.refuse(argument.position, f"offset {offset} in '{text}' is above {OFFSET_MAX}")
        if len(value) % 2:
            self.refuse(argument.position, f"'{text}' has half an octet")
        if mask and len(mask) != len(value):
            self.refuse(argument.position, f"mask and value of '{text}' differ in length")
        known = bytes.fromhex("".join("0" if digit == "?" else "f" for digit in value))
        masked = bytes.fromhex(mask or "f" * len(value))
        mask = bytes(one & other for one, other in zip(known, masked))
        value = bytes(
            one & other for one, other in zip(bytes.fromhex(value.replace("?", "0")), mask)
        )
        return Clause(offset, value, mask, bool(match[1]))

    def values(self):
        return {
            "loads": "".join(self.load(*span) for span in self.spans) + ("\n" if self.spans else "")
            or "\t(void)packet;\n",
            "patterns": "".join(
                self.test(number, pattern) for number, pattern in enumerate(self.patterns)
            ),
        }

    @staticmethod
    def load(offset, length):
        """Returns C that loads octets; has_...: the frame has them."""
        where = f"{offset}_{length}"
        return (
            f"\t__u8 at_{where}[{length}];\n"
            f"\tbool has_{where} = lvnf_load(packet, {offset}, at_{where}, {length});\n"
        )

    @staticmethod
    def test(number, pattern):
        """Returns C that leaves the function if the pattern matches."""
        tests = []
        for clause in pattern:
            where = f"{clause.offset}_{len(clause.value)}"
            octets = [f"has_{where}"]
            for i, (value, mask) in enumerate(zip(clause.value, clause.mask)):
                if mask == 0xFF:
                    octets.append(f"at_{where}[{i}] == {value:#04x}")
                elif mask:
                    octets.append(f"(at_{where}[{i}] & {mask:#04x}) == {value:#04x}")
            tests.append(f"{'!' if clause.is_negated else ''}({' && '.join(octets)})")
        if not tests:
            return f"\treturn {number};\n"
        return f"\tif ({' && '.join(tests)})\n\t\treturn {number};\n"
