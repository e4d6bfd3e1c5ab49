# SPDX-License-Identifier: Apache-2.0
"""Derives and uses the keys of a station with WPA2-PSK and CCMP (IEEE 802.11-2020, 12.7 and
12.5.3). Does no I/O."""
import hashlib
import hmac
import struct


RSN = bytes.fromhex("30140100000fac040100000fac040100000fac020000")
"""The RSN element of a station: CCMP, CCMP, PSK, no capabilities."""
KEY_FRAME = struct.Struct("!BBHBHHQ32s16s8s8s16sH")
"""802.1X version, type, length; descriptor, information, key length, replay counter, nonce, IV,
RSC, reserved, MIC, length of the data."""
MIC_AT, MIC_LEN = 81, 16
PAIRWISE, INSTALL, ACK, MIC, SECURE = 0x0008, 0x0040, 0x0080, 0x0100, 0x0200
AES_SHA1 = 2
HEADER_LEN = 8
"""Length of CCMP's header."""


def pmk(passphrase, ssid):
    """Returns the pairwise master key, 32 octets."""
    return hashlib.pbkdf2_hmac("sha1", passphrase.encode(), ssid.encode(), 4096, 32)


def ptk(master, authenticator, supplicant, anonce, snonce):
    """Returns KCK, KEK and TK, 16 octets each."""
    pairs = (authenticator, supplicant), (anonce, snonce)
    data = b"".join(min(pair) + max(pair) for pair in pairs)
    blocks = b"".join(
        hmac.digest(master, b"Pairwise key expansion\0" + data + bytes([i]), "sha1")
        for i in range(3)
    )
    return blocks[:16], blocks[16:32], blocks[32:48]


def key_frame(information, counter, nonce, data, kck):
    """Returns an EAPOL-Key frame of the supplicant, with its MIC."""
    length = KEY_FRAME.size - 4 + len(data)
    frame = KEY_FRAME.pack(
        *(2, 3, length, 2, information | AES_SHA1, 0, counter, nonce),
        *(bytes(16), bytes(8), bytes(8), bytes(16), len(data)),
    )
    frame += data
    mic = hmac.digest(kck, frame, "sha1")[:MIC_LEN]
    return frame[:MIC_AT] + mic + frame[MIC_AT + MIC_LEN :]


def parse_key_frame(frame):
    """Returns (information, replay counter, nonce) of an EAPOL-Key frame, or None."""
    if len(frame) < KEY_FRAME.size or frame[1] != 3 or frame[4] != 2:
        return None
    fields = KEY_FRAME.unpack_from(frame)
    return fields[4], fields[6], fields[7]


def mic_is_good(frame, kck):
    """Returns true if the sender of an EAPOL-Key frame has the same key."""
    mic = frame[MIC_AT : MIC_AT + MIC_LEN]
    bare = frame[:MIC_AT] + bytes(MIC_LEN) + frame[MIC_AT + MIC_LEN :]
    return hmac.compare_digest(mic, hmac.digest(kck, bare, "sha1")[:MIC_LEN])


class Ccmp:
    """One direction of a pairwise key. header: 26 octets of QoS data, protected, without retry,
    power management and more-data bit."""

    def __init__(self, key):
        # Here, as --help works before the package for it is installed.
        from cryptography.hazmat.primitives.ciphers.aead import AESCCM

        self.cipher = AESCCM(key, tag_length=8)

    @staticmethod
    def _inputs(header, number):
        pn = number.to_bytes(6, "big")
        tid = header[24] & 15
        aad = header[:2] + header[4:22] + bytes([header[22] & 15, 0]) + bytes([tid, 0])
        return bytes([tid]) + header[10:16] + pn, aad

    def encrypt(self, header, number, payload):
        """Returns the frame's body: CCMP header, ciphertext, MIC. number: the packet's, from 1
        on."""
        pn = number.to_bytes(6, "little")
        nonce, aad = self._inputs(header, number)
        return pn[:2] + b"\0\x20" + pn[2:] + self.cipher.encrypt(nonce, payload, aad)

    def decrypt(self, header, body):
        """Returns the payload. Raises cryptography.exceptions.InvalidTag."""
        number = int.from_bytes(body[:2] + body[4:8], "little")
        nonce, aad = self._inputs(header, number)
        return self.cipher.decrypt(nonce, body[HEADER_LEN:], aad)
