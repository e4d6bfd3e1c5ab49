# SPDX-License-Identifier: Apache-2.0
"""Connections, accounts and errors of RESTCONF."""
import pytest

import cloudmac_sdk
from cloudmac_sdk import CloudmacError, Refused, Unreachable, connect

WAIT_S = 20


def test_a_wrong_password(controller, tmp_path):
    wrong = tmp_path / "wrong"
    wrong.write_text("wrong\n")
    with connect(controller.url, tenant="guests", password_file=wrong) as tenant:
        with pytest.raises(Refused, match="401") as refused:
            tenant.cpps().result(WAIT_S)
        assert refused.value.status == 401


@pytest.mark.parametrize("content", [None, "", "\nsecond line\n"])
def test_a_password_file_without_a_password(controller, tmp_path, content):
    file = tmp_path / "file"
    if content is not None:
        file.write_text(content)
    with connect(controller.url, tenant="guests", password_file=file) as tenant:
        with pytest.raises(CloudmacError, match="password"):
            tenant.cpps().result(WAIT_S)


def test_no_controller(password_file):
    with connect("http://127.0.0.1:1", tenant="guests", password_file=password_file) as tenant:
        with pytest.raises(Unreachable, match="http://127.0.0.1:1/rests/"):
            tenant.cpps().result(WAIT_S)


def test_the_environment_has_the_defaults(controller, password_file, monkeypatch):
    for name in ("TENANT", "PASSWORD_FILE"):
        monkeypatch.delenv(f"CLOUDMAC_{name}", raising=False)
    with pytest.raises(ValueError, match="no tenant: pass it, or set CLOUDMAC_TENANT"):
        connect(password_file=password_file)
    monkeypatch.setenv("CLOUDMAC_TENANT", "guests")
    with pytest.raises(ValueError, match="CLOUDMAC_PASSWORD_FILE"):
        connect()
    monkeypatch.setenv("CLOUDMAC_PASSWORD_FILE", str(password_file))
    monkeypatch.setenv("CLOUDMAC_URL", controller.url)
    with connect() as tenant:
        assert tenant.name == "guests"
        assert [node.name for node in cloudmac_sdk.cpps().result(WAIT_S)] == ["pn1"]


def test_a_closed_connection(controller, password_file):
    with connect(controller.url, tenant="guests", password_file=password_file) as tenant:
        pass
    tenant.close()
    with pytest.raises(RuntimeError, match="closed"):
        tenant.cpps()
    with pytest.raises(RuntimeError, match="not connected"):
        cloudmac_sdk.cpps()
