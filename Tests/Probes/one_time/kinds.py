"""What is one-time: a whole sign-in up to the acknowledged key, and the key's redemption."""

import itertools
import time

from cast.app import App
from cast.brokers import NodeJar
from cast.jar import query_of
from cast.stage import handle_of
from loop import Unexpected

LEASE = 15
"""Seconds in which a sign-in that the provider gave must reach the store."""


class Kind:
    """One kind of key. `lifetimes` are such that no key expires while a run lasts; the loop sees to that."""

    lifetimes = {"transaction_s": 3600, "code_s": 600, "handle_s": 3600, "refresh_grace_s": 600}
    seconds = 600
    """How long a key is good for."""
    scope = "openid profile email"
    idempotent = False

    def __init__(self, servers, provider):
        self.servers, self.provider, self.apps, self.count = servers, provider, {}, itertools.count(1)

    def _signed_in(self):
        app, jar = App(self.servers, scope=self.scope), NodeJar(self.servers)
        app.http = NodeJar(self.servers)
        to_provider = _wanted(jar.get(app.authorization_url()), 302, 303)
        began = time.monotonic()
        home = _wanted(jar.get(self.provider.approve(to_provider.location)), 303)
        if query_of(home.location).get("error") == "server_error" and time.monotonic() - began >= LEASE:
            raise OSError("the database was away for longer than the lease of a claim")
        return app, home.location, jar

    def _kept(self, key, app):
        self.apps[key] = app
        return key

    def _judged(self, answer, value):
        """"ok" with `value(answer)`; a refusal is one only in the words of RFC 6749."""
        if answer.status == 200:
            return "ok", value(answer.json())
        if answer.status == 400 and answer.json().get("error") == "invalid_grant":
            return "used", None
        _wanted(answer)


class Code(Kind):
    """Its success is told by the access token, which is new each time."""

    def issue(self):
        app, callback, _ = self._signed_in()
        return self._kept(app.validated(callback), app)

    def redeem(self, key):
        return self._judged(self.apps[key].redeem(key), lambda tokens: tokens["access_token"])


class Handle(Kind):
    """Every success would carry the same callback, so each answer counts as another."""

    seconds = 3600

    def issue(self):
        app, callback, jar = self._signed_in()
        aside = _wanted(jar.get(callback), 303)
        return self._kept(handle_of(_wanted(jar.get(aside.location), 200)), app)

    def redeem(self, key):
        return self._judged(self.apps[key].resume(key), self._callback)

    def _callback(self, resumed):
        if "code" not in query_of(resumed["callback_uri"]):
            raise Unexpected(f"no code in {resumed}")
        return next(self.count)


class Refresh(Kind):
    """A replay within the grace gets the same successor again: it is what tells the one success."""

    scope = "openid offline_access"
    idempotent = True

    def issue(self):
        app, callback, _ = self._signed_in()
        code = app.validated(callback)
        return self._kept(_wanted(app.redeem(code), 200).json()["refresh_token"], app)

    def redeem(self, key):
        return self._judged(self.apps[key].refresh(key), lambda tokens: tokens["refresh_token"])


class RefreshWithoutGrace(Refresh):
    """Where nobody may have it again, a refresh token is as strict as a code."""

    lifetimes = {**Kind.lifetimes, "refresh_grace_s": 0}
    idempotent = False

    def redeem(self, key):
        return self._judged(self.apps[key].refresh(key), lambda _: next(self.count))


KINDS = {"code": Code, "handle": Handle, "refresh": Refresh, "refresh-without-grace": RefreshWithoutGrace}


def _wanted(answer, *statuses):
    """The answer, if it has one of the statuses. A store that is away for a moment promises nothing; else it is wrong."""
    if answer.status in statuses:
        return answer
    if answer.status == 503:
        raise OSError("503")
    raise Unexpected(repr(answer))
