"""The power fails at each write and each sync of a redemption, one after the other (T10), and what was not synced is
lost: what was answered holds, what was not happened wholly or not at all, and nothing works twice."""

import os
import signal

from cast.app import App, refused, succeeded
from cast.brokers import Brokers, NodeJar
from cast.disk import Disk, built
from cast.jar import query_of
from cast.stage import handle_of, open_app_button
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


def T10_the_power_fails_at_each_step_of_the_return_from_the_provider_never_two_codes(stage):
    brokers, member = _broker(stage, mixes=False)      # a claim that reached the disk is waited for: another story
    outcomes = []
    while "answered" not in outcomes:
        app, jar = App(brokers), NodeJar(brokers)
        app.http = NodeJar(brokers)
        callback = stage.stub.approve(jar.get(app.authorization_url()).location)
        answer = _cut_at(member, len(outcomes) + 1, lambda: jar.get(callback))
        homes = [home.location for home in (answer, jar.get(callback), jar.get(callback)) if home]
        assert all(home.startswith(app.redirect_uri) for home in homes), homes
        codes = {query_of(home).get("code") for home in homes}
        assert len(codes) == 1, f"what the browser hears changes: {homes}"
        code = codes.pop()
        outcomes.append("answered" if answer else "done" if code else "not done")
        if code:
            succeeded(app.redeem(code))
            refused(app.redeem(code))
    # In the claim nothing is lost, for the provider was not asked; after that what it said is, until it is on the disk.
    assert outcomes[0] == "done" and "not done" in outcomes and outcomes[-2:] == ["done", "answered"], outcomes
    stage.stub.faults.clear()                  # after a loss the provider is asked once more


def T10_the_power_fails_in_the_first_start_and_the_next_one_succeeds(stage):
    step, begun = 1, False
    while not begun:
        folder = os.path.join(stage.folder, str(step))
        os.makedirs(folder)
        _, member = _broker(stage, folder=folder)
        begun = _begun(member, step)
        _made_up(member)
        member.broker.stop()
        step += 10                             # some 75 in all
    assert step > 40, f"only {step} steps of making a store"


def T10_the_power_fails_again_while_what_was_in_the_log_is_carried_over(stage):
    brokers, member = _broker(stage)
    step, begun = 1, False
    while not begun:
        spent, kept = ([_signed_in(stage, brokers)[:2] for _ in range(3)] for _ in range(2))
        for app, callback in spent:
            succeeded(app.redeem(app.validated(callback)))
        member.kill()
        begun = _begun(member, step)
        _made_up(member)
        for app, callback in kept:
            succeeded(app.redeem(app.validated(callback)))
        for app, callback in spent + kept:
            refused(app.redeem(app.validated(callback)))
        step += 1 if step < 12 else 4
    assert step > 12, f"only {step} steps of carrying over"


def _begun(member, step):
    """Whether it came up though the power was to fail at a step of the start."""
    member.disk.kill_at(step)
    try:
        member.start()
        return True
    except AssertionError:
        assert member.broker.process.child.returncode == -signal.SIGKILL, member.broker.process.tail()
        return False


def _made_up(member):
    """The power is back."""
    member.disk.kill_at(None)
    member.kill()
    member.start()


def _at_each_step(stage, key):
    brokers, member = _broker(stage)
    outcomes = []
    while "answered" not in outcomes:
        redeem, afterwards = key(brokers)
        answer = _cut_at(member, len(outcomes) + 1, redeem)
        again = redeem()
        outcomes.append("answered" if answer else "not done" if again.status == 200 else "done")
        if answer:
            assert answer.status == 200, answer
        if outcomes[-1] != "not done":
            refused(again)
        refused(redeem())
        afterwards()
    # Before the first write nothing can be done; after the last sync all is.
    assert outcomes[0] == "not done" and outcomes[-2:] == ["done", "answered"], outcomes
    assert len(outcomes) > 4, f"a redemption is more than {outcomes}"


def _broker(stage, mixes=True, folder=None):
    """One process on a disk that forgets; a refresh token has no grace. In a folder of its own it is not started yet."""
    library, stage.stub = built(stage.folder), stage.stub or stage.enter(StubProvider())
    brokers = Brokers(folder or stage.folder, stage.stub, {"refresh_grace_s": 0},
                      disk=lambda database: Disk(library, database, mixes=mixes))
    return brokers if folder else stage.enter(brokers), brokers.members[0]


def _cut_at(member, step, action):
    """The answer, or None where the power failed before it came. Afterwards the broker is up again."""
    member.disk.kill_at(step)
    try:
        return action()
    except OSError:
        return None
    finally:
        member.disk.kill_at(None)
        member.kill()
        member.start()


def _signed_in(stage, broker, **request):
    app, jar = App(broker, **request), NodeJar(broker)
    app.http = NodeJar(broker)
    home = stage.provider_leg(app, jar)
    assert home.status == 303, home
    return app, home.location, jar
