# SPDX-License-Identifier: Apache-2.0
"""Makes the certificates of many WTPs with the authority that cloudmac-pki has made.

cloudmac-pki starts four programs for each certificate, which takes minutes for 10,000 WTPs. These
certificates have the same fields, and all WTPs share one key."""
import datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from .. import pki

VALID = datetime.timedelta(days=2)


def make(tool, folder, plan):
    """Makes the authority and all certificates of a plan in ``folder``. tool: path of
    cloudmac-pki. Raises LabError."""
    pki.agents(tool, folder, (), sorted(plan.hosts))
    authority = x509.load_pem_x509_certificate((folder / "ca.pem").read_bytes())
    signer = serialization.load_pem_private_key((folder / "ca.key").read_bytes(), None)
    key = ec.generate_private_key(ec.SECP256R1())
    text = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    for wtp in plan.wtps:
        certificate = _certificate(authority, signer, key.public_key(), wtp.id)
        pair = certificate.public_bytes(serialization.Encoding.PEM) + text
        pair_file(folder, wtp).write_bytes(pair)


def pair_file(folder, wtp):
    """Returns the path of the file with certificate and key of a WTP."""
    return folder / f"{wtp.name}.pair"


def _certificate(authority, signer, public, wtp):
    now = datetime.datetime.utcnow()
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"CloudMAC WTP {wtp}")])
    uri = x509.UniformResourceIdentifier(f"urn:cloudmac:wtp:{wtp}")
    usage = dict.fromkeys(
        (
            *("content_commitment", "key_encipherment", "data_encipherment", "key_agreement"),
            *("key_cert_sign", "crl_sign", "encipher_only", "decipher_only"),
        ),
        False,
    )
    builder = x509.CertificateBuilder(
        authority.subject,
        subject,
        public,
        x509.random_serial_number(),
        now - datetime.timedelta(hours=1),
        now + VALID,
    )
    for extension, critical in (
        (x509.BasicConstraints(False, None), True),
        (x509.KeyUsage(digital_signature=True, **usage), True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
        (x509.SubjectAlternativeName([uri]), False),
        (x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False),
    ):
        builder = builder.add_extension(extension, critical)
    return builder.sign(signer, hashes.SHA256())
