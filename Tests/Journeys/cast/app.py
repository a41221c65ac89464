"""A native app as the broker sees it: it keeps state, nonce and verifier, and validates what comes home."""

import base64
import hashlib
import secrets
import threading

from authlib.jose import JsonWebKey, JsonWebToken

from cast.jar import Jar, form_encoded, query_of, without_query


class App:
    """One sign-in of one app instance. Extra keywords are parameters of the authorization request."""

    def __init__(self, broker, client_id=None, redirect_uri=None, scope="openid profile email", **more):
        self.broker = broker
        self.client_id = client_id or broker.client_id
        self.redirect_uri = redirect_uri or broker.callback
        self.state, self.nonce = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self.verifier = secrets.token_urlsafe(48)
        self.scope, self.more = scope, more
        self.http = Jar()                      # the app's own client, not the browser

    def authorization_url(self):
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        parameters = {
            "response_type": "code", "client_id": self.client_id, "redirect_uri": self.redirect_uri,
            "scope": self.scope, "state": self.state, "nonce": self.nonce,
            "code_challenge": challenge, "code_challenge_method": "S256", **self.more}
        return self.broker.issuer + "/oauth/authorize?" + form_encoded(
            {name: value for name, value in parameters.items() if value is not None})

    def validated(self, callback):
        """The code of a callback that passes an app's own checks."""
        assert without_query(callback) == self.redirect_uri, callback
        values = query_of(callback)
        assert values.get("state") == self.state, "another state came home"
        assert values.get("iss") == self.broker.issuer, f"iss is {values.get('iss')!r}"
        assert "error" not in values, f"error came home: {values}"
        return values["code"]

    def resume(self, handle, **changes):
        return self.http.post(self.broker.issuer + "/mobile/resume", {
            "handle": handle, "client_id": self.client_id, "code_verifier": self.verifier, **changes})

    def redeem(self, code, **changes):
        form = {
            "grant_type": "authorization_code", "code": code, "redirect_uri": self.redirect_uri,
            "client_id": self.client_id, "code_verifier": self.verifier, **changes}
        return self.http.post(
            self.broker.issuer + "/oauth/token", {name: value for name, value in form.items() if value is not None})

    def refresh(self, token):
        return self.http.post(self.broker.issuer + "/oauth/token", {
            "grant_type": "refresh_token", "refresh_token": token, "client_id": self.client_id})

    def userinfo(self, access_token):
        return self.http.get(
            self.broker.issuer + "/oauth/userinfo", headers={"Authorization": "Bearer " + access_token})

    def verified(self, tokens):
        """The ID token's claims: Authlib checks both tokens against the published keys."""
        keys = JsonWebKey.import_key_set(self.http.get(self.broker.issuer + "/oauth/jwks.json").json())
        jwt = JsonWebToken(["ES256", "RS256"])
        identity = jwt.decode(tokens["id_token"], keys, claims_options={
            "iss": {"essential": True, "value": self.broker.issuer},
            "aud": {"essential": True, "value": self.client_id},
            "sub": {"essential": True}, "exp": {"essential": True}, "iat": {"essential": True},
            "nonce": {"essential": True, "value": self.nonce}})
        identity.validate(leeway=5)
        access = jwt.decode(tokens["access_token"], keys, claims_options={
            "iss": {"essential": True, "value": self.broker.issuer}, "aud": {"essential": True},
            "client_id": {"essential": True, "value": self.client_id},
            "sub": {"essential": True, "value": identity["sub"]},
            "exp": {"essential": True}, "iat": {"essential": True}, "jti": {"essential": True}})
        access.validate(leeway=5)
        assert access.header.get("typ", "").lower() == "at+jwt", access.header
        assert access["exp"] - access["iat"] == tokens["expires_in"], (access, tokens["expires_in"])
        return identity


def succeeded(answer):
    """The tokens of a token answer that must be a success."""
    assert answer.status == 200, answer
    tokens = answer.json()
    assert tokens["token_type"] == "Bearer" and isinstance(tokens["expires_in"], int), tokens
    assert "no-store" in (answer.header("Cache-Control") or ""), answer.headers
    return tokens


def refused(answer, error="invalid_grant", status=400):
    """Asserts an RFC 6749 §5.2 error."""
    assert answer.status == status, answer
    assert answer.json()["error"] == error, answer
    assert "no-store" in (answer.header("Cache-Control") or ""), answer.headers


def at_once(count, action):
    """`action(index)` from `count` threads behind one barrier; the results in order."""
    barrier, results = threading.Barrier(count), [None] * count

    def work(index):
        barrier.wait()
        try:
            results[index] = action(index)
        except Exception as fault:            # noqa: BLE001: handed to the story, which asserts on it
            results[index] = fault
    threads = [threading.Thread(target=work, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
