# SPDX-License-Identifier: Apache-2.0
"""Tests RESTCONF over TLS at a running controller, from another machine."""
import re

import pytest

from conftest import unpacked
from controller import RESTCONF_PASSWORD, ShippedController, cloudmac_setup
from pki import web_pki

PORTS = (8443, 8101, 6640, 6653)


@pytest.fixture(scope="module")
def secured(tmp_path_factory, own_namespaces):
    """Yield a running controller that serves RESTCONF at 192.0.2.1, with its certificate."""
    folder = tmp_path_factory.mktemp("web-tls")
    controller = ShippedController(unpacked(folder / "controller"), *own_namespaces, ports=PORTS)
    controller.set_up()
    certificate, key = web_pki(folder / "pki")
    options = ("--listen", "127.0.0.1,192.0.2.1", "--web-tls", str(certificate), str(key))
    assert cloudmac_setup(controller.home, *options).returncode == 0
    controller.url, controller.trust = "https://192.0.2.1:8443", ("--cacert", str(certificate))
    with controller:
        controller.wait_until_serving()
        yield controller


def outside(controller, *options):
    """Return what curl prints at another machine, or None if it fails."""
    account = ("-u", f"admin:{RESTCONF_PASSWORD}", "--max-time", "30")
    done = controller.at_neighbour("curl", "-sgi", *account, *options)
    return None if done.returncode else done.stdout


def test_another_machine_uses_tls_and_nothing_else(secured):
    assert 8181 not in secured.listening()
    assert not secured.reachable(8181) and secured.reachable(8443)
    path = "/rests/operations"
    answer = outside(secured, *secured.trust, f"{secured.url}{path}")
    assert answer.startswith(("HTTP/1.1 200", "HTTP/2 200")), answer
    assert re.search(r"(?i)set-cookie: JSESSIONID=[^\n]*secure", answer), answer
    assert outside(secured, f"{secured.url}{path}") is None  # unknown authority
    assert outside(secured, *secured.trust, "--tls-max", "1.1", f"{secured.url}{path}") is None
    plain = outside(secured, f"http://192.0.2.1:8443{path}")
    assert plain is None or " 200" not in plain.splitlines()[0]
