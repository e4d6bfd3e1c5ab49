# SPDX-License-Identifier: Apache-2.0
"""Images: scripts and object files."""
import base64
import pathlib

import pytest

from cloudmac_sdk import Image, ImageRefused
from cloudmac_sdk.image import IN_TREE

WAIT_S = 60
ELF = b"\x7fELF"


def content(image):
    return base64.b64decode(image.make().result(WAIT_S)["object"])


def test_a_script_is_compiled_with_its_ports_and_handlers(compiler):
    image = Image(vnf="script", nb_ports=2, handlers=[("n", "c.count"), ("b", "c.bytes")])
    found = content(image).decode()
    for word in ("'compile', '-'", "--ports=2", "--handler=n=c.count", "--handler=b=c.bytes"):
        assert word in found
    assert image.make() is image.make() and image.make().result()["ports"] == 2


def test_the_same_content_has_the_same_name(compiler):
    names = [Image(vnf=vnf).make().result(WAIT_S)["name"] for vnf in ("one", "one", "other")]
    assert names[0] == names[1] != names[2]
    assert Image(vnf="one", name="mine").make().result(WAIT_S)["name"] == "mine"


def test_the_compilers_words_are_the_error(compiler):
    with pytest.raises(ImageRefused, match="<stdin>:1:1: error: no element class 'bad'"):
        Image(vnf="bad").make().result(WAIT_S)


def test_an_object_file_is_taken_as_it_is(tmp_path):
    file = tmp_path / "image.bpf.o"
    file.write_bytes(ELF)
    assert content(Image(vnf=file)) == ELF
    with pytest.raises(ValueError, match="declares its handlers itself"):
        Image(vnf=file, handlers=[("n", "c.count")])
    with pytest.raises(ImageRefused, match="gone.o"):
        Image(vnf=tmp_path / "gone.o").make().result(WAIT_S)
    with pytest.raises(TypeError, match="vnf is bytes"):
        Image(vnf=ELF)


def test_a_compiler_that_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("CLOUDMAC_LVNF", str(tmp_path / "none"))
    with pytest.raises(ImageRefused, match="none"):
        Image(vnf="script").make().result(WAIT_S)


def test_the_compiler_of_this_tree(monkeypatch):
    monkeypatch.delenv("CLOUDMAC_LVNF", raising=False)
    script = pathlib.Path(IN_TREE.parent, "images", "scripts", "dupe.click")
    handlers = [("dupes_table", "dupe.dupes_table")]
    from_text = content(Image(vnf=script.read_text(), handlers=handlers))
    assert from_text.startswith(ELF)
    assert from_text == content(Image(vnf=script, handlers=handlers))
    with pytest.raises(ImageRefused, match="<stdin>:1:9: error: no element class 'Stripp'"):
        Image(vnf="in_0 -> Stripp(14) -> out_0").make().result(WAIT_S)


def test_a_program_has_the_names_of_restconf():
    program = {
        "command": ["/usr/bin/true"],
        "files": {"a": "b"},
        "handlers": [{"handler": "h", "set": "ip a b"}],
        "capabilities": ["net-raw"],
        "on-failure": "drop",
    }
    made = Image(program=program).make().result(WAIT_S)
    assert made["ports"] == 2 and "object" not in made
    assert made["program"] == {
        "command": ["/usr/bin/true"],
        "file": [{"name": "a", "content": "b"}],
        "handler": [{"name": "h", "set": "ip a b"}],
        "capability": ["net-raw"],
        "on-failure": "drop",
    }
    assert "files" in program
    same = Image(program=dict(reversed(program.items()))).make().result(WAIT_S)
    assert same["name"] == made["name"]


def test_a_program_from_a_folder_or_a_file(monkeypatch, tmp_path):
    monkeypatch.delenv("CLOUDMAC_LVNF", raising=False)
    folder = pathlib.Path(IN_TREE.parent, "images", "programs", "firewall")
    made = Image(program=folder, nb_ports=4).make().result(WAIT_S)
    assert made["ports"] == 4 and "table bridge firewall" in made["program"]["ruleset"]
    file = tmp_path / "image.json"
    file.write_text('{"ruleset": "table ip a {}"}')
    assert Image(program=file).make().result(WAIT_S)["program"] == {"ruleset": "table ip a {}"}
    with pytest.raises(ImageRefused, match="program.json"):
        Image(program=tmp_path).make().result(WAIT_S)


def test_programs_that_are_none():
    with pytest.raises(TypeError, match="either vnf or program"):
        Image()
    with pytest.raises(TypeError, match="either vnf or program"):
        Image(vnf="script", program={})
    with pytest.raises(TypeError, match="program is str"):
        Image(program="table ip a {}")
    with pytest.raises(ValueError, match="declares its handlers itself"):
        Image(program={}, handlers=[("n", "c.count")])
