"""Looks for secrets in files, in every spelling that somebody could have kept them in."""

import base64
import json
import os
from urllib.parse import quote

from cast.jar import query_of


def spellings(secret):
    """The bytes under which `secret` (bytes) might lie, by the name of the spelling."""
    found = {"as it is": secret, "hexadecimal": secret.hex().encode(), "HEXADECIMAL": secret.hex().upper().encode(),
             "backwards": secret[::-1]}
    for offset in range(3):
        # What is certain of it, whatever stands before and behind.
        first, last = -(-offset * 8 // 6), (offset + len(secret)) * 8 // 6
        for name, encode in (("base64", base64.b64encode), ("base64url", base64.urlsafe_b64encode)):
            found[f"{name} at {offset}"] = encode(bytes(offset) + secret)[first:last]
    try:
        text = secret.decode()
    except UnicodeDecodeError:
        return found
    found |= {"UTF-16": text.encode("utf-16-le"), "UTF-16 the other way": text.encode("utf-16-be"),
              "UTF-32": text.encode("utf-32-le"), "percent": quote(text, safe="").encode(),
              "JSON": json.dumps(text)[1:-1].encode(), "upper case": text.upper().encode(), "lower case": text.lower().encode()}
    return found


def found(secrets, data):
    """The names of `secrets` (by name, bytes) that `data` holds, each with how."""
    return [(name, how) for name, secret in secrets.items() for how, bytes_ in spellings(secret).items() if bytes_ in data]


def files(*places, since=0):
    """Every file at or below these places that was written `since`, by its path; without the zeros at its end."""
    contents = {}
    for place in places:
        paths = [place] if os.path.isfile(place) else [
            os.path.join(folder, name) for folder, _, names in os.walk(place) for name in names]
        for path in paths:
            if os.path.isfile(path) and os.path.getmtime(path) >= since:
                with open(path, "rb") as f:
                    contents[path] = f.read().rstrip(b"\0")
    assert contents, f"nothing at {places}"
    return contents


def decoded(token):
    return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))


class Marked:
    """People who sign in with a mark in everything of theirs; `secrets` is all that must not lie at rest.

    Down both ways home, with a request too long for a cookie, a refusal, a refresh, and some that stay under way.
    """

    def __init__(self, stage, broker):
        from cast.app import App, refused, succeeded
        from cast.jar import Jar
        from cast.stage import handle_of
        self.secrets, stub = {}, stage.stub
        stub.email, stub.name = "marker-email-9f2c@people.example", "Marker Näme-9f2c"
        stub.subject = "marker-subject-31ee"
        self._keep("e-mail address", stub.email), self._keep("name", stub.name)
        self._keep("subject at the provider", stub.subject), self._keep("client secret", stub.client_secret)
        with open(broker.master_key) as f:
            key = f.read().strip()
        self._keep("master key", key), self._keep("master key, decoded", decoded(key))

        def begun(number, **more):
            app, jar = App(broker, scope="openid profile email offline_access", **more), Jar()
            app.state = f"marker-state-{number}-" + app.state + "s" * (1_500 if number == 2 else 0)
            app.nonce, app.verifier = f"marker-nonce-{number}-" + app.nonce, f"marker-verifier-{number}-" + app.verifier
            self._keep(f"state {number}", app.state[:60]), self._keep(f"nonce {number}", app.nonce)
            self._keep(f"verifier {number}", app.verifier)
            provider = jar.get(app.authorization_url()).location
            self._keep(f"nonce at the provider {number}", query_of(provider)["nonce"])
            self._token(f"state at the provider {number}", query_of(provider)["state"])
            for name, value in jar.cookies["127.0.0.1"].items():
                self._keep(f"cookie {number}", value[:64]), self._keep(f"cookie {number}, decoded", decoded(value)[:48])
            return app, jar, provider

        def home(number, jar, provider):
            callback = stub.approve(provider)
            self._keep(f"the provider's code {number}", query_of(callback)["code"])
            location = jar.get(callback).location
            self._token(f"code {number}", query_of(location)["code"])
            return location

        app, jar, provider = begun(1)
        code = app.validated(home(1, jar, provider))
        self._tokens(1, app, succeeded(app.redeem(code)), renewing=True)
        refused(app.redeem(code))
        app, jar, provider = begun(2)
        page = stage.recovery_page(jar, home(2, jar, provider))
        for generation in (1, 2):
            handle = handle_of(jar.get(page.url))
            self._token(f"handle {generation}", handle)
            resumed = app.resume(handle)
        self._token("third handle", handle_of(jar.get(page.url)))
        refused(app.resume(handle, code_verifier="marker-wrong-verifier-" + "x" * 30))
        self._keep("wrong verifier", "marker-wrong-verifier-")
        self._tokens(2, app, succeeded(app.redeem(app.validated(resumed.json()["callback_uri"]))))
        _, jar, provider = begun(3)
        jar.get(stub.deny(provider, error_description="marker-description-5d5d"))
        self._keep("the provider's words", "marker-description-5d5d")
        _, jar, provider = begun(4)            # a code that waits
        home(4, jar, provider)
        begun(5)                               # somebody at the provider
        for number, (_, path, form, _) in enumerate(stub.requests):
            if path == "/token":
                self._keep(f"verifier at the provider {number}", form["code_verifier"])

    def _keep(self, name, secret):
        secret = secret if isinstance(secret, bytes) else secret.encode()
        assert len(secret) >= 12, name
        self.secrets[name] = secret

    def _token(self, name, token):
        """A text that works, and the half of it that proves it. The other half is its row's open name."""
        self._keep(name, token), self._keep(name + ", its proof", decoded(token)[-32:])

    def _tokens(self, number, app, tokens, renewing=False):
        for kind in ("access_token", "id_token"):
            self._keep(f"{kind} {number}", tokens[kind][-100:])
            self._keep(f"{kind} {number}, its signature", decoded(tokens[kind].split(".")[2]))
        self._token(f"refresh token {number}", tokens["refresh_token"])
        if renewing:
            self._tokens(f"{number} renewed", app, app.refresh(tokens["refresh_token"]).json())
