"""The power fails at each write and each sync of a redemption, one after the other (T10), and what was not synced is
lost: what was answered holds, what was not happened wholly or not at all, and nothing works twice."""

import os

from cast.app import refused, succeeded
from cast.brokers import Brokers, NodeJar
from cast.disk import Disk, built
from cast.stage import App, handle_of, open_app_button
from cast.stub_provider import StubProvider


def T10_the_power_fails_at_each_step_of_redeeming_a_code(stage):
    def key(broker):
        app, callback, _ = _signed_in(stage, broker)
        code = app.validated(callback)
        return lambda: app.redeem(code), lambda: None
    _at_each_step(stage, key)


def T10_the_power_fails_at_each_step_of_redeeming_a_handle_and_the_page_offers_a_fresh_one(stage):
    def key(broker):
        app, callback, jar = _signed_in(stage, broker)
        page = stage.recovery_page(jar, callback)
        handle = handle_of(page)

        def afterwards():
            again = jar.get(page.url)
            assert open_app_button(again) and handle_of(again) != handle, again
            resumed = app.resume(handle_of(again))
            assert resumed.status == 200, resumed
            refused(app.resume(handle))
            code = app.validated(resumed.json()["callback_uri"])
            assert code == app.validated(callback), "there are two codes"
            succeeded(app.redeem(code))
            refused(app.redeem(code))
        return lambda: app.resume(handle), afterwards
    _at_each_step(stage, key)


def T10_the_power_fails_at_each_step_of_a_refresh(stage):
    def key(broker):
        app, callback, _ = _signed_in(stage, broker, scope="openid offline_access")
        token = succeeded(app.redeem(app.validated(callback)))["refresh_token"]
        return lambda: app.refresh(token), lambda: None
    _at_each_step(stage, key)


def _at_each_step(stage, key):
    library, disks = built(stage.folder), []

    def disk(database):
        disks.append(Disk(library, database))
        return disks[0]
    stage.stub = stage.enter(StubProvider())
    brokers = stage.enter(Brokers(stage.folder, stage.stub, {"refresh_grace_s": 0}, disk=disk))
    member, outcomes = brokers.members[0], []
    while True:
        redeem, afterwards = key(brokers)
        disks[0].kill_at(len(outcomes) + 1)
        try:
            answer = redeem()
        except OSError:
            answer = None
        disks[0].kill_at(None)
        member.kill()
        member.start()
        again = redeem()
        outcomes.append("answered" if answer else "not done" if again.status == 200 else "done")
        if answer:
            assert answer.status == 200, answer
            refused(again)
        elif again.status != 200:
            refused(again)
        refused(redeem())
        afterwards()
        if answer:
            break
    # Before the first write nothing can be done; after the last sync all is.
    assert outcomes[0] == "not done" and outcomes[-2:] == ["done", "answered"], outcomes
    assert len(outcomes) > 4, f"a redemption is more than {outcomes}"


def _signed_in(stage, broker, **request):
    app, jar = App(broker, **request), NodeJar(broker)
    app.http = NodeJar(broker)
    home = stage.provider_leg(app, jar)
    assert home.status == 303, home
    return app, home.location, jar
