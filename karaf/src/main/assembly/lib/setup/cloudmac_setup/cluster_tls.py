# SPDX-License-Identifier: Apache-2.0
"""Installs the key and the certificates with which a cluster's members authenticate each other.

Akka reads the files again within ten seconds after a change, and uses them for new connections."""
import subprocess

from .files import SetupError, give_to_folders_owner, replace

AUTHORITY, CERTIFICATE, KEY = (
    f"etc/pki/{name}" for name in ("cluster-ca.pem", "cluster.pem", "cluster.key")
)
"""Installed files. The paths are relative to the controller's folder, in which Karaf runs."""


def install(home, source, number):
    """Install the files of member ``number`` from a folder of cloudmac-pki, or renew them. Returns the end of the
    certificate's validity. Raises SetupError without changing anything."""
    contents, until = read(source, number)
    folder = home / "etc" / "pki"
    folder.mkdir(mode=0o700, exist_ok=True)
    give_to_folders_owner(folder)
    for name, content in contents.items():
        replace(home / name, content, 0o600)
    return until


def read(source, number):
    """Read and check the files of member ``number`` in a folder of cloudmac-pki. Returns their contents by installed
    name, and the end of the certificate's validity. Raises SetupError."""
    files = {
        AUTHORITY: source / "cluster-ca.pem",
        CERTIFICATE: source / f"member-{number}.pem",
        KEY: source / f"member-{number}.key",
    }
    contents = {name: _read(file) for name, file in files.items()}
    return contents, check(files[AUTHORITY], files[CERTIFICATE], files[KEY])


def check(authority, certificate, key):
    """Check that the three PEM files belong together. Returns the end of the certificate's validity."""
    public = _openssl(key, "pkey", "-in", key, "-pubout")
    if public != _openssl(certificate, "x509", "-in", certificate, "-noout", "-pubkey"):
        raise SetupError(f"{key} is not the key of the certificate in {certificate}")
    if "rsaEncryption" not in _openssl(certificate, "x509", "-in", certificate, "-noout", "-text"):
        raise SetupError(f"{key} is not an RSA key, and Akka reads no others")
    for purpose in ("sslserver", "sslclient"):
        trusted = ("-no-CApath", "-no-CAstore", "-CAfile", authority)
        _openssl(certificate, "verify", "-purpose", purpose, *trusted, certificate)
    end = _openssl(certificate, "x509", "-in", certificate, "-noout", "-enddate")
    return end.strip().partition("=")[2]


def _read(file):
    try:
        return file.read_bytes()
    except OSError as error:
        raise SetupError(f"{file}: {error.strerror}") from None


def _openssl(file, *words):
    try:
        done = subprocess.run(["openssl", *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise SetupError("no openssl: install the package openssl") from None
    if done.returncode:
        raise SetupError(f"{file}: {(done.stderr or done.stdout).strip()[-400:]}")
    return done.stdout
