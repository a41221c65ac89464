"""Keys change while people are signed in: those that sign tokens, and the operator's master key."""

import base64
import json
import secrets

from authlib.jose import JsonWebKey, JsonWebToken

from cast.app import App, refused, succeeded
from cast.jar import Jar
from stories.backup_and_restore import OFFLINE, homing


def a_successor_is_published_at_once_and_signs_later(stage):
    broker = stage.broker()
    app, home, _ = stage.signed_in(broker, scope=OFFLINE)
    tokens = succeeded(app.redeem(app.validated(home)))
    before = _published(broker)
    listed = _listed(broker)
    assert [(key["alg"], key["state"]) for key in listed] == [("ES256", "active"), ("RS256", "active")], listed
    assert {key["kid"] for key in listed} == set(before), (listed, before)
    told = homing(broker, "keys", "rotate")
    assert told.count("made ES256 ") == 1 and told.count("made RS256 ") == 1, told
    # Twice is once.
    again = homing(broker, "keys", "rotate")
    assert again.count("on its way already") == 2 and "made" not in again, again
    listed = _listed(broker)
    assert [key["state"] for key in listed] == ["active", "next"] * 2, listed
    for active, following in (listed[:2], listed[2:]):
        assert active["signs_until"] == following["signs_from"] < active["published_until"], listed
        assert "signs_until" not in following and "published_until" not in following, listed
    table = homing(broker, "keys", "list")
    lines = table.splitlines()
    assert len(lines) == 5 and lines[0].split()[:3] == ["KID", "ALG", "STATE"], table
    assert all(key["kid"] in table for key in listed) and "PRIVATE" not in table.upper(), table
    answer = _reload(broker)
    after = _published(broker)
    assert set(after) == {key["kid"] for key in listed} and set(before) < set(after), answer
    # The old set was held by its tag.
    app.verified(tokens)
    renewed = succeeded(app.refresh(tokens["refresh_token"]))
    assert _kid(renewed["access_token"]) == _kid(tokens["access_token"]), "the successor signs before its time"
    assert app.userinfo(renewed["access_token"]).status == 200


def the_set_that_changed_has_another_tag(stage):
    broker = stage.broker()
    address = broker.issuer + "/oauth/jwks.json"
    old = Jar().get(address)
    assert old.header("Cache-Control") == "public, max-age=3600", old.headers
    homing(broker, "keys", "rotate")
    _reload(broker)
    new = Jar().get(address, headers={"If-None-Match": old.header("ETag")})
    assert new.status == 200 and new.header("ETag") != old.header("ETag"), new.headers
    assert Jar().get(address, headers={"If-None-Match": new.header("ETag")}).status == 304


def a_key_in_other_hands_is_dropped_with_all_that_it_signed(stage):
    broker = stage.broker()
    app, home, _ = stage.signed_in(broker, scope=OFFLINE)
    tokens = succeeded(app.redeem(app.validated(home)))
    old = _published(broker)
    homing(broker, "keys", "rotate")
    told = homing(broker, "keys", "rotate", "--revoke")
    assert told.count("made ") == 2 and told.count("\ndropped ") == 4, told
    assert "Refresh tokens stay good" in told, told
    assert [key["state"] for key in _listed(broker)] == ["active", "active"]
    _reload(broker)
    new = _published(broker)
    assert len(new) == 2 and not set(new) & set(old), (old, new)
    assert app.userinfo(tokens["access_token"]).status == 401
    renewed = succeeded(app.refresh(tokens["refresh_token"]))
    assert app.userinfo(renewed["access_token"]).status == 200
    keys = JsonWebKey.import_key_set({"keys": list(new.values())})
    JsonWebToken(["ES256"]).decode(renewed["access_token"], keys).validate(leeway=5)
    other, home, _ = stage.signed_in(broker)
    other.verified(succeeded(other.redeem(other.validated(home))))
    # It is all in the store: the next start has the same.
    broker.stop()
    broker.start()
    assert set(_published(broker)) == set(new)


def the_master_key_changes_while_people_are_signed_in(stage):
    broker = stage.broker()
    old = {"file": broker.master_key}
    app, home, _ = stage.signed_in(broker, scope=OFFLINE)
    first = succeeded(app.redeem(app.validated(home)))
    idle, home, _ = stage.signed_in(broker, scope=OFFLINE)
    left = succeeded(idle.redeem(idle.validated(home)))
    waiting, jar = App(broker), Jar()
    callback = stage.stub.approve(jar.get(waiting.authorization_url()).location)
    long, long_jar = App(broker), Jar()
    long.state = "s" * 2_000
    long_callback = stage.stub.approve(long_jar.get(long.authorization_url()).location)
    coded, code_home, _ = stage.signed_in(broker)
    handled, handle, _ = stage.recovered(broker)
    signing = set(_published(broker))

    # The new one before the old one: whatever is under way goes on.
    new = _text_key()
    _restart(broker, [new, old])
    succeeded(waiting.redeem(waiting.validated(jar.get(callback).location)))
    succeeded(long.redeem(long.validated(long_jar.get(long_callback).location)))
    succeeded(coded.redeem(coded.validated(code_home)))
    resumed = handled.resume(handle)
    assert resumed.status == 200, resumed
    succeeded(handled.redeem(handled.validated(resumed.json()["callback_uri"])))
    assert app.userinfo(first["access_token"]).status == 200
    second = succeeded(app.refresh(first["refresh_token"]))
    assert set(_published(broker)) == signing, "a new master key makes no new signing keys"

    # The old one is gone: what was renewed meanwhile is good, what was not is garbage.
    _restart(broker, new)
    assert set(_published(broker)) == signing
    succeeded(app.refresh(second["refresh_token"]))
    refused(idle.refresh(left["refresh_token"]))

    # Neither: one line that names the key, and nothing is harmed.
    broker.stop()
    _set(broker, _text_key())
    told = homing(broker, "serve", status=1)
    lines = [line for line in told.splitlines() if not line.startswith("{")]
    assert len(lines) == 1 and "secrets.master_key" in lines[0], told
    _set(broker, [new])
    broker.start()
    assert set(_published(broker)) == signing


def _set(broker, master_key):
    with open(broker.configuration) as f:
        values = json.load(f)
    values["secrets"]["master_key"] = master_key
    with open(broker.configuration, "w") as f:
        json.dump(values, f)


def _restart(broker, master_key):
    broker.stop()
    _set(broker, master_key)
    broker.start()


def _text_key():
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode()


def _published(broker):
    """The key set by kid; each stands there once."""
    keys = Jar().get(broker.issuer + "/oauth/jwks.json").json()["keys"]
    assert len({key["kid"] for key in keys}) == len(keys), keys
    assert not any(member in key for key in keys for member in ("d", "p", "q")), "a private key is published"
    return {key["kid"]: key for key in keys}


def _listed(broker):
    return json.loads(homing(broker, "keys", "list", "--json"))


def _reload(broker):
    answer = Jar().post(broker.admin + "/reload", {})
    assert answer.status == 200, answer
    return answer


def _kid(token):
    head = token.split(".")[0]
    return json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))["kid"]
