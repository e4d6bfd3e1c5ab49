# SPDX-License-Identifier: Apache-2.0
"""Runs the Java parts of cloudmac-setup."""
import os
import pathlib
import subprocess

from .files import SetupError


def run_java(home, class_name, *arguments, jars=(), stdin=None):
    """Run a class of lib/setup/cloudmac-setup.jar with further jars. ``stdin`` is
    the text of its standard input. Returns the CompletedProcess."""
    java = (
        pathlib.Path(os.environ["JAVA_HOME"], "bin", "java")
        if os.environ.get("JAVA_HOME")
        else "java"
    )
    class_path = ":".join(map(str, [home / "lib" / "setup" / "cloudmac-setup.jar", *jars]))
    try:
        return subprocess.run(
            [
                java,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                class_path,
                f"io.cloudmac.setup.{class_name}",
                *arguments,
            ],
            cwd=home,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise SetupError("no java: install a Java 17 runtime, or set JAVA_HOME") from None
