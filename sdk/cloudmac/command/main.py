# SPDX-License-Identifier: Apache-2.0
"""The command ``cloudmac``: its options, and its errors, each of which is one line."""
import os
import sys

import click
from click.shell_completion import get_completion_class

from ..errors import CloudmacError
from . import actions, lists
from .events import events
from .output import say
from .shared import Connection
from .what_if import what_if
from .why import why

NAME = "cloudmac"
FAILED, MISUSED, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141
VARIABLE = "_CLOUDMAC_COMPLETE"


@click.group(name=NAME, invoke_without_command=True)
@click.option(
    "--url",
    envvar="CLOUDMAC_URL",
    show_envvar=True,
    metavar="URL",
    help="The controller; http://127.0.0.1:8181 without.",
)
@click.option(
    "--user", envvar="CLOUDMAC_USER", show_envvar=True, help="The account; admin without."
)
@click.option(
    "--password-file",
    envvar="CLOUDMAC_PASSWORD_FILE",
    show_envvar=True,
    metavar="FILE",
    help="Its first line is the password.",
)
@click.option(
    "--ca-file",
    envvar="CLOUDMAC_CA_FILE",
    show_envvar=True,
    metavar="FILE",
    help="The authority's certificates, for https.",
)
@click.pass_context
def cli(context, url, user, password_file, ca_file):
    """Shows and changes a CloudMAC network, by its controller.

    Absent values are "-". The exit status is 1 if something failed, 2 for a wrong command, and 141 if
    nobody reads the output any more."""
    context.obj = Connection(url, user, password_file, ca_file)
    context.call_on_close(context.obj.close)
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@click.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell):
    """Prints a script that completes commands. Use: eval "$(cloudmac completion bash)"."""
    made = get_completion_class(shell)(cli, {}, NAME, VARIABLE)
    click.echo(made.source())


for command in (
    lists.wtps,
    lists.vaps,
    lists.stations,
    lists.decisions,
    lists.changes,
    lists.drains,
    lists.policies,
    lists.queues,
    lists.functions,
    lists.chains,
    lists.alarms,
    events,
    why,
    what_if,
    *actions.ACTIONS,
    completion,
):
    cli.add_command(command)


def main(arguments=None):
    """Runs the command and ends the process."""
    sys.exit(_status(arguments))


def _status(arguments):
    """Runs the command. Returns its exit status; an error is one line on standard error."""
    try:
        status = cli.main(arguments, prog_name=NAME, complete_var=VARIABLE, standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.UsageError as error:
        hint = f" (see '{error.ctx.command_path} --help')" if error.ctx else ""
        say(f"{NAME}: {' '.join(error.format_message().split())}{hint}")
        return MISUSED
    except click.ClickException as error:
        say(f"{NAME}: {' '.join(error.format_message().split())}")
        return error.exit_code
    except CloudmacError as error:
        say(f"{NAME}: {error}")
        return FAILED
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # The interpreter would write again what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return BROKEN_PIPE
    except SystemExit as end:
        # click and rich end so when the reader has seen enough, and click after a completion.
        return end.code if VARIABLE in os.environ else BROKEN_PIPE
