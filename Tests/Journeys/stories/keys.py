"""Keys change while people are signed in: those that sign tokens, and the operator's master key."""

import base64
import http.client
import json
import os
import secrets
import sqlite3
import subprocess
import time

from authlib.jose import JsonWebKey, JsonWebToken

from cast.app import App, refused, succeeded
from cast.broker import Broker, binary
from cast.jar import Jar, form_encoded
from cast.postgres import Postgres
from cast.processes import answers
from stories.backup_and_restore import OFFLINE, homing
from stories.restarts import _reload as hang_up


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
    hang_up(broker, "configuration reloaded")
    new = Jar().get(address, headers={"If-None-Match": old.header("ETag")})
    assert new.status == 200 and new.header("ETag") != old.header("ETag"), new.headers
    assert Jar().get(address, headers={"If-None-Match": new.header("ETag")}).status == 304


def a_key_in_other_hands_is_dropped_with_all_that_it_signed(stage):
    _revocation(stage, stage.broker())


def _revocation(stage, broker):
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


def a_successor_that_is_due_is_made_without_a_word_and_takes_over_by_the_clock(stage):
    """Two brokers on one store: one makes the keys, both sign with them from the same moment on."""
    first = stage.broker()

    def shared(values):
        values["server"]["public_url"] = first.issuer
        values["store"]["url"] = "sqlite://" + first.database
        values["secrets"]["master_key"]["file"] = first.master_key
    first.stop()
    # As a program before this one left it: keys without a time, made long ago.
    _in_store(first, "DELETE FROM signing_key_times; UPDATE signing_keys SET created_at=created_at-7776000000")
    first.start()
    _until(lambda: [key["state"] for key in _listed(first)] == ["active", "next"] * 2)
    _until(lambda: len(_published(first)) == 4)
    made = _listed(first)
    app, home, _ = stage.signed_in(first, scope=OFFLINE)
    tokens = succeeded(app.redeem(app.validated(home)))
    assert _kid(tokens["access_token"]) == made[0]["kid"], (tokens, made)

    moment = int(time.time() * 1000) + 6_000
    _in_store(first, f"UPDATE signing_key_times SET active_from={moment}")
    # The second broker reads it at its start, the first when it is told to.
    second = Broker(stage.folder + "/second", [stage.stub.configuration()], shared)
    second.process.ready = lambda: answers(second.admin_port, "/readyz")
    stage.enter(second)
    _reload(first)
    kids = []
    while time.time() * 1000 < moment + 1_000:
        begun = time.time() * 1000
        tokens = succeeded(app.refresh(tokens["refresh_token"]))
        other = _refreshed_at(second, app, tokens["refresh_token"])
        assert app.userinfo(tokens["access_token"]).status == 200
        assert app.userinfo(other["access_token"]).status == 200
        if time.time() * 1000 < moment:
            assert _kid(tokens["access_token"]) == made[0]["kid"], "it signs before its time"
            assert _kid(other["access_token"]) == made[0]["kid"], "the second signs with it before its time"
        elif begun >= moment:
            assert _kid(tokens["access_token"]) == made[1]["kid"], "it does not sign at its time"
            assert _kid(other["access_token"]) == made[1]["kid"], "at the second it does not"
        kids.append(_kid(tokens["access_token"]))
        tokens = other
        time.sleep(0.05)
    assert set(kids) == {made[0]["kid"], made[1]["kid"]}, kids
    assert [key["state"] for key in _listed(first)] == ["retired", "active"] * 2
    assert len(_published(first)) == 4, "what it signed still verifies"


def the_master_key_changes_while_people_are_signed_in(stage):
    _change_of_master_keys(stage, stage.broker())


def keys_change_in_the_same_way_in_PostgreSQL(stage):
    database = stage.enter(Postgres(stage.folder))

    def there(values):
        values["store"]["url"] = database.url
        migrating = os.path.join(stage.folder, "migrating.json5")
        with open(migrating, "w") as f:
            json.dump(values, f)
        subprocess.run([binary(), "migrate", "--config", migrating], check=True, stdout=subprocess.DEVNULL)
    broker = stage.broker(there)
    _revocation(stage, broker)
    _change_of_master_keys(stage, broker)


def _change_of_master_keys(stage, broker):
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
    _set(broker, [new, old])
    told = _reload(broker).text
    assert "secrets.master_key changes with a restart only" in told, told
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


def _refreshed_at(broker, app, token):
    """Tokens from a broker whose issuer is that of another one on the same store."""
    connection = http.client.HTTPConnection("127.0.0.1", broker.port, timeout=10)
    connection.request(
        "POST", "/oauth/token",
        form_encoded({"grant_type": "refresh_token", "refresh_token": token, "client_id": app.client_id}),
        {"Host": app.broker.issuer.split("//")[1], "Content-Type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    body = json.loads(answer.read())
    connection.close()
    assert answer.status == 200, body
    return body


def _in_store(broker, statements):
    connection = sqlite3.connect(broker.database, timeout=10)
    try:
        connection.executescript(statements)
    finally:
        connection.close()


def _until(holds, seconds=20):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.1)


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
