# SPDX-License-Identifier: Apache-2.0
"""Configures where the web server (RESTCONF, audit, OpenAPI) listens, and its TLS.

Jetty needs a PKCS #12 file with a password, and reads it at the start. Its plain and its TLS
port listen on the same addresses, so plain HTTP is off if one of them is not loopback.
"""
import pathlib
import secrets
import tempfile

from .files import (
    SetupError,
    give_to_folders_owner,
    is_loopback,
    remove_settings,
    set_settings,
    setting,
)
from .java import run_java

WEB = "etc/org.ops4j.pax.web.cfg"
ADDRESSES = "org.ops4j.pax.web.listening.addresses"
PLAIN, TLS = "org.osgi.service.http.enabled", "org.osgi.service.http.secure.enabled"
TLS_PORT = "org.osgi.service.http.port.secure"
KEYSTORE = "web.p12"
STORE = "org.ops4j.pax.web.ssl."
PASSWORDS = (f"{STORE}keystore.password", f"{STORE}key.password")
OURS = (
    f"{STORE}keystore",
    f"{STORE}keystore.type",
    *PASSWORDS,
    f"{STORE}key.alias",
    f"{STORE}protocols.included",
)
"""Settings that TLS needs."""


def addresses(home):
    """Return the addresses on which the web server listens."""
    return setting(home / WEB, ADDRESSES) or "0.0.0.0"


def is_on(home):
    """Return true if the web server serves TLS."""
    return setting(home / WEB, TLS) == "true"


def in_clear_text(home):
    """Return the addresses, reachable by other machines, on which it serves plain HTTP."""
    return [] if setting(home / WEB, PLAIN) == "false" else reachable(addresses(home))


def reachable(listed):
    """Return the addresses in a list, separated by commas, that other machines can reach."""
    return [one.strip() for one in listed.split(",") if not is_loopback(one.strip())]


def check(home, before, listen, pair, wants_plain):
    """Check the options, and the ``pair`` of certificate and key, before anything is changed.
    ``before`` is the folder of the controller that has the settings now."""
    if not (listen or pair or wants_plain):
        return
    after = listen or addresses(before)
    if (wants_plain or not (pair or is_on(before))) and reachable(after):
        raise SetupError(
            f"RESTCONF on {', '.join(reachable(after))} needs TLS, because plain HTTP sends "
            "passwords in clear text: "
            + (
                "add --listen 127.0.0.1 to --web-http"
                if wants_plain
                else "add --web-tls CERT KEY, or use ssh forwarding or a reverse proxy"
            )
        )
    if pair:
        with tempfile.TemporaryDirectory(prefix="cloudmac-setup-") as folder:
            _write_store(home, *pair, pathlib.Path(folder, KEYSTORE), secrets.token_urlsafe(24))


def apply(home, listen, pair, wants_plain):
    """Set the addresses, and TLS with the ``pair`` of certificate and key or plain HTTP, as far
    as they are wanted. Returns the end of a new certificate's validity, or None. Raises
    SetupError without changing anything if the pair is not usable."""
    if not (listen or pair or wants_plain):
        return None
    until = install(home, *pair) if pair else None
    if listen:
        set_settings(home / WEB, {ADDRESSES: listen})
    if wants_plain:
        remove_settings(home / WEB, OURS)
        set_settings(home / WEB, {TLS: "false", PLAIN: "true"})
        (home / "etc" / "pki" / KEYSTORE).unlink(missing_ok=True)
    elif is_on(home):
        set_settings(home / WEB, {PLAIN: "false" if reachable(addresses(home)) else "true"})
    return until


def _write_store(home, certificate, key, store, password):
    """Write the key store. Returns the end of the certificate's validity. Raises SetupError
    without writing anything if a file is not usable."""
    for file in (certificate, key):
        try:
            file.read_bytes()
        except OSError as error:
            raise SetupError(f"{file}: {error.strerror}") from None
    done = run_java(
        home,
        "WebKeystore",
        *(str(file.resolve()) for file in (certificate, key)),
        str(store),
        stdin=password,
    )
    if done.returncode:
        raise SetupError(done.stderr.strip()[-600:])
    return done.stdout.strip()


def install(home, certificate, key):
    """Install the certificate, and set the TLS port to serve with it. Returns the end of its
    validity."""
    ours = "${karaf.etc}/pki/" + KEYSTORE
    # A store and the settings with its password are not replaced at once.
    known = setting(home / WEB, PASSWORDS[0]) if setting(home / WEB, OURS[0]) == ours else None
    password = known or secrets.token_urlsafe(24)
    pki = home / "etc" / "pki"
    pki.mkdir(mode=0o700, exist_ok=True)
    give_to_folders_owner(pki)
    store = pki / KEYSTORE
    until = _write_store(home, certificate, key, store, password)
    store.chmod(0o600)
    give_to_folders_owner(store)
    values = (ours, "PKCS12", password, password, "web", "TLSv1.3,TLSv1.2")
    set_settings(home / WEB, dict(zip(OURS, values)) | {TLS: "true"}, mode=0o600)
    return until
