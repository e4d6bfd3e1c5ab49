# SPDX-License-Identifier: Apache-2.0
"""Random scripts: the image does with random frames what a model in Python does."""

import random

import pytest
from packets import payload

OUTPUTS_MAX = 4
ELEMENTS = 20
FRAMES = 150


class RandomScript:
    """A script and its model.

    nodes: (class, argument) of each element; to: where output (node, number) leads, with 'in' as a
    node for the inputs; a target is a node or ('out', port). counts: frames and octets by node.
    """

    def __init__(self, rng):
        self.rng, self.nodes, self.to = rng, [], {}
        ways = [("in", port) for port in range(rng.randint(1, 3))]
        for _ in range(rng.choice((0, 1, 5, ELEMENTS, ELEMENTS))):
            if not ways:
                break
            rng.shuffle(ways)
            for way in [ways.pop() for _ in range(rng.choice((1, 1, 2, 3)) if ways[3:] else 1)]:
                self.to[way] = len(self.nodes)
            node, outputs = len(self.nodes), self.add_node()
            ways += [(node, output) for output in range(outputs)]
        for way in ways:
            self.to[way] = ("out", rng.randrange(8))
        self.counts = {}

    def add_node(self):
        """Adds an element. Returns the number of its outputs."""
        name = self.rng.choice(
            "Null Counter Counter Strip Strip Classifier Classifier Classifier".split()
            + ["Discard"]
        )
        argument = None
        if name == "Strip":
            argument = self.rng.choice((0, 1, 2, 14, 40))
        if name == "Classifier":
            argument = [self.pattern() for _ in range(self.rng.randint(1, OUTPUTS_MAX))]
            argument += [[]] * (self.rng.random() < 0.5)
        self.nodes.append((name, argument))
        if name == "Discard":
            return 0
        return len(argument) if name == "Classifier" else 1

    def pattern(self):
        """Returns clauses (offset, octets, mask, is negated)."""
        clauses = []
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            n = self.rng.randint(1, 3)
            value = bytes(self.rng.randrange(2) for _ in range(n))
            mask = bytes(self.rng.choice((0, 1, 255)) for _ in range(n))
            offset = self.rng.choice((0, 1, 2, 5, 60, 200))
            clauses.append((offset, value, mask, self.rng.random() < 0.3))
        return clauses

    def text(self):
        """Returns the script, its statements in any order that is allowed."""
        declarations = [
            f"n{i} :: {name}{self.arguments(argument)};"
            for i, (name, argument) in enumerate(self.nodes)
        ]
        connections = []
        for (source, output), target in self.to.items():
            left = f"in_{output}" if source == "in" else f"n{source} [{output}]"
            right = f"out_{target[1]}" if isinstance(target, tuple) else f"n{target}"
            connections.append(f"{left} -> {right};")
        self.rng.shuffle(declarations)
        self.rng.shuffle(connections)
        return "\n".join(declarations + connections)

    @staticmethod
    def arguments(argument):
        if argument is None:
            return ""
        if isinstance(argument, int):
            return f"({argument})"
        return "({})".format(
            ", ".join(
                " ".join(
                    f"{'!' * no}{offset}/{value.hex()}%{mask.hex()}"
                    for offset, value, mask, no in pattern
                )
                or "-"
                for pattern in argument
            )
        )

    def counters(self):
        return [i for i, (name, _) in enumerate(self.nodes) if name == "Counter"][:8]

    def process(self, frame, port):
        """Returns what the image does."""
        at, offset = self.to.get(("in", port)), 0
        while at is not None and not isinstance(at, tuple):
            name, argument = self.nodes[at]
            left, output = frame[offset:], 0
            if name == "Discard" or (name == "Strip" and argument > len(left)):
                return None
            if name == "Strip":
                offset += argument
            if name == "Counter":
                frames, octets = self.counts.get(at, (0, 0))
                self.counts[at] = frames + 1, octets + len(left)
            if name == "Classifier":
                matching = [i for i, pattern in enumerate(argument) if self.matches(pattern, left)]
                if not matching:
                    return None
                output = matching[0]
            at = self.to[at, output]
        if at is None or (offset and len(frame) - offset < 14):
            return None
        return at[1], frame[offset:]

    @staticmethod
    def matches(pattern, frame):
        for offset, value, mask, is_negated in pattern:
            found = frame[offset : offset + len(value)]
            is_equal = len(found) == len(value) and all(
                one & m == other & m for one, other, m in zip(found, value, mask)
            )
            if is_equal == is_negated:
                return False
        return True

    def frame(self):
        """Returns a frame whose octets the patterns know."""
        frame = bytearray(payload(self.rng.choice((14, 15, 60, 61, 200, 300, 1500))))
        for i in range(min(len(frame), 300)):
            frame[i] = self.rng.randrange(2)
        frame[12:14] = b"\1\0"  # no protocol that the kernel's test looks at
        return bytes(frame)


@pytest.mark.parametrize("seed", range(12))
def test_a_random_script_is_as_its_model(image, seed):
    script = RandomScript(random.Random(seed))
    text, counters = script.text(), script.counters()
    handlers = [f"f{i}=n{i}.count" for i in counters] + [f"o{i}=n{i}.byte_count" for i in counters]
    loaded = image(text, handlers, ports=8)
    for _ in range(FRAMES):
        frame, port = script.frame(), script.rng.randrange(3)
        assert loaded.send(frame, port) == script.process(frame, port), text
    for i in counters:
        assert (loaded.value(f"f{i}"), loaded.value(f"o{i}")) == script.counts.get(i, (0, 0))


FILTER, DECAP = "WifiDupeFilter(100)", "WifiDecap"
CLASSIFIER = "Classifier(12/bbbb 20/0011223344, !0/01, -)"
IP_CLASSIFIER = "IPClassifier(udp and dst port 53 and src host 1.2.3.4, tcp, -)"
LIMIT = "RateLimit(10, 5)"
ALL = ["Null", "Counter", "Strip(14)", CLASSIFIER, IP_CLASSIFIER, LIMIT, FILTER, DECAP]


@pytest.mark.parametrize(
    "elements",
    [
        [FILTER] * 16 + [DECAP] * 4,
        *([each] * ELEMENTS for each in (DECAP, CLASSIFIER, IP_CLASSIFIER, LIMIT)),
        *(random.Random(seed).choices(ALL, k=ELEMENTS) for seed in range(6)),
    ],
)
def test_any_twenty_elements_verify(image, elements):
    """They neither exceed the stack, nor does the verifier give up."""
    text, last = "", "in_0"
    for i, element in enumerate(elements):
        text += f"{last} -> e{i} :: {element};"
        if "Classifier" in element:
            text += f"e{i} [1] -> out_1; e{i} [2] -> out_2;"
        last = f"e{i}"
    counters = [i for i, element in enumerate(elements) if element == "Counter"]
    image(f"{text} {last} -> out_0", [f"n{i}=e{i}.count" for i in counters])
