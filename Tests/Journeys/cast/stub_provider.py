"""A small and strict OpenID provider whose misbehaviour can be switched on, for what no real one does on demand.

It approves without a page. What it thinks wrong about a request of the broker goes into `faults`; a story that
ends with faults has failed.
"""

import base64
import hashlib
import hmac
import json
import secrets
import sys
import threading
import time
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote_plus, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from cast.jar import form_encoded, query_of

ABSENT = object()                              # as a changed value: leave the member out


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class SigningKey:
    """ES256 or RS256 with a key id."""

    def __init__(self, kid, algorithm="ES256"):
        self.kid, self.algorithm = kid, algorithm
        self.private = ec.generate_private_key(ec.SECP256R1()) if algorithm == "ES256" \
            else rsa.generate_private_key(public_exponent=65537, key_size=2048)

    def jwk(self, **changes):
        numbers = self.private.public_key().public_numbers()
        if self.algorithm == "ES256":
            key = {"kty": "EC", "crv": "P-256", "x": base64url(numbers.x.to_bytes(32, "big")),
                   "y": base64url(numbers.y.to_bytes(32, "big"))}
        else:
            key = {"kty": "RSA", "n": base64url(numbers.n.to_bytes(256, "big")), "e": "AQAB"}
        return {**key, "kid": self.kid, "use": "sig", "alg": self.algorithm, **changes}

    def sign(self, claims, kid=None):
        header = {"alg": self.algorithm, "typ": "JWT", "kid": kid or self.kid}
        text = ".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
        if self.algorithm == "ES256":
            r, s = decode_dss_signature(self.private.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
            signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        else:
            signature = self.private.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256())
        return text + "." + base64url(signature)


