# SPDX-License-Identifier: Apache-2.0
"""Tests sessions of the web server at a running controller, with hostile neighbours."""
import json
import re

import pytest

from controller import RESTCONF_PASSWORD

SETTINGS = "/rests/data/cloudmac:cloudmac/settings"
BODY = {"cloudmac:settings": {"station-timeout": 400}}
OWN = "X-Requested-With: cloudmac"
ACCOUNT = ("-u", f"admin:{RESTCONF_PASSWORD}")


def sent(controller, method, path, *options, body=None):
    """Return status and answer with headers of a request that has only what ``options`` says."""
    data = (
        ("-H", "Content-Type: application/yang-data+json", "-d", json.dumps(body)) if body else ()
    )
    answer = controller.at_controller(
        *("curl", "-sgi", "--max-time", "60", "-X", method),
        *options,
        *data,
        f"http://127.0.0.1:8181{path}",
    ).stdout
    return int(answer.split()[1]), answer


def log_in(controller, *options, account=ACCOUNT):
    """Return the option of curl that sends the session's cookie, and the line that sets it."""
    status, answer = sent(controller, "GET", SETTINGS, *account, *options)
    assert status in (200, 404), answer
    lines = re.findall(r"(?im)^set-cookie: *(JSESSIONID=[^;]+)(.*)$", answer)
    assert len(lines) == 1, answer
    return ("-b", lines[0][0]), lines[0][1].lower()


def test_a_session_needs_the_header_to_change_something(running):
    cookie, attributes = log_in(running, "-H", OWN)
    assert "httponly" in attributes and "samesite=strict" in attributes, attributes
    assert sent(running, "GET", "/rests/operations", *cookie)[0] == 200
    status, answer = sent(running, "PUT", SETTINGS, *cookie, body=BODY)
    assert status == 403 and "needs the header X-Requested-With: cloudmac" in answer, answer
    assert sent(running, "PUT", SETTINGS, *cookie, "-H", OWN, body=BODY)[0] in (201, 204)
    assert sent(running, "DELETE", SETTINGS, *cookie, "-H", OWN)[0] == 204


def test_a_page_of_another_site_changes_nothing(running):
    cookie, _ = log_in(running, "-H", OWN)
    other = ("-H", "Sec-Fetch-Site: cross-site")
    for account in (cookie, ACCOUNT):
        status, answer = sent(running, "PUT", SETTINGS, *account, *other, body=BODY)
        assert status == 403 and "another site" in answer, answer
    # A browser that does not say what kind of page it is tells where the page is from.
    for origin, wanted in (
        ("http://evil:8181", 403),
        ("null", 403),
        ("http://127.0.0.1:8181", 204),
    ):
        older = ("-H", f"Origin: {origin}")
        assert sent(running, "PUT", SETTINGS, *ACCOUNT, body=BODY)[0] in (201, 204)
        assert sent(running, "DELETE", SETTINGS, *ACCOUNT, *older)[0] == wanted, origin
    assert sent(running, "GET", "/jolokia/version", *ACCOUNT, *other)[0] == 401
    assert sent(running, "GET", "/jolokia/version", *ACCOUNT)[0] == 200


def test_nobody_else_knows_the_id_of_a_session(running):
    chosen = ("-b", "JSESSIONID=chosen")
    cookie, _ = log_in(running, *chosen)
    assert "chosen" not in cookie[1]
    assert sent(running, "GET", "/rests/operations", *chosen)[0] == 401
    assert sent(running, "GET", "/rests/operations", *cookie)[0] == 200


def test_no_path_names_a_session(running):
    cookie, _ = log_in(running, "-H", OWN)
    _, _, session = cookie[1].partition("=")
    for account in ((), ACCOUNT):
        path = f"/rests/operations;jsessionid={session}"
        status, answer = sent(running, "GET", path, *account)
        assert status == 400 and "as a cookie only" in answer, answer


def test_a_password_decides_and_not_the_cookie(running):
    cookie, _ = log_in(running, "-H", OWN)
    wrong = ("-u", "admin:wrong password")
    assert sent(running, "GET", "/rests/operations", *cookie, *wrong)[0] == 401
    assert sent(running, "GET", "/rests/operations", *cookie)[0] == 401


def test_log_out_ends_the_session(running):
    cookie, _ = log_in(running, "-H", OWN)
    assert sent(running, "POST", "/rests/log-out", *cookie)[0] == 403
    assert sent(running, "GET", "/rests/operations", *cookie)[0] == 200
    status, answer = sent(running, "POST", "/rests/log-out", *cookie, "-H", OWN)
    assert status == 204 and re.search(r"(?i)set-cookie: JSESSIONID=[^\n]*path=/rests", answer)
    assert sent(running, "GET", "/rests/operations", *cookie)[0] == 401
    assert sent(running, "POST", "/rests/log-out", *cookie, "-H", OWN)[0] == 204
    assert sent(running, "POST", "/auth/log-out", "-H", OWN)[0] == 204


def as_admin(controller, method, path, body=None):
    status, text = controller.send(method, f"/auth/v1/{path}", body, content="application/json")
    assert status < 300, text


def test_sessions_end_when_their_account_changes(running):
    account = ("-u", "passing:first password")
    user = {"name": "passing", "password": "first password", "domainid": "sdn"}
    as_admin(running, "POST", "users", user)
    roles = "domains/sdn/users/passing@sdn/roles"
    as_admin(running, "POST", roles, {"roleid": "viewer@sdn"})
    other, _ = log_in(running, "-H", OWN)

    def ends(method, path, body=None):
        cookies = [log_in(running, *options, account=account)[0] for options in ((), ("-H", OWN))]
        for cookie in cookies:
            assert sent(running, "GET", "/rests/operations", *cookie)[0] == 200
        as_admin(running, method, path, body)
        for cookie in cookies:
            assert sent(running, "GET", "/rests/operations", *cookie)[0] == 401, (method, path)

    ends("POST", roles, {"roleid": "operator@sdn"})
    ends("DELETE", f"{roles}/operator@sdn")
    ends("PUT", "users/passing@sdn", {"password": "second password"})
    account = ("-u", "passing:second password")
    ends("DELETE", "users/passing@sdn")
    assert sent(running, "GET", "/rests/operations", *other)[0] == 200


@pytest.mark.parametrize("has_password", [False, True])
def test_a_session_has_many_requests_at_a_time(running, has_password):
    cookie, _ = log_in(running, "-H", OWN)
    out = running.home / "data" / "answers"
    statuses = running.at_controller(
        *("curl", "-s", "--max-time", "60", "-Z", "--parallel-max", "40", "-o", str(out)),
        *("-w", "%{http_code}\\n", *cookie, *(ACCOUNT if has_password else ())),
        # What follows the number sign is not sent.
        "http://127.0.0.1:8181/rests/yang-library-version#[1-300]",
    ).stdout.split()
    assert statuses == ["200"] * 300, sorted(set(statuses))
