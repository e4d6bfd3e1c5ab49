# SPDX-License-Identifier: Apache-2.0
"""Options of hostapd, and the network variables of wpa_supplicant that belong to them."""

from daemons import PASSPHRASE

OPEN = ({}, {"key_mgmt": "NONE"})


def rsn(ap_key_mgmt: str, *, pairwise="CCMP", **more) -> dict:
    """Returns hostapd's options of WPA2 or WPA3 with these key management suites."""
    return {"wpa": 2, "wpa_key_mgmt": ap_key_mgmt, "rsn_pairwise": pairwise, **more}


def group(pairwise: str) -> dict:
    """Returns the group cipher, if it is none of wpa_supplicant's default."""
    return {} if pairwise in ("CCMP", "TKIP") else {"group": pairwise}


def psk(pairwise="CCMP", key_mgmt="WPA-PSK", ap=None, station=None) -> tuple[dict, dict]:
    """Returns WPA2-Personal. ap, station: further options and variables."""
    return (
        rsn(key_mgmt, pairwise=pairwise, wpa_passphrase=PASSPHRASE, **(ap or {})),
        {
            **{"key_mgmt": key_mgmt, "psk": PASSPHRASE, "proto": "RSN", "pairwise": pairwise},
            **group(pairwise),
            **(station or {}),
        },
    )


def sae(pairwise="CCMP", key_mgmt="SAE", ap=None, station=None) -> tuple[dict, dict]:
    """Returns WPA3-Personal, which needs protected management frames."""
    return (
        rsn(key_mgmt, pairwise=pairwise, sae_password=PASSPHRASE, ieee80211w=2, **(ap or {})),
        {
            **{"key_mgmt": key_mgmt, "sae_password": PASSPHRASE, "ieee80211w": 2},
            **{"pairwise": pairwise, **group(pairwise), **(station or {})},
        },
    )


def fast_transition(base: tuple[dict, dict], number: int, **more) -> dict:
    """Returns hostapd's options of one access point of a mobility domain.

    base: security as above; number: 0 or 1."""
    key = "000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f"
    return {
        **base[0],
        **{"mobility_domain": "a1b2", "nas_identifier": f"ap{number}.example.com"},
        **{"r1_key_holder": f"00010203040{number}", "pmk_r1_push": 0},
        "r0kh": f"ff:ff:ff:ff:ff:ff * {key}",
        "r1kh": f"00:00:00:00:00:00 00:00:00:00:00:00 {key}",
        **more,
    }


USERS = """
"pwd" PWD "secret"
"gpsk" GPSK "abcdefghijklmnop0123456789abcdef"
"psk" PSK 0123456789abcdef0123456789abcdef
"sake" SAKE 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
"eke" EKE "hello"
"user.example.com" TLS
* PEAP,TTLS,TLS,FAST
"alice" MSCHAPV2,GTC,MD5,TTLS-PAP,TTLS-CHAP,TTLS-MSCHAPV2 "secret" [2]
"""


def enterprise(cell, certificates, key_mgmt="WPA-EAP", **more) -> dict:
    """Returns hostapd's options of WPA2-Enterprise with its own authentication server."""
    users = cell.folder / "users"
    users.write_text(USERS.lstrip())
    return rsn(
        key_mgmt,
        ieee8021x=1,
        eap_server=1,
        eap_user_file=users,
        ca_cert=certificates["ca"],
        server_cert=certificates["server"],
        private_key=certificates.key("server"),
        pac_opaque_encr_key="000102030405060708090a0b0c0d0e0f",
        eap_fast_a_id="101112131415161718191a1b1c1d1e1f",
        eap_fast_a_id_info="test server",
        pwd_group=19,
        **more,
    )


def user(certificates, method: str, inner: str = "") -> dict:
    """Returns the network variables of a user of an EAP method. inner: phase2."""
    base = {"key_mgmt": "WPA-EAP", "eap": method, "ca_cert": certificates["ca"]}
    if method == "TLS":
        return {
            **base,
            "identity": "user.example.com",
            "client_cert": certificates["user"],
            "private_key": certificates.key("user"),
        }
    if inner:
        return {
            **base,
            **{"identity": "alice", "anonymous_identity": "anonymous"},
            **{"password": "secret", "phase2": inner},
        }
    return {**base, **SECRETS[method]}


SECRETS = {
    "PWD": {"identity": "pwd", "password": "secret"},
    "GPSK": {"identity": "gpsk", "password": "abcdefghijklmnop0123456789abcdef"},
    "EKE": {"identity": "eke", "password": "hello"},
}
