"""kill -9 of the real process between any two steps: what was acknowledged holds, what is spent stays spent."""

import threading
import time

from cast.app import App, refused, succeeded
from cast.jar import Jar, query_of
from cast.stage import handle_of, open_app_button, open_app_link


def killed_after_each_step_of_the_session_path_the_sign_in_goes_on(stage):
    broker = stage.broker()
    app, jar = App(broker, scope="openid offline_access"), Jar()
    to_provider = jar.get(app.authorization_url())
    broker.kill_and_restart()
    home = jar.get(stage.stub.approve(to_provider.location))
    assert home.status == 303, home
    broker.kill_and_restart()
    code = app.validated(home.location)
    tokens = succeeded(app.redeem(code))
    broker.kill_and_restart()
    app.verified(tokens)                       # by the keys of before
    assert app.userinfo(tokens["access_token"]).status == 200
    renewed = succeeded(app.refresh(tokens["refresh_token"]))
    broker.kill_and_restart()
    again = succeeded(app.refresh(tokens["refresh_token"]))
    assert again["refresh_token"] == renewed["refresh_token"], "a lost refresh answer must be given again"
    refused(app.redeem(code))


def killed_after_each_step_of_the_recovery_path_the_sign_in_goes_on(stage):
    broker = stage.broker()
    app, callback, jar = stage.signed_in(broker)
    broker.kill_and_restart()
    page = stage.recovery_page(jar, callback)
    handle = handle_of(page)
    broker.kill_and_restart()
    assert jar.get(open_app_link(page)).status == 200
    broker.kill_and_restart()
    resumed = app.resume(handle)
    assert resumed.status == 200, resumed
    broker.kill_and_restart()
    refused(app.resume(handle))
    broker.kill_and_restart()
    code = app.validated(resumed.json()["callback_uri"])
    succeeded(app.redeem(code))
    broker.kill_and_restart()
    refused(app.resume(handle))
    refused(app.redeem(code))


def a_spent_code_stays_spent_across_a_kill(stage):
    broker = stage.broker()
    for _ in range(5):
        app, callback, _ = stage.signed_in(broker)
        code = app.validated(callback)
        succeeded(app.redeem(code))
        broker.kill_and_restart()
        refused(app.redeem(code))


def an_issued_code_works_once_after_a_kill(stage):
    broker = stage.broker()
    issued = [stage.signed_in(broker)[:2] for _ in range(10)]
    broker.kill_and_restart()
    for app, callback in issued:
        code = app.validated(callback)
        succeeded(app.redeem(code))
        refused(app.redeem(code))


def an_app_that_lost_the_answer_finds_a_fresh_handle_three_in_all_across_kills(stage):
    broker = stage.broker()
    app, callback, jar = stage.signed_in(broker)
    address, seen = stage.recovery_page(jar, callback).url, []
    for _ in range(3):
        handle = handle_of(jar.get(address))
        assert handle not in seen, "a spent handle was offered again"
        seen.append(handle)
        assert app.resume(handle).status == 200
        broker.kill_and_restart()
        for spent in seen:
            refused(app.resume(spent))
    page = jar.get(address)
    assert page.status == 200, page
    assert not open_app_button(page), "a fourth handle was offered"


def killed_while_the_provider_is_asked_the_app_still_hears_an_outcome(stage):
    broker = stage.broker()
    app, jar = App(broker), Jar()
    callback = stage.stub.approve(jar.get(app.authorization_url()).location)
    stage.stub.hold_token = threading.Event()
    lost = threading.Thread(target=lambda: _quietly(lambda: jar.get(callback)))
    lost.start()
    _until(lambda: stage.stub.count("/token") == 1)
    broker.process.kill()
    lost.join()
    stage.stub.hold_token.set()
    broker.process.start()
    answer = jar.get(callback)
    _until(lambda: jar.get(callback).status == 303, 30)   # the claim's lease is 15 s
    answer = jar.get(callback)
    values = query_of(answer.location)
    assert answer.location.startswith(app.redirect_uri) and values["state"] == app.state, answer
    assert "code" in values or "error" in values, answer
    stage.stub.faults.clear()                 # after a kill the provider may have been asked once more
    other, home, _ = stage.signed_in(broker)
    succeeded(other.redeem(other.validated(home)))


def _quietly(action):
    try:
        action()
    except OSError:
        pass
    except Exception:                          # noqa: BLE001: the connection was cut, as the story wants
        pass


def _until(condition, patience=10.0):
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.05)