class StubProvider:
    """On 127.0.0.1 at a free port, in threads of this process."""

    client_id, client_secret = "homing-at-stub", "stub-client-secret-7f3a"

    def __init__(self, redirect_uri=None, port=0):
        self.redirect_uri = redirect_uri       # set before the first sign-in: exactly this one is known
        self.key = SigningKey("k1")
        self.subject, self.email, self.name = "subject-1", "ana@people.example", "Ana Example"
        self.faults, self.requests = [], []    # requests: (method, path, {name: value}, headers)
        self.codes = {}
        self.published = None                  # the JWKS' keys; None: the signing key alone
        self.jwks_override = None              # (status, content type, bytes) in place of the JWKS
        self.signed_kid = None                 # what the ID token's header says in place of the key's own kid
        self.metadata_changes, self.token_changes, self.claim_changes = {}, {}, {}
        self.callback_iss = ABSENT             # `iss` in authorization responses
        self.token_override = None             # (status, content type, bytes) in place of a token answer
        self.answers_by_post = False           # the answer is a form on a page, posted to the broker by a button
        self.hold_token = None                 # an Event that each token answer waits for
        self.lock = threading.Lock()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True     # else the broker waits 40 ms for the second half of an answer

            def do_GET(self):
                stub._answer(self, "")

            def do_POST(self):
                stub._answer(self, self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode())

            def log_message(self, *arguments):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                """A broker that is killed leaves its connections behind: no fault of anybody's."""
                if not isinstance(sys.exception(), ConnectionError):
                    super().handle_error(request, client_address)

        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        self.issuer = f"http://127.0.0.1:{self.port}"

    def start(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        assert not self.faults, f"the provider found fault with the broker: {self.faults}"

    def configuration(self, identifier="stub"):
        """The broker's entry for this provider."""
        return {"id": identifier, "kind": "oidc", "issuer": self.issuer, "client_id": self.client_id,
                "client_secret": self.client_secret, "scope": "openid profile email"}

    def count(self, path):
        """How often `path` was asked for."""
        with self.lock:
            return sum(1 for _, asked, _, _ in self.requests if asked == path)

    def approve(self, authorization_url, iss=ABSENT):
        """What the person's consent makes of the broker's authorization request: the callback URL."""
        values = query_of(authorization_url)
        self._check_authorization(values)
        code = secrets.token_urlsafe(24)
        with self.lock:
            self.codes[code] = values
        answer = {"code": code, "state": values["state"]}
        iss = self.callback_iss if iss is ABSENT else iss
        if iss is not ABSENT:
            answer["iss"] = iss
        return values["redirect_uri"] + "?" + form_encoded(answer)

    def deny(self, authorization_url, error="access_denied", **more):
        """What "no" makes of it."""
        values = query_of(authorization_url)
        self._check_authorization(values)
        return values["redirect_uri"] + "?" + form_encoded({"error": error, **more, "state": values["state"]})

    def _check_authorization(self, values):
        for name, wanted in {"response_type": "code", "client_id": self.client_id,
                             "code_challenge_method": "S256"}.items():
            if values.get(name) != wanted:
                self.faults.append(f"authorize: {name} is {values.get(name)!r}")
        if self.redirect_uri and values.get("redirect_uri") != self.redirect_uri:
            self.faults.append(f"authorize: redirect_uri is {values.get('redirect_uri')!r}")
        if len(values.get("code_challenge", "")) != 43:
            self.faults.append("authorize: no S256 challenge")
        if "openid" not in values.get("scope", "").split():
            self.faults.append("authorize: no openid scope")
        for name in ("state", "nonce"):
            if len(values.get(name, "")) < 22:
                self.faults.append(f"authorize: {name} has less than 128 bits")

    def _answer(self, handler, body):
        path = urlsplit(handler.path).path
        query = dict(parse_qsl(urlsplit(handler.path).query, keep_blank_values=True))
        form = parse_qsl(body, keep_blank_values=True)
        with self.lock:
            self.requests.append((handler.command, path, dict(form) or query, dict(handler.headers)))
        if path == "/.well-known/openid-configuration":
            self._say(handler, 200, self._metadata())
        elif path == "/jwks":
            if self.jwks_override:
                return self._say_raw(handler, *self.jwks_override)
            keys = self.published if self.published is not None else [self.key.jwk()]
            self._say(handler, 200, {"keys": keys})
        elif path == "/authorize":
            callback = self.approve(self.issuer + handler.path)
            if self.answers_by_post:
                return self._say_raw(handler, 200, "text/html", posting(callback).encode())
            handler.send_response(302)
            handler.send_header("Location", callback)
            handler.send_header("Content-Length", "0")
            handler.end_headers()
        elif path == "/token" and handler.command == "POST":
            self._token(handler, form)
        elif path == "/userinfo":
            self._say(handler, 200, {"sub": self.subject, "email": self.email, "name": self.name})
        else:
            self._say(handler, 404, {"error": "not_found"})

    def _metadata(self):
        return changed({
            "issuer": self.issuer, "authorization_endpoint": self.issuer + "/authorize",
            "token_endpoint": self.issuer + "/token", "jwks_uri": self.issuer + "/jwks",
            "userinfo_endpoint": self.issuer + "/userinfo", "response_types_supported": ["code"],
            "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": [self.key.algorithm],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            "code_challenge_methods_supported": ["S256"]}, self.metadata_changes)

    def _token(self, handler, form):
        values = dict(form)
        if len(values) != len(form):
            self.faults.append("token: a parameter stands twice")
        if not self._authenticated(handler.headers.get("Authorization", "")):
            self.faults.append("token: client authentication failed")
            return self._say(handler, 401, {"error": "invalid_client"})
        if "json" not in handler.headers.get("Accept", ""):
            self.faults.append("token: no Accept for JSON")
        if self.hold_token:
            self.hold_token.wait(20)
        with self.lock:
            asked = self.codes.pop(values.get("code"), None)
        if not asked:
            self.faults.append("token: an unknown or used code was redeemed")
            return self._say(handler, 400, {"error": "invalid_grant"})
        proof = base64url(hashlib.sha256(values.get("code_verifier", "").encode()).digest())
        if proof != asked["code_challenge"] or values.get("redirect_uri") != asked["redirect_uri"] \
                or values.get("grant_type") != "authorization_code":
            self.faults.append("token: verifier, redirect_uri or grant_type is wrong")
            return self._say(handler, 400, {"error": "invalid_grant"})
        if self.token_override:
            return self._say_raw(handler, *self.token_override)
        now = int(time.time())
        claims = changed({
            "iss": self.issuer, "sub": self.subject, "aud": self.client_id, "iat": now, "exp": now + 300,
            "nonce": asked["nonce"], "auth_time": now, "email": self.email, "email_verified": True,
            "name": self.name}, self.claim_changes)
        self._say(handler, 200, changed({
            "access_token": secrets.token_urlsafe(24), "token_type": "Bearer", "expires_in": 3600,
            "id_token": self.key.sign(claims, self.signed_kid)}, self.token_changes))

    def _authenticated(self, field):
        scheme, _, value = field.partition(" ")
        if scheme.lower() != "basic":
            return False
        name, _, secret = base64.b64decode(value).decode().partition(":")
        return unquote_plus(name) == self.client_id and hmac.compare_digest(unquote_plus(secret), self.client_secret)

    def _say(self, handler, status, value):
        self._say_raw(handler, status, "application/json", json.dumps(value).encode())

    def _say_raw(self, handler, status, content_type, body):
        handler.send_response(status)
        handler.send_header("Content-Type", content_type)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)


def posting(callback):
    """A page whose button posts the parameters of `callback` to it (`response_mode=form_post`)."""
    fields = "".join(f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
                     for name, value in query_of(callback).items())
    return f'<form method="post" action="{escape(callback.partition("?")[0])}">{fields}<button>On</button></form>'


def changed(value, changes):
    """`value` with `changes` over it; ABSENT takes a member away."""
    merged = {**value, **changes}
    return {name: member for name, member in merged.items() if member is not ABSENT}
