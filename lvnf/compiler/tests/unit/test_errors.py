# SPDX-License-Identifier: Apache-2.0
"""Each refusal: where it is, what was refused, what to do."""

import pytest
from cloudmac_lvnf.errors import ScriptError
from cloudmac_lvnf.generate import generate
from cloudmac_lvnf.graph import build

TWENTY = "in_0" + " -> Null" * 20
SEVENTEEN = "; ".join(f"c{i} :: Counter" for i in range(17))
IN_A_ROW = " -> ".join(f"c{i}" for i in range(17))


@pytest.mark.parametrize(
    "text, line, column, message",
    [
        # Syntax
        ("in_0 -> out_0 in_1", 1, 15, "expected ';' or '->', found 'in_1': end the statement"),
        ("in_0 ->", 1, 8, "expected an element, found the end of the script: write"),
        ("in_0", 1, 5, "expected '->', found the end of the script"),
        ("Null;", 1, 5, "expected '->', found ';'"),
        ("a, b -> out_0", 1, 6, "expected '::', found '->'"),
        ("a :: ;", 1, 6, "expected a class, found ';'"),
        ("in_0\n -> @ out_0", 2, 5, "'@' is not part of the language: remove it"),
        ("in_0 -> Strip(14 -> out_0", 1, 14, "this parenthesis is not closed: add ')'"),
        ("in_0 -> Strip(14 /* out_0", 1, 18, "this comment does not end: add '*/'"),
        ("/* in_0", 1, 1, "this comment does not end: add '*/'"),
        ("in_0 [x] -> out_0", 1, 6, "a port is a number in brackets: write '[0]'"),
        ("in_0 -> out_0 [0]", 1, 15, "output [0] goes nowhere: add '-> ...' or remove it"),
        ("[0] in_0 -> out_0", 1, 1, "input [0] gets nothing here"),
        # Names
        ("x :: Null; x :: Null", 1, 12, "an element 'x' already, in line 1: use another name"),
        ("out_0 :: Null", 1, 1, "'out_0' is a port of the image: use another name"),
        ("Strip :: Null", 1, 1, "'Strip' is a class of elements: use another name"),
        ("in_0 ->\n  Strp(14) -> out_0", 2, 3, "no element class 'Strp': did you mean 'Strip'?"),
        ("d :: wifidupefilter", 1, 6, "did you mean 'WifiDupeFilter'?"),
        ("d :: Qq", 1, 6, "no element class 'Qq': use one of: Classifier, Counter, Discard"),
        (
            "dupe :: Null; in_0 -> dup -> out_0",
            1,
            23,
            "'dup' before this line: did you mean 'dupe'?",
        ),
        # Arguments
        ("in_0 -> Strip(14, 15) -> out_0", 1, 19, "argument '15' is one too many: write Strip("),
        ("in_0 -> Strip -> out_0", 1, 9, "Strip: 0 arguments are too few, at least 1"),
        ("in_0 -> Null(1) -> out_0", 1, 14, "Null: argument '1' is one too many"),
        ("in_0 -> Strip(x) -> out_0", 1, 15, "'x' is no number (LENGTH in octets)"),
        ("in_0 -> Strip(1501) -> out_0", 1, 15, "LENGTH in octets is from 0 to 1500, not 1501"),
        (
            "in_0 -> RateLimit(0, 1) -> out_0",
            1,
            19,
            "FRAMES_PER_SECOND is from 1 to 1000000, not 0",
        ),
        ("in_0 -> RateLimit(1,\n 0) -> out_0", 2, 2, "BURST is from 1 to 1000000, not 0"),
        ("in_0 -> WifiDupeFilter(1000001) -> out_0", 1, 24, "STATIONS is from 1 to 1000000"),
        ("in_0 -> Classifier(12) -> out_0", 1, 20, "'12' is no OFFSET/VALUE or OFFSET/VALUE%MASK"),
        ("in_0 -> Classifier(12/080) -> out_0", 1, 20, "'12/080' has half an octet"),
        ("in_0 -> Classifier(-, 1/08%f) -> out_0", 1, 23, "mask and value of '1/08%f' differ"),
        ("in_0 -> Classifier(1501/08) -> out_0", 1, 20, "offset 1501 in '1501/08' is above 1500"),
        ("in_0 -> Classifier(-,,-) -> out_0", 1, 22, "a pattern is empty"),
        (f"in_0 -> Classifier(1/{'00' * 129}) -> out_0", 1, 20, "compare more than 128 octets"),
        ("in_0 -> IPClassifier(tcp or udp) -> out_0", 1, 22, "'tcp or udp' is not one of tcp, udp"),
        ("in_0 -> IPClassifier(src host 1.2.3) -> out_0", 1, 22, "'1.2.3' is no IPv4 address"),
        ("in_0 -> IPClassifier(dst port 65536) -> out_0", 1, 22, "'65536' is no port from 0 to"),
        # Connections
        (
            "in_0 -> Classifier(12/08,\n-) -> out_0",
            1,
            9,
            "output [1] of 'Classifier@1' is not connec",
        ),
        ("in_0 -> c :: Counter", 1, 9, "output [0] of 'c' is not connected: connect it, to drop"),
        ("c :: Counter; c -> out_0", 1, 1, "'c' gets no frames: connect its input or remove it"),
        ("", 1, 1, "no frames enter the script: write 'in_0 -> ...'"),
        ("in_0 -> out_0;\nin_0 -> out_1", 2, 6, "[0] of 'in_0' is connected already, in line 1"),
        ("n :: Null;\nin_0 -> n -> out_0; n [0] -> out_1", 2, 23, "connected already, in line 2"),
        ("in_0 -> Null [1] -> out_0", 1, 14, "no output [1] at 'Null@1', it has only output [0]"),
        ("in_0 -> Discard -> out_0", 1, 17, "no output [0] at 'Discard@1', it has no output"),
        (
            "in_0 -> Classifier(-,-) [2] -> out_0",
            1,
            25,
            "it has outputs [0] to [1]: use one of them",
        ),
        ("in_0 -> [1] Null -> out_0", 1, 9, "no input [1] at 'Null@1', it has only input [0]"),
        ("in_0 -> [1] out_0", 1, 9, "no input [1] at 'out_0'"),
        ("in_0 -> out_0 -> Null", 1, 9, "'out_0' sends no frames inside the image"),
        ("in_0 -> in_1", 1, 9, "'in_1' receives no frames inside the image"),
        (
            "a :: Null;\nin_0 -> a -> a",
            2,
            14,
            "frames would go round: a -> a: remove this connection",
        ),
        (
            "a :: Null; b :: Classifier(-,-); in_0 -> a -> b [0] -> out_0;\nb [1] -> Null -> a",
            *(2, 18, "frames would go round: a -> b -> Null@1 -> a"),
        ),
        # Limits
        (f"{TWENTY}\n -> x :: Null -> out_0", 2, 5, "'x' is element 21, a script has at most 20"),
        ("in_0 -> out_8", 1, 9, "'out_8' is beyond the 8 ports of the image: use out_7 or less"),
        ("in_999999999 -> out_0", 1, 1, "'in_999999999' is beyond the 8 ports"),
    ],
)
def test_refused(text, line, column, message):
    with pytest.raises(ScriptError) as caught:
        generate(build(text))
    error = caught.value
    assert message in error.text
    assert (error.position.line, error.position.column) == (line, column)


