"""Copies of the store: made while it is in use, put back so that nothing that was spent since comes to life."""

import json
import os
import shutil
import sqlite3
import subprocess
import time

from cast.app import App, refused, succeeded
from cast.broker import binary
from cast.jar import Jar, query_of
from cast.postgres import Postgres

OFFLINE = "openid profile email offline_access"


def homing(broker, command, *words, status=0):
    """What a command on the broker's configuration prints: its output, or its complaint where it must fail."""
    done = subprocess.run(
        [binary(), command, "--config", broker.configuration, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return done.stderr if status else done.stdout


def a_restored_copy_never_revives_what_was_spent_since(stage):
    broker = stage.broker()
    # Open when the copy is made: a code, a handle, a refresh token, and a person who is at the provider.
    coded, coded_home, _ = stage.signed_in(broker)
    handled, handle, _ = stage.recovered(broker)
    app, home, _ = stage.signed_in(broker, scope=OFFLINE)
    tokens = succeeded(app.redeem(app.validated(home)))
    subject = app.verified(tokens)["sub"]
    browser, begun = Jar(), App(broker)
    callback = stage.stub.approve(browser.get(begun.authorization_url()).location)
    keys = published(broker)
    copy = os.path.join(stage.folder, "copy.db")
    assert copy in homing(broker, "backup", copy)
    assert os.stat(copy).st_mode & 0o777 == 0o600
    assert "--force" in homing(broker, "backup", copy, status=1)
    # Spent since.
    code = coded.validated(coded_home)
    succeeded(coded.redeem(code))
    assert handled.resume(handle).status == 200
    renewed = succeeded(app.refresh(tokens["refresh_token"]))
    spent = begun.validated(browser.get(callback).location)
    succeeded(begun.redeem(spent))
    asked = stage.stub.count("/token")

    told = homing(broker, "restore", copy, status=1)
    assert f"process {broker.process.child.pid} has" in told and "stop it first" in told, told
    assert app.userinfo(renewed["access_token"]).status == 200
    broker.stop()
    told = homing(broker, "restore", copy)
    replaced = [name for name in os.listdir(broker.folder) if ".replaced-" in name]
    assert len(replaced) == 1 and replaced[0] in told and "Epoch 1 begins" in told, (told, replaced)
    broker.start()

    for who, one in ((coded, code), (begun, spent)):
        refused(who.redeem(one))
    refused(handled.resume(handle))
    for token in (tokens["refresh_token"], renewed["refresh_token"]):
        refused(app.refresh(token))
    assert app.userinfo(renewed["access_token"]).status == 401
    # The callback loaded again would be a sign-in that nobody has seen: it gives no code, and asks no provider.
    again = browser.get(callback)
    assert "code" not in query_of(again.location or "?"), again
    assert stage.stub.count("/token") == asked
    assert published(broker) == keys
    other, home, _ = stage.signed_in(broker, scope=OFFLINE)
    fresh = succeeded(other.redeem(other.validated(home)))
    assert other.verified(fresh)["sub"] == subject
    succeeded(other.refresh(fresh["refresh_token"]))


def published(broker):
    keys = Jar().get(broker.issuer + "/oauth/jwks.json").json()["keys"]
    return sorted(json.dumps(key, sort_keys=True) for key in keys)


def what_root_makes_or_restores_belongs_to_the_user_who_serves(stage):
    if os.geteuid() != 0:
        return                                 # another user can only make what is their own
    broker = stage.broker()
    broker.stop()
    copy = os.path.join(stage.folder, "copy.db")
    homing(broker, "backup", copy)
    state = os.path.join(stage.folder, "state")
    os.mkdir(state)
    os.chown(state, 65532, 65532)
    store = os.path.join(state, "homing.db")
    with open(broker.configuration) as f:
        values = json.load(f)
    values["store"]["url"] = "sqlite://" + store
    with open(broker.configuration, "w") as f:
        json.dump(values, f)

    for command in (["migrate"], ["restore", copy], ["restore", copy]):
        homing(broker, *command)
        for name in os.listdir(state):
            found = os.stat(os.path.join(state, name))
            assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (65532, 65532, 0o600), (command, name, found)
        if command == ["migrate"]:
            os.unlink(store)


def a_copy_that_is_put_in_place_by_hand_is_noticed(stage):
    broker = stage.broker()
    app, home, _ = stage.signed_in(broker, scope=OFFLINE)
    tokens = succeeded(app.redeem(app.validated(home)))
    copy = os.path.join(stage.folder, "copy.db")
    homing(broker, "backup", copy)
    broker.stop()
    shutil.copyfile(copy, broker.database)
    broker.start()
    # Lines are written a moment after they are made; a broker that has ended has written all.
    refused(app.refresh(tokens["refresh_token"]))
    broker.stop()
    lines = [json.loads(line) for line in broker.log_text().splitlines() if line.startswith("{")]
    told = [line for line in lines if line["msg"].startswith("store restored")]
    assert len(told) == 1 and told[0]["epoch"] == 1 and told[0]["level"] == "warning", told
    broker.start()
    broker.stop()
    assert broker.log_text().count("store restored") == 1


def a_new_epoch_begins_in_the_store_as_it_is(stage):
    broker = stage.broker()
    app, home, _ = stage.signed_in(broker, scope=OFFLINE)
    tokens = succeeded(app.redeem(app.validated(home)))
    assert "Epoch 1 begins" in homing(broker, "restore")
    refused(app.refresh(tokens["refresh_token"]))
    stage.signed_in(broker)


def a_copy_that_is_none_and_a_newer_store_are_refused_in_one_line(stage):
    broker = stage.broker()
    broker.stop()
    copy = os.path.join(stage.folder, "copy.db")
    assert "no copy at" in homing(broker, "restore", copy, status=1)
    with open(copy, "w") as f:
        f.write("no database " * 1000)
    before = broker.rows()
    assert copy in homing(broker, "restore", copy, status=1)
    assert broker.rows() == before and not [name for name in os.listdir(broker.folder) if ".part-" in name]
    with sqlite3.connect(broker.database) as store:
        store.execute("INSERT INTO migrations VALUES (99, 99, 'later')")
    store.close()
    told = homing(broker, "serve", status=1).strip().splitlines()[-1]
    assert "schema version 99" in told and "newer release" in told and broker.database in told, told


def T8_a_store_that_has_seen_a_later_clock_gives_nothing_until_an_epoch_begins(stage):
    broker = stage.broker()
    app, home, _ = stage.signed_in(broker, scope=OFFLINE)
    tokens = succeeded(app.redeem(app.validated(home)))
    with sqlite3.connect(broker.database) as store:
        seen = int(time.time() * 1000) + 3_600_000
        changed = store.execute("UPDATE facts SET value = ? WHERE name = 'clock'", (seen.to_bytes(8, "big"),))
        assert changed.rowcount == 1
    store.close()
    for _ in range(3):
        answer = app.refresh(tokens["refresh_token"])
        assert answer.status == 503 and answer.header("Retry-After"), answer
    aside = stage.provider_leg(App(broker), Jar())
    assert aside.status == 503 and aside.header("Retry-After"), aside
    assert app.userinfo(tokens["access_token"]).status == 200, "what only reads goes on"
    assert "Epoch 1 begins" in homing(broker, "restore")
    other, home, _ = stage.signed_in(broker)
    succeeded(other.redeem(other.validated(home)))
    broker.stop()
    lines = [json.loads(line) for line in broker.log_text().splitlines() if '"clock went back"' in line]
    assert len(lines) == 1 and lines[0]["by_ms"] > 3_500_000 and lines[0]["level"] == "error", lines


def _broker_on_postgres(stage):
    """A started PostgreSQL, and a started broker on it."""
    database = stage.enter(Postgres(stage.folder))

    def there(values):
        values["store"]["url"] = database.url
        migrating = os.path.join(stage.folder, "migrating.json5")
        with open(migrating, "w") as f:
            json.dump(values, f)
        subprocess.run([binary(), "migrate", "--config", migrating], check=True, stdout=subprocess.DEVNULL)
    return database, stage.broker(there)


def PostgreSQL_is_copied_by_its_own_tools_and_an_epoch_begins_by_ours(stage):
    database, broker = _broker_on_postgres(stage)
    copy = os.path.join(stage.folder, "copy.dump")
    for command in ("backup", "restore"):
        told = homing(broker, command, copy, status=1)
        assert told.count("\n") == 1 and "PostgreSQL" in told and "pg_" in told, told
    app, home, _ = stage.signed_in(broker, scope=OFFLINE)
    tokens = succeeded(app.redeem(app.validated(home)))
    waiting, waiting_home, _ = stage.signed_in(broker)
    subprocess.run(["pg_dump", "-Fc", "-f", copy, database.url], check=True)
    code = waiting.validated(waiting_home)
    succeeded(waiting.redeem(code))
    renewed = succeeded(app.refresh(tokens["refresh_token"]))
    broker.stop()
    subprocess.run(["pg_restore", "--clean", "-d", database.url, copy], check=True)
    assert "Epoch 1 begins" in homing(broker, "restore")
    broker.start()
    refused(waiting.redeem(code))
    for token in (tokens["refresh_token"], renewed["refresh_token"]):
        refused(app.refresh(token))
    other, home, _ = stage.signed_in(broker, scope=OFFLINE)
    fresh = succeeded(other.redeem(other.validated(home)))
    assert other.verified(fresh)["sub"] == app.verified(tokens)["sub"]
