# SPDX-License-Identifier: Apache-2.0
"""The checks of ``./cloudmac docs``, on a small tree whose faults they must find."""
import subprocess

import pytest
from cloudmac_docs import commands, generated, hooks, layout, links, main, sentences, site, spelling
from cloudmac_docs.markdown import Page
from cloudmac_docs.tree import NoCheckout, Tree, UnreadableFile

INDEX = """# Start

See [the other page](howto/other.md#two-words) and ![a picture](picture.svg).

```sh tested
test -e docs/index.md
echo kept >file
```

    not [a link](nowhere.md)

`code with [no](link.md)`

Next: [other](howto/other.md).
"""
OTHER = """# Other

## Two words

Back to [the start](../index.md).
"""
CONFIGURATION = """site_name: Test
use_directory_urls: false
theme: {name: material, font: false}
nav:
  - Start: index.md
  - Guides:
      - Other: howto/other.md
"""


@pytest.fixture(name="files")
def _files(tmp_path):
    """Writes files, given by name, into the small tree and returns it as git lists it."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)

    def write(**texts):
        whole = {
            "docs/index.md": INDEX,
            "docs/howto/other.md": OTHER,
            "docs/picture.svg": "<svg/>",
            "mkdocs.yml": CONFIGURATION,
            "README.md": "# Read me\n\n[docs](docs/), [start](docs/index.md#start)\n",
            **texts,
        }
        for name, text in whole.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return Tree(tmp_path)

    return write


def pages_of(tree):
    return {name: Page(name, tree.read(name)) for name in tree.pages()}


def texts(problems):
    return [str(problem) for problem in problems]


def test_a_tree_without_faults_passes(files):
    tree = files()
    before = sorted(tree.top.rglob("*"))
    assert texts(main.check(tree)) == []
    assert sorted(tree.top.rglob("*")) == before, "the check changes nothing"


def test_a_tree_that_is_no_checkout_is_refused(tmp_path):
    with pytest.raises(NoCheckout, match="must be a git checkout"):
        Tree(tmp_path)


def test_a_machine_without_git_is_refused(files, tmp_path, monkeypatch):
    files()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCheckout, match="git is missing"):
        Tree(tmp_path)


def test_a_page_that_is_not_utf_8_is_named(files, tmp_path):
    tree = files()
    (tmp_path / "README.md").write_bytes(b"# Read me\n\xff\n")
    with pytest.raises(UnreadableFile, match="README.md: not UTF-8"):
        main.check(tree)


def test_an_unknown_part_of_the_results_is_a_problem(files):
    tree = files(**{"README.md": "<!-- generated: results fig6 nothing -->\n<!-- end -->\n"})
    assert any(
        problem.file == "README.md" and "no part fig6 nothing" in problem.text
        for problem in generated.check(tree)
    )


BROKEN_LINKS = (
    ("docs/index.md", "[x](howto/gone.md)", "leads to docs/howto/gone.md, which does not exist"),
    ("docs/index.md", "![x](gone.svg)", "leads to docs/gone.svg"),
    ("docs/index.md", "[x](howto/other.md#three)", "has no heading in docs/howto/other.md"),
    ("docs/index.md", "[x](#nothing)", "it has: start"),
    ("docs/index.md", "[x](picture.svg#part)", "is no page"),
    ("docs/index.md", "[x](../README.md)", "leads out of docs/"),
    ("README.md", "[x](docs/gone.md)", "leads to docs/gone.md"),
    ("README.md", "| cell | [x](docs/gone.md) |", "leads to docs/gone.md"),
    ("README.md", '<img src="gone.png">', "leads to gone.png"),
    ("README.md", "[name]: gone.md", "leads to gone.md"),
    ("deep/below/README.md", "[x](../../docs/gone.md)", "leads to docs/gone.md"),
)


@pytest.mark.parametrize("name, line, words", BROKEN_LINKS)
def test_broken_links_are_found(files, name, line, words):
    tree = files(**{name: f"# Start\n\n{line}\n"})
    found = texts(links.check(tree, pages_of(tree)))
    assert [text for text in found if text.startswith(f"{name}:3: ") and words in text], found


def test_links_elsewhere_and_to_folders_are_not_followed(files):
    tree = files(**{"README.md": "[a](https://example.org/x) [b](mailto:x@y) [c](docs) [d](.)\n"})
    assert texts(links.check(tree, pages_of(tree))) == []


@pytest.mark.parametrize("anchor", ["a-b", "a--b"])
def test_an_anchor_must_hold_on_the_site_and_in_a_forge(files, anchor):
    tree = files(**{"docs/index.md": f"# A & B\n\n[x](#{anchor})\n"})
    found = texts(links.check(tree, pages_of(tree)))
    assert f"docs/index.md:3: the link #{anchor} has no heading" in "".join(found)


def test_a_long_sentence_is_found_and_its_line_named(files):
    forty = " ".join(["word"] * 40)
    for text, count in (
        (f"Short one. {forty}.", 0),
        (f"\n{forty} more.", 1),
        (f"* item\n* {forty} more", 1),
        (f"| cell | {forty} more |\n|---|---|", 1),
        (f"| cell {forty} | more |\n|---|---|", 1),
        (f"{forty}\nmore", 1),
        (f"    {forty} more", 0),
        (f"```\n{forty} more\n```", 0),
        (f"{forty} `code`", 1),
        (f"{forty}. [Text {forty}](x.md).", 1),
    ):
        tree = files(**{"README.md": f"# Title\n\n{text}\n"})
        found = texts(sentences.check(pages_of(tree)))
        assert len(found) == count, (text, found)
        assert all("README.md:" in problem and "split it" in problem for problem in found)


def test_a_misspelt_word_is_found(files):
    word = "occ" + "ured"  # in two parts, as the check reads this file too
    found = texts(spelling.check(files(**{"README.md": f"# It\n\n{word}\n"})))
    assert len(found) == 1 and found[0].startswith(f"README.md:3: misspelt: {word}"), found
    assert all(len(reason) > 5 for reason in spelling.IGNORED.values())


def test_pages_are_short_and_in_the_nav(files):
    tree = files(**{"docs/long.md": "# Long\n" + "\n" * 300})
    found = texts(layout.check(tree, pages_of(tree)))
    assert len(found) == 2 and "301 lines" in found[0] and "not in the nav" in found[1], found
    tree = files(**{"mkdocs.yml": CONFIGURATION + "  - Gone: gone.md\n"})
    found = texts(layout.check(tree, pages_of(tree)))
    assert "mkdocs.yml:8: nav lists docs/gone.md, which does not exist" in found, found


def test_a_failing_tested_block_is_found(files):
    text = "# Start\n\n```sh tested\ntrue\n```\n\n```sh tested\necho why\nfalse\ntrue\n```\n"
    tree = files(**{"docs/index.md": text})
    found = texts(commands.check(tree, pages_of(tree)))
    assert len(found) == 1 and found[0].startswith("docs/index.md:8: "), found
    assert "ends with status 1" in found[0] and "    why" in found[0]


def test_tested_blocks_run_in_a_copy_without_network(files):
    script = "pwd >docs/where; test $HOME != /root; ls docs/index.md"
    alone = "! grep ':' /proc/net/dev | grep -v '^ *lo:'"
    tree = files(**{"docs/index.md": f"# Start\n\n```sh tested\n{script}\n{alone}\n```\n"})
    assert texts(commands.check(tree, pages_of(tree))) == []
    assert not (tree.top / "docs" / "where").exists()


def test_blocks_without_the_mark_are_not_run(files):
    tree = files(**{"docs/index.md": "# Start\n\n```sh\nfalse\n```\n\n    false\n"})
    assert texts(commands.check(tree, pages_of(tree))) == []


def test_what_mkdocs_refuses_is_reported(files, tmp_path):
    tree = files(**{"docs/index.md": "# Start\n\n[x](gone.md)\n"})
    found = texts(site.build(tree, tmp_path / "made"))
    assert found and found[0].startswith("docs/index.md: mkdocs: "), found


def test_marked_blocks_are_blocks_on_the_site():
    page = "```sh tested\ntrue\n```\n    ```text  answer\n```sh\n"
    assert hooks.on_page_markdown(page) == "```sh\ntrue\n```\n    ```text\n```sh\n"


PART = "# Start\n\n<!-- generated: one -->\n\nold\n\n<!-- end -->\n\nafter\n"


def test_a_generated_part_that_differs_is_found_and_mended(files, monkeypatch):
    monkeypatch.setattr(generated, "generators", lambda: {"one": lambda tree: "new\nlines\n"})
    tree = files(**{"docs/index.md": PART})
    found = texts(generated.check(tree))
    assert found == ['docs/index.md:5: a generated part is out of date: run "./cloudmac docs"']
    assert tree.read("docs/index.md") == PART, "the check changes nothing"
    assert generated.write(tree) == (["docs/index.md"], [])
    assert tree.read("docs/index.md") == PART.replace("old", "new\nlines")
    assert generated.check(tree) == []
    assert generated.write(tree) == ([], [])


def test_files_that_modules_make_are_checked_and_made(files, monkeypatch):
    class FakeModule:
        GENERATORS = {}

        @staticmethod
        def stale(top):
            return [] if (top / "docs/plot.svg").exists() else ["docs/plot.svg"]

        @staticmethod
        def draw(top):
            (top / "docs/plot.svg").touch()
            return ["docs/plot.svg"]

    monkeypatch.setattr(generated, "modules", lambda: [FakeModule])
    tree = files()
    found = texts(generated.check(tree))
    assert found == ['docs/plot.svg: is out of date: run "./cloudmac docs"']
    assert generated.write(tree) == (["docs/plot.svg"], [])
    assert generated.check(tree) == []


def test_marks_of_generated_parts_are_checked(files, monkeypatch):
    def refuses(tree, argument):
        raise generated.Fault(f"no {argument} in the source")

    monkeypatch.setattr(generated, "generators", lambda: {"one": refuses})
    for text, words in (
        ("<!-- generated: two -->\n<!-- end -->\n", "no generator two; there are: one"),
        ("<!-- generated: one x -->\nkept\n", "this generated part has no <!-- end -->"),
        ("<!-- generated: one x -->\nkept\n<!-- end -->\n", "one: no x in the source"),
    ):
        tree = files(**{"docs/index.md": text})
        assert words in texts(generated.check(tree))[0]
        assert generated.write(tree)[0] == []
        assert tree.read("docs/index.md") == text