def test_twenty_elements_are_not_refused():
    build(f"{TWENTY} -> out_0")


@pytest.mark.parametrize("ports, name", [(1, "in_1"), (1, "out_1"), (2, "out_2")])
def test_ports_that_the_image_does_not_have(ports, name):
    text = f"in_0 -> out_0; {name} -> out_0" if name[0] == "i" else f"in_0 -> {name}"
    with pytest.raises(ScriptError, match=rf"'{name}' is beyond the {ports} ports? .*more --ports"):
        build(text, ports)


SCRIPT = "c :: Counter;\ns :: Strip(1);\nin_0 -> c -> s -> Counter -> out_0"


@pytest.mark.parametrize(
    "handlers, line, message",
    [
        (["count"], 1, "handler 'count' is not understood: write NAME=ELEMENT.HANDLER"),
        (["n=count"], 1, "is not understood"),
        (["n=x.count"], 1, "no element 'x' in the script: "),
        (["n=Counter@1.count"], 1, "no element 'Counter@1' in the script"),
        (["n=c.cout"], 1, "no handler 'cout' at 'c', a Counter: did you mean 'count'?"),
        (["n=s.count"], 2, "'s', a Strip, has no handlers: remove this one"),
        (["n=c.count", "m=c.count"], 1, "it is 'n' already: declare it once"),
        (["n=c.count", "n=c.byte_count"], 1, "'n' is declared already: use another name"),
        (["a_name_of_16_chr=c.count"], 1, "cannot be a name: use a to z, 0 to 9 and _, at most 15"),
        (["int=c.count"], 1, "'int' cannot be a name"),
        (["lvnf_x=c.count"], 1, "'lvnf_x' cannot be a name"),
        (["N=c.count"], 1, "'N' cannot be a name"),
    ],
)
def test_refused_handlers(handlers, line, message):
    with pytest.raises(ScriptError) as caught:
        generate(build(SCRIPT), handlers)
    assert message in caught.value.text
    assert caught.value.position.line == line


def test_too_many_handlers():
    graph = build(f"{SEVENTEEN}; in_0 -> {IN_A_ROW} -> out_0")
    generate(graph, [f"n{i}=c{i}.count" for i in range(16)])
    with pytest.raises(ScriptError, match="more than 16 handlers and tables, with those of 'c16'"):
        generate(graph, [f"n{i}=c{i}.count" for i in range(17)])


def test_too_many_maps():
    text = "; ".join(f"r{i} :: RateLimit(1, 1)" for i in range(20))
    graph = build(f"{text}; in_0 -> {' -> '.join(f'r{i}' for i in range(20))} -> out_0")
    generate(graph, [f"n{i}=r{i}.drops" for i in range(12)])
    with pytest.raises(
        ScriptError, match="20 rate limits and 13 handlers are more than the 32 maps"
    ):
        generate(graph, [f"n{i}=r{i}.drops" for i in range(13)])
