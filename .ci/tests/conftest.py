# SPDX-License-Identifier: Apache-2.0
"""Makes the runner importable, and has what tests of results share."""
import json
import pathlib
import shutil
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from cloudmac_docs.record.files import TOP, Measured  # noqa: E402
from made_up import result_files  # noqa: E402


@pytest.fixture(name="full", scope="module")
def _full(tmp_path_factory):
    """The result files of all experiments."""
    top = tmp_path_factory.mktemp("tree")
    (top / "docs/measured").mkdir(parents=True)
    for name, content in result_files().items():
        (top / f"docs/measured/{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return Measured(top)


@pytest.fixture(name="tree")
def _tree(tmp_path):
    """A copy of the pages and their result files."""
    shutil.copytree(TOP / "docs", tmp_path / "docs")
    shutil.copy(TOP / "README.md", tmp_path)
    return tmp_path
