# SPDX-License-Identifier: Apache-2.0
"""Configures TLS on the switches' ports: OpenFlow (6653, 6633) and OVSDB (6640).

OpenFlowPlugin needs PKCS #12 files with a password, which it reads again for each
connection. The OVSDB southbound needs PEM files, which it reads when its settings
change. Both come from the same key, certificate and authority in etc/pki.
"""
import hashlib
import os
import pathlib
import re
import secrets
import tempfile
import xml.etree.ElementTree

from .files import SetupError, give_to_folders_owner, replace, set_settings, setting
from .java import run_java

KEY, CERTIFICATE, AUTHORITY = "southbound.key", "southbound.pem", "switches-ca.pem"
"""File names of cloudmac-pki."""
KEYSTORE, TRUSTSTORE = "openflow.p12", "openflow-ca.p12"
OVSDB = "etc/io.cloudmac.ovsdb.cfg"
OPENFLOW = [
    f"etc/opendaylight/datastore/initial/config/{name}-openflow-connection-config.xml"
    for name in ("default", "legacy")
]
TRANSPORT = re.compile(r"(<transport-protocol>)\s*(\w+)\s*(</transport-protocol>)")
TLS = re.compile(r"[ \t]*<tls>.*?</tls>[ \t]*\n?", re.DOTALL)
CIPHERS = re.compile(r"<cipher-suites>[^<]+</cipher-suites>")
PASSWORD = re.compile(
    rf"<keystore>etc/pki/{re.escape(KEYSTORE)}</keystore>.*?"
    r"<keystore-password>([\w-]+)</keystore-password>",
    re.DOTALL,
)
END = "</switch-connection-config>"
TRANSPORT_OF_OVSDB = "transport"
RELOADED = "tls.files"
"""Setting that holds a digest of the files; a change makes the southbound read them again."""


def is_on(home):
    """Return true if both channels use TLS with files that this module installed."""
    try:
        openflow = all(_password(home / file) for file in OPENFLOW)
    except SetupError:  # edited by hand
        return False
    return openflow and not is_tcp(home) and bool(setting(home / OVSDB, RELOADED))


def is_tcp(home):
    """Return true if OVSDB uses plain TCP."""
    return setting(home / OVSDB, TRANSPORT_OF_OVSDB) == "tcp"


def is_closed(home):
    """Return true if OVSDB waits for files for TLS."""
    names = [setting(home / OVSDB, key) for key in ("tls.key", "tls.cert", "tls.ca")]
    files = [name.replace("${karaf.etc}", str(home / "etc")) for name in names if name]
    return not is_tcp(home) and not (len(files) == 3 and all(map(os.path.isfile, files)))


def keep_tcp(home, old):
    """Set OVSDB to plain TCP if the older controller in ``old`` used it without a setting that
    says so. Returns true if it did."""
    before = old / OVSDB
    if not before.exists() or setting(before, TRANSPORT_OF_OVSDB) or setting(before, "tls.key"):
        return False
    set_settings(home / OVSDB, {TRANSPORT_OF_OVSDB: "tcp"})
    return True


def check(home, source):
    """Raise SetupError if the folder ``source`` has no usable key, certificate and authority."""
    for name in (KEY, CERTIFICATE, AUTHORITY):
        _read(source / name)
    with tempfile.TemporaryDirectory(prefix="cloudmac-setup-") as folder:
        stores = [pathlib.Path(folder, name) for name in (KEYSTORE, TRUSTSTORE)]
        _write_stores(home, source, stores, secrets.token_urlsafe(24))


def _write_stores(home, source, stores, password):
    """Write the key store and the trust store. Returns the end of the certificate's validity.
    Raises SetupError without writing anything if a file is not usable."""
    done = run_java(
        home,
        "SwitchKeystores",
        *(str(source.resolve() / name) for name in (KEY, CERTIFICATE, AUTHORITY)),
        *map(str, stores),
        stdin=password,
    )
    if done.returncode:
        raise SetupError(done.stderr.strip()[-600:])
    return done.stdout.strip()


def turn_on(home, source):
    """Install key, certificate and authority from the folder ``source`` and set
    both channels to TLS, or renew the files. Returns the end of the certificate's
    validity. Raises SetupError without changing anything."""
    taken = {name: _read(source / name) for name in (KEY, CERTIFICATE, AUTHORITY)}
    texts = {file: _connection(home / file) for file in OPENFLOW}
    # Reuses the password, so that a running controller can read the new files.
    password = _password(home / OPENFLOW[0]) or secrets.token_urlsafe(24)
    pki = home / "etc" / "pki"
    pki.mkdir(mode=0o700, exist_ok=True)
    give_to_folders_owner(pki)
    stores = [pki / KEYSTORE, pki / TRUSTSTORE]
    until = _write_stores(home, source, stores, password)
    for store in stores:
        store.chmod(0o600)
        give_to_folders_owner(store)
    for name, content in taken.items():
        replace(pki / name, content, 0o600)
    for file, text in texts.items():
        replace(home / file, _with_tls(text, password), 0o600)
    digest = hashlib.sha256(b"".join(taken.values())).hexdigest()[:32]
    names = {"tls.key": KEY, "tls.cert": CERTIFICATE, "tls.ca": AUTHORITY}
    set_settings(
        home / OVSDB,
        {key: f"${{karaf.etc}}/pki/{name}" for key, name in names.items()}
        | {TRANSPORT_OF_OVSDB: "tls", RELOADED: digest},
    )
    return until


def turn_off(home):
    """Set both channels to plain TCP and remove the files."""
    for file in OPENFLOW:
        text = _connection(home / file)
        replace(home / file, TLS.sub("", TRANSPORT.sub(r"\1TCP\3", text)))
    set_settings(home / OVSDB, {TRANSPORT_OF_OVSDB: "tcp", RELOADED: ""})
    for name in (KEY, CERTIFICATE, AUTHORITY, KEYSTORE, TRUSTSTORE):
        (home / "etc" / "pki" / name).unlink(missing_ok=True)


def _read(file):
    try:
        return file.read_bytes()
    except OSError as error:
        raise SetupError(f"{file}: {error.strerror}") from None


def _connection(file):
    """Return the text of an OpenFlow connection's configuration."""
    text = _read(file).decode()
    if len(TRANSPORT.findall(text)) != 1 or len(TLS.findall(text)) > 1 or text.count(END) != 1:
        raise SetupError(
            f"{file}: must have one <transport-protocol> and at most one <tls>, as shipped"
        )
    return text


def _password(file):
    """Return the key store's password in a configuration of this module, or None."""
    text = _connection(file)
    found = PASSWORD.search(text)
    return found[1] if found and TRANSPORT.search(text)[2] == "TLS" else None


def _with_tls(text, password):
    ciphers = "".join(f"    {line}\n" for tls in TLS.findall(text) for line in CIPHERS.findall(tls))
    stores = "".join(
        f"    <{kind}>etc/pki/{name}</{kind}>\n"
        f"    <{kind}-type>PKCS12</{kind}-type>\n"
        f"    <{kind}-path-type>PATH</{kind}-path-type>\n"
        f"    <{kind}-password>{password}</{kind}-password>\n"
        for kind, name in (("keystore", KEYSTORE), ("truststore", TRUSTSTORE))
    )
    block = (
        f"  <tls>\n{stores}"
        f"    <certificate-password>{password}</certificate-password>\n{ciphers}  </tls>\n"
    )
    text = TRANSPORT.sub(r"\1TLS\3", TLS.sub("", text)).replace(END, block + END)
    xml.etree.ElementTree.fromstring(text.encode())
    return text
