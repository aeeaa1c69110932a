"""Proofs of identity: what a server signs, and what a player must have signed. Pure.

DESIGN section 5, Identity.
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ..engine.changes import Refusal
from ..shared.protocol.limits import PROTOCOL
from ..shared.protocol.login import Login, ServerHello, client_proof, server_proof
from ..shared.version import VERSION

SOFTWARE = f"voxtable-server {VERSION}"
_FIELD = 2**255 - 19
_ORDER_8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_WEAK_KEYS = frozenset((0, 1, _FIELD - 1, _ORDER_8, _FIELD - _ORDER_8))
"""The y of the eight points of small order: under such a key one signature fits whatever is signed."""


class ServerIdentity:
    """A server's key pair."""

    def __init__(self, secret: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._private.public_key().public_bytes_raw()

    def hello(self, title: str, client_nonce: bytes, nonce: bytes) -> ServerHello:
        """The signed answer to a client's hello."""
        signature = self._private.sign(server_proof(client_nonce, nonce, self.public))
        return ServerHello(PROTOCOL, SOFTWARE, title, self.public, nonce, signature)

    def check(self, login: Login, client_nonce: bytes, nonce: bytes) -> None:
        """Raise Refusal unless the login's key signed this very conversation."""
        if _weak(login.key):
            raise Refusal("not_proven", "The key of this login proves nothing; make a new one.")
        proof = client_proof(client_nonce, nonce, self.public)
        try:
            Ed25519PublicKey.from_public_bytes(login.key).verify(login.signature, proof)
        except (InvalidSignature, ValueError) as error:
            raise Refusal("not_proven", "The signature of this login does not fit its key.") from error


def new_secret() -> bytes:
    """A fresh private key."""
    return Ed25519PrivateKey.generate().private_bytes_raw()


def check_protocol(protocol: int, software: str) -> None:
    """Raise Refusal, naming both versions, unless both sides speak the same."""
    if protocol != PROTOCOL:
        raise Refusal(
            "version",
            f"This server speaks version {PROTOCOL} ({SOFTWARE}), your client version {protocol} ({software}). "
            "Both must be the same.",
        )


def _weak(key: bytes) -> bool:
    return (int.from_bytes(key, "little") & (2**255 - 1)) % _FIELD in _WEAK_KEYS
