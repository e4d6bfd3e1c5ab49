# SPDX-License-Identifier: Apache-2.0
"""Reads YAML files."""
import yaml

from .errors import TopologyError


class _Loader(yaml.SafeLoader):
    """Reads YAML. Raises TopologyError for a mapping that has one key twice."""

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value in seen:
                line = key.start_mark.line + 1
                raise TopologyError(f"line {line}: key {key.value} is there twice; remove one")
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def read(path):
    """Returns the document in a file; None for an empty one. Raises OSError and
    TopologyError."""
    try:
        # The loader inherits from SafeLoader.
        return yaml.load(path.read_text(encoding="utf-8"), _Loader)
    except UnicodeDecodeError:
        raise TopologyError("not UTF-8 text") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise TopologyError(
            f"line {mark.line + 1}, column {mark.column + 1}: not YAML: {error.problem}"
        ) from None
    except yaml.YAMLError as error:
        raise TopologyError(f"not YAML: {error}") from None
