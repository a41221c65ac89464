"""Two `homing serve` on one PostgreSQL are one broker: every step of a sign-in may go to either."""

import itertools
import json
import os
import subprocess
import threading
import time

from cast.app import App, at_once, refused, succeeded
from cast.broker import binary
from cast.brokers import Brokers, NodeJar
from cast.jar import query_of
from cast.outage import People, is_not_ready, is_ready
from cast.postgres import Postgres
from cast.stage import handle_of
from cast.stub_provider import StubProvider


def every_step_of_a_sign_in_may_go_to_either_process(stage):
    brokers, members = _two(stage)
    keys = [_keys(brokers, member) for member in members]
    assert keys[0] == keys[1], "the two processes publish different keys"
    # Nine steps in ten orders: all at one, all at the other, in turns, and some by chance.
    orders = [[0] * 9, [1] * 9, [0, 1] * 5, [1, 0] * 5] + [
        [brokers.chance.randrange(2) for _ in range(9)] for _ in range(6)]
    for order in orders:
        at = [members[number] for number in order]
        app = App(brokers, scope="openid profile email offline_access")
        browser, app.http = NodeJar(at[0]), NodeJar(at[0])
        to_provider = browser.get(app.authorization_url())
        callback = stage.stub.approve(to_provider.location)
        browser.node = at[1]
        home = browser.get(callback)
        browser.node = at[2]
        aside = browser.get(home.location)
        browser.node = at[3]
        page = browser.get(aside.location)
        app.http.node = at[4]
        resumed = app.resume(handle_of(page))
        assert resumed.status == 200, resumed
        code = app.validated(resumed.json()["callback_uri"])
        app.http.node = at[5]
        tokens = succeeded(app.redeem(code))
        app.http.node = at[6]
        app.verified(tokens)
        renewed = succeeded(app.refresh(tokens["refresh_token"]))
        app.http.node = at[7]
        assert app.userinfo(renewed["access_token"]).status == 200
        app.http.node = at[8]
        refused(app.redeem(code))
        # The page again, at the other: the same answer, and nothing is spent by looking.
        browser.node = members[1 - order[1]]
        assert browser.get(callback).location == home.location


def what_works_once_works_once_at_both(stage):
    brokers, members = _two(stage)

    def code(app, browser, home):
        value = app.validated(home.location)
        return lambda: app.redeem(value)

    def handle(app, browser, home):
        value = handle_of(stage.recovery_page(browser, home.location))
        return lambda: app.resume(value)
    for kind, _ in itertools.product((code, handle), range(5)):
        app, browser = App(brokers), NodeJar(brokers)
        home = stage.provider_leg(app, browser)
        app.http = NodeJar(brokers)
        redeem = kind(app, browser, home)
        answers = at_once(8, lambda index: redeem())
        won = [answer for answer in answers if answer.status == 200]
        assert len(won) == 1, answers
        for answer in answers:
            if answer is not won[0]:
                refused(answer)


def the_same_provider_callback_at_both_asks_the_provider_once(stage):
    brokers, members = _two(stage)
    app, browser = App(brokers), NodeJar(brokers)
    callback = stage.stub.approve(browser.get(app.authorization_url()).location)
    before = stage.stub.count("/token")

    def load(index):
        jar = NodeJar(members[index % 2])
        jar.cookies = dict(browser.cookies)
        return jar.get(callback)
    answers = at_once(6, load)
    codes = {query_of(answer.location).get("code") for answer in answers}
    assert len(codes) == 1 and None not in codes, answers
    assert stage.stub.count("/token") == before + 1
    app.http = NodeJar(brokers)
    succeeded(app.redeem(codes.pop()))


