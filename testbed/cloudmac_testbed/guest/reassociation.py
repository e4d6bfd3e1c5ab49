# SPDX-License-Identifier: Apache-2.0
"""Measures associations of a station that associates many times."""
from .. import calls
from . import shell, station


@calls.declare
def associations(lab, name: str = "mn", attempts: int = 20):
    """Associates a station several times, each time with a new scan and all handshakes.

    Returns the seconds of each success, the errors of all failures, and the number of SAE
    handshakes: a cached key would leave one out."""
    station.wait_associated(name, 60)
    before = station.sae_handshakes(name)
    seconds, errors = [], []
    for _ in range(attempts):
        try:
            seconds.append(station.reassociate(name))
        except shell.Awaited as error:
            errors.append(str(error))
    return {
        "attempts": attempts,
        "seconds": seconds,
        "errors": errors,
        "key_mgmt": station.status(name).get("key_mgmt"),
        "sae_handshakes": station.sae_handshakes(name) - before,
    }
