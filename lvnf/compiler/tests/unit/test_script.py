# SPDX-License-Identifier: Apache-2.0
"""What a script means: elements, connections, order. No script makes the compiler crash."""

import itertools

import pytest
from cloudmac_lvnf.elements import CLASSES
from cloudmac_lvnf.errors import ScriptError
from cloudmac_lvnf.generate import generate
from cloudmac_lvnf.graph import Leave, build
from cloudmac_lvnf.syntax import parse
from hypothesis import given, settings
from hypothesis import strategies as st

DUPE = (
    "in_0 -> Classifier(12/bbbb) -> Strip(14) -> dupe :: WifiDupeFilter() -> WifiDecap() -> out_0"
)


def classes(graph):
    return [type(element).__name__ for element in graph.elements.values()]


def test_the_scripts_of_the_paper():
    graph = build("in_0 -> out_0")
    assert (graph.ports, graph.elements, graph.entries) == (1, {}, {0: Leave(0)})
    graph = build(DUPE)
    assert classes(graph) == ["Classifier", "Strip", "WifiDupeFilter", "WifiDecap"]
    assert list(graph.elements) == ["Classifier@1", "Strip@2", "dupe", "WifiDecap@3"]
    assert graph.entries == {0: "Classifier@1"}
    assert graph.outputs == {
        ("Classifier@1", 0): "Strip@2",
        ("Strip@2", 0): "dupe",
        ("dupe", 0): "WifiDecap@3",
        ("WifiDecap@3", 0): Leave(0),
    }


def test_all_forms_of_declarations_and_connections():
    graph = build(
        """
        // a comment; in_9 -> nothing
        a, b :: Counter();  c :: Classifier(12/0800 /* IP */, // and
                                            -);
        ;;
        in_0 [0] -> [0] c [1] -> a -> out_1; c[0]->b->Null->d::Strip(4)->[0]out_0
        """
    )
    assert classes(graph) == ["Classifier", "Counter", "Null", "Strip", "Counter"]
    assert graph.outputs["c", 1] == "a" and graph.outputs["c", 0] == "b"
    assert graph.outputs["d", 0] == Leave(0)
    assert graph.ports == 2


def test_elements_stand_behind_those_that_send_to_them():
    """In every order of the declarations."""
    connections = "in_0 -> a; a [0] -> b -> d; a [1] -> c -> d; d -> out_0"
    for names in itertools.permutations(("a", "b", "c", "d")):
        text = ";".join(
            f"{name} :: {'Classifier(0/00, -)' if name == 'a' else 'Null'}" for name in names
        )
        order = list(build(f"{text}; {connections}").elements)
        assert order[0] == "a" and order[-1] == "d" and len(order) == 4


def test_a_long_join_is_generated_once():
    """Each element once, although there are 2^9 ways through."""
    text, last = "", "in_0"
    for i in range(9):
        text += f"{last} -> c{i} :: Classifier(0/00, -); n{i} :: Null; c{i} [0] -> n{i}; "
        text += f"c{i} [1] -> n{i};"
        last = f"n{i}"
    source = generate(build(f"{text} {last} -> out_0"))
    assert source.count("static __always_inline int lvnf_") == 18
    assert len(source) < 12000


def test_more_than_one_way_into_and_out_of_the_image():
    graph = build("in_0 -> n :: Null; in_1 -> n; n -> out_3; in_2 -> out_3", 4)
    assert graph.entries == {0: "n", 1: "n", 2: Leave(3)}
    assert graph.ports == 4


def test_strings_and_nested_parentheses_are_one_argument():
    (declaration,) = parse('a :: X(a (b, c), "d, ) //" e)', CLASSES).declarations
    assert [argument.text for argument in declaration.arguments] == ["a (b, c)", '"d, ) //" e']
    assert [argument.position.column for argument in declaration.arguments] == [8, 18]


PIECES = st.sampled_from(
    "in_0 in_1 out_0 out_9 a b dupe :: -> ; , ( ) [ ] [0] [1] [99999999999] // /* */ \n Null Counter "
    'Classifier Classifier(12/bbbb) Classifier(-,-) Strip(14) Strip() " \\ - ! % ? 12/08%ff 0/ RateLimit '
    "RateLimit(5,5) WifiDupeFilter WifiDecap IPClassifier(tcp) IPClassifier IPClassifier(src) "
    "Discard é \0 ² ٣ #".split()
)


@settings(max_examples=1500, deadline=None, derandomize=True, database=None)
@given(
    st.one_of(st.text(), st.lists(PIECES, max_size=30).map(" ".join), st.lists(PIECES).map("".join))
)
def test_random_text_is_compiled_or_refused(text):
    try:
        generate(build(text))
    except ScriptError as error:
        lines = text.split("\n")
        assert 1 <= error.position.line <= len(lines)
        assert 1 <= error.position.column <= len(lines[error.position.line - 1]) + 1


@settings(max_examples=500, deadline=None, derandomize=True, database=None)
@given(
    st.sampled_from(sorted(CLASSES)),
    st.text(alphabet="0123456789abcdef/%!?- ,.srcdthopuiml²٣", max_size=30),
)
def test_random_arguments_are_compiled_or_refused(name, arguments):
    text = f"in_0 -> e :: {name}({arguments}); e -> out_0"
    try:
        generate(build(text))
    except ScriptError as error:
        assert error.position.line == 1


@pytest.mark.parametrize(
    "text", ["-" * 5000, "(" * 5000, "a::Null(" * 3000, "in_0" + "->Null" * 5000]
)
def test_long_scripts_are_refused(text):
    with pytest.raises(ScriptError):
        build(text)