def each_process_is_replaced_in_turn_and_no_sign_in_is_lost(stage):
    """By SIGTERM and by SIGKILL, while people sign in through whichever is there."""
    brokers, members = _two(stage)
    faults, done, ended, away = [], [], threading.Event(), []

    class Present:
        """Whichever is not being replaced, as a proxy knows."""
        def port(self):
            there = [member for member in members if member not in away]
            return brokers.chance.choice(there).port()

    def people():
        while not ended.is_set():
            try:
                app = App(brokers, scope="openid offline_access")
                browser, app.http = NodeJar(Present()), NodeJar(Present())
                home = stage.provider_leg(app, browser)
                tokens = succeeded(app.redeem(app.validated(home.location)))
                succeeded(app.refresh(tokens["refresh_token"]))
                done.append(app)
            except Exception as fault:        # noqa: BLE001: whatever it is, a person met it
                faults.append(repr(fault))
    crowd = [threading.Thread(target=people) for _ in range(3)]
    for person in crowd:
        person.start()
    for member in members * 2:
        away.append(member)
        time.sleep(0.3)                        # what is under way there ends
        count = len(done)
        member.broker.stop()
        while len(done) < count + 3 and not faults:
            time.sleep(0.01)
        member.broker.start()
        away.remove(member)
        time.sleep(0.3)
    ended.set()
    for person in crowd:
        person.join()
    assert not faults, faults[:5]
    assert len(done) > 20, len(done)


def a_database_that_is_stopped_and_started_costs_waiting_alone(stage):
    brokers, members = _two(stage)
    broker = members[0].broker
    stage.stub.redirect_uri = broker.provider_callback()

    def reads_are_told_to_wait_too(people):
        for what in ("userinfo",):
            answer = people.reads()[what]()
            assert answer.status == 503 and answer.header("Retry-After"), (what, answer)
    for end in (stage.postgres.stop, stage.postgres.crash):
        _outage(stage, broker, end, reads_are_told_to_wait_too)
        # The other process is back as well.
        is_ready(members[1].broker)


def a_database_without_tables_or_with_old_ones_is_refused_with_the_command_to_run(stage):
    postgres = stage.enter(Postgres(stage.folder))
    brokers = _brokers(stage, postgres)
    broker = brokers.members[0].broker

    def said(*words):
        done = subprocess.run(
            [binary(), *words, "--config", broker.configuration], capture_output=True, text=True, timeout=30)
        return done.returncode, done.stdout + done.stderr
    status, text = said("serve")
    assert status == 1 and "run homing migrate" in text, text
    status, text = said("migrate")
    assert status == 0 and "step 1 applied" in text and "the store has schema version" in text, text
    status, text = said("migrate")
    assert status == 0 and "applied" not in text, text
    last = max(int(version) for version in postgres.sql("SELECT version FROM migrations"))
    postgres.sql(f"DELETE FROM migrations WHERE version = {last}")
    status, text = said("serve")
    assert status == 1 and "run homing migrate" in text, text
    postgres.sql("INSERT INTO migrations VALUES (99, 99, 'later')")
    status, text = said("serve")
    assert status == 1 and "schema version 99" in text, text
    # A wrong password, or no server, is told without the password.
    with open(broker.configuration) as f:
        values = json.load(f)
    values["store"]["url"] = "postgresql://homing:marker-password@127.0.0.1:1/homing"
    with open(broker.configuration, "w") as f:
        json.dump(values, f)
    for command in ("serve", "migrate", "check"):
        status, text = said(command)
        assert "marker-password" not in text, text
        assert status == (0 if command == "check" else 1), (command, text)


def _outage(stage, broker, end, meanwhile):
    """As `passes`, but reads fail as well: they are where the writes are."""
    people = People(stage, broker)
    end()
    for _ in range(2):
        people.are_told_to_wait()
        meanwhile(people)
        is_not_ready(broker)
    stage.postgres.start()
    print(f"ready after {is_ready(broker):.2f} s")
    people.go_on()


def _brokers(stage, postgres):
    stage.stub = stage.stub or stage.enter(StubProvider())
    return Brokers(os.path.join(stage.folder, "brokers"), stage.stub, count=2, url=postgres.url)


def _two(stage):
    """Two started processes on one started database."""
    stage.postgres = stage.enter(Postgres(stage.folder))
    brokers = stage.enter(_brokers(stage, stage.postgres))
    return brokers, brokers.members


def _keys(brokers, member):
    jar = NodeJar(member)
    end = time.monotonic() + 10
    while time.monotonic() < end:
        keys = jar.get(brokers.issuer + "/oauth/jwks.json").json()["keys"]
        if len(keys) == 2:
            return sorted(key["kid"] for key in keys)
        time.sleep(0.05)
    raise AssertionError("the keys are not all made")
