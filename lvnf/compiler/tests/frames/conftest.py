# SPDX-License-Identifier: Apache-2.0
"""These tests need root and mount namespaces of their own: "make check-frames"."""

import pytest
from kernel import Image, prepare


@pytest.fixture(scope="session", autouse=True)
def _prepare():
    prepare()


@pytest.fixture(name="image")
def _image():
    """Loads images, and removes them after the test."""
    images = []

    def load(*words, **options):
        images.append(Image(*words, **options))
        return images[-1]

    yield load
    for each in images:
        each.__exit__()
