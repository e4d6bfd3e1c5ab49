# SPDX-License-Identifier: Apache-2.0
"""The command: its files, its answers, its exit codes."""

import pathlib
import re
import subprocess

import pytest

TOP = pathlib.Path(__file__).resolve().parents[3]
GOOD = "in_0 -> c :: Counter -> Strip(14) -> out_0\n"


def command(*words, script=None, cwd=None):
    return subprocess.run(
        [TOP / "cloudmac-lvnf", *words],
        input=script,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(name="script")
def _script(tmp_path):
    path = tmp_path / "good.click"
    path.write_text(GOOD)
    return path


def test_a_script_becomes_an_object_file(script, tmp_path):
    out, source = tmp_path / "a.bpf.o", tmp_path / "a.c"
    words = ("compile", script, "-o", out, "--handler", "n=c.count", "--keep-c", source)
    done = command(*words)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert out.read_bytes()[:4] == b"\x7fELF"
    assert "} n SEC" in source.read_text()


def test_the_same_script_becomes_the_same_image(tmp_path):
    """In whatever folder, and from a pipe."""
    images = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        done = command("compile", "-", "-o", "image.o", script=GOOD, cwd=folder)
        assert done.returncode == 0, done.stderr
        images.append((folder / "image.o").read_bytes())
    assert images[0] == images[1]
    assert not re.search(rb"/tmp|/home|/work", images[0])


def test_an_error_names_the_place(tmp_path):
    script, out = tmp_path / "bad.click", tmp_path / "bad.o"
    script.write_text("// first\nin_0 -> Stripp(14) -> out_0")
    done = command("compile", script, "-o", out)
    assert done.returncode == 1
    expected = f"{script}:2:9: error: no element class 'Stripp': did you mean 'Strip'?\n"
    assert (done.stdout, done.stderr) == ("", expected)
    assert not out.exists()
    done = command("compile", "-", "-o", out, script="in_0 -> out_1")
    assert done.returncode == 0
    done = command("compile", "-", "-o", out, "--ports", "1", script="in_0 -> out_1")
    assert done.stderr.startswith("<stdin>:1:9: error: 'out_1' is beyond the 1 port of the image")


@pytest.mark.parametrize(
    "words, code, text",
    [
        ((), 2, "required"),
        (("compile", "x"), 2, "-o"),
        (("compile", "x", "-o", "y", "--ports", "9"), 2, "'9' is no number from 1 to 8"),
        (("compile", "x", "-o", "y", "--ports", "²"), 2, "is no number from 1 to 8"),
        (("compile", "/no/script", "-o", "y"), 1, "cloudmac-lvnf: [Errno 2] No such file"),
        (("compile", TOP, "-o", "y"), 1, "cloudmac-lvnf: [Errno 21] Is a directory"),
    ],
)
def test_wrong_use(words, code, text, tmp_path):
    done = command(*words, cwd=tmp_path)
    assert done.returncode == code
    assert text in done.stderr and "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_octets_that_are_no_text(tmp_path):
    script = tmp_path / "octets.click"
    script.write_bytes(b"in_0 -> \xff\xfe -> out_0")
    done = command("compile", script, "-o", tmp_path / "o")
    assert done.returncode == 1 and ":1:9: error: " in done.stderr


def test_without_clang(script, tmp_path):
    done = subprocess.run(
        ["/usr/bin/python3", TOP / "cloudmac-lvnf", "compile", script, "-o", tmp_path / "o"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "cannot run clang: No such file or directory: install clang" in done.stderr


def test_the_list_of_elements():
    done = command("elements")
    assert done.returncode == 0
    for text in ("Strip(LENGTH)", "handler dupes_table: ", "handler byte_count: "):
        assert text in done.stdout
