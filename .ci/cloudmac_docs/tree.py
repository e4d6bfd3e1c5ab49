# SPDX-License-Identifier: Apache-2.0
"""The files of the tree, as git lists them."""
import pathlib
import shutil
import subprocess

TOP = pathlib.Path(__file__).resolve().parents[2]


class NoCheckout(Exception):
    """git does not list the files of the tree."""


class UnreadableFile(Exception):
    """A file of the tree is not UTF-8 text."""


class Tree:
    """A checkout. Lists the files that git tracks, and new ones that it does not ignore."""

    def __init__(self, top=TOP):
        self.top = pathlib.Path(top)
        try:
            done = subprocess.run(
                ["git", "-c", f"safe.directory={self.top}", "ls-files", "-z"]
                + ["--cached", "--others", "--exclude-standard"],
                cwd=self.top,
                capture_output=True,
                text=True,
                check=False,
            )
        except FileNotFoundError:
            raise NoCheckout("git is missing: install it") from None
        if done.returncode:
            raise NoCheckout(f"git lists no files here: {self.top} must be a git checkout")
        listed = {name for name in done.stdout.split("\0") if name}
        self.files = sorted(name for name in listed if (self.top / name).is_file())

    def pages(self):
        """Returns the names of all Markdown files."""
        return [name for name in self.files if name.endswith(".md")]

    def read(self, name):
        """Returns the text of a file. Raises UnreadableFile."""
        try:
            return (self.top / name).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise UnreadableFile(f"{name}: not UTF-8: {error}") from None

    def copy_to(self, folder):
        """Copies all files into a folder."""
        for name in self.files:
            target = pathlib.Path(folder) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.top / name, target)
