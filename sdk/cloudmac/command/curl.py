# SPDX-License-Identifier: Apache-2.0
"""Writes a request as a command of bash with curl."""
import json
import shlex


def command(account, request):
    """Returns the command that sends a request. The password stays in its file: neither the command
    nor the list of processes has it. account: account.Account."""
    user = _of_sed(_of_curl(account.user))
    script = f's/[\\\\"]/\\\\&/g; s/.*/user = "{user}:&"/; 1q'
    parts = [
        f"curl -gsS --fail-with-body -K <(sed {shlex.quote(script)} {shlex.quote(str(account.password_file))})"
    ]
    if account.ca_file:
        parts.append(f"--cacert {shlex.quote(str(account.ca_file))}")
    parts.append(f"-X {request.method} {shlex.quote(f'{account.url}/{request.target}')}")
    for name, value in request.headers.items():
        parts.append(f"-H {shlex.quote(f'{name}: {value}')}")
    if request.body is not None:
        # In ASCII, so that no name of others reaches the terminal as it is.
        parts.append(f"-d {shlex.quote(json.dumps(request.body))}")
    return " \\\n  ".join(parts)


def _of_curl(text):
    """Returns a text as a quoted value of curl's configuration has it."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _of_sed(text):
    """Returns a text as the replacement of sed's command s has it."""
    return text.replace("\\", "\\\\").replace("/", "\\/").replace("&", "\\&")
