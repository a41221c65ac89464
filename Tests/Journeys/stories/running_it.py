"""What operators meet: providers that are down, restarts under load, many tabs, several providers."""

import os
import re
import subprocess
import threading
import time

from cast.app import App, refused, succeeded
from cast.broker import Broker, binary
from cast.jar import Jar, query_of
from cast.processes import free_port
from cast.stage import handle_of, open_app_link
from cast.stub_provider import StubProvider
from stories.redirect_uris import error_page


def a_provider_that_was_down_serves_as_soon_as_it_is_up(stage):
    port = free_port()
    away = StubProvider(port=port)
    configuration = away.configuration()
    away.server.server_close()
    broker = stage.enter(Broker(stage.folder + "/broker", [configuration]))
    values = query_of(Jar().get(App(broker).authorization_url()).location)
    assert values["error"] in ("temporarily_unavailable", "server_error") and values["iss"] == broker.issuer, values
    stage.stub = stage.enter(StubProvider(broker.provider_callback(), port))
    end = time.monotonic() + 10
    while "error" in query_of(Jar().get(App(broker).authorization_url()).location):
        assert time.monotonic() < end, "the broker does not find the provider again"
        time.sleep(0.2)
    app, callback, _ = stage.signed_in(broker)
    succeeded(app.redeem(app.validated(callback)))


def SIGTERM_lets_a_sign_in_that_is_under_way_finish(stage):
    broker = stage.broker()
    app, jar = App(broker), Jar()
    callback = stage.stub.approve(jar.get(app.authorization_url()).location)
    stage.stub.hold_token, answers = threading.Event(), []
    under_way = threading.Thread(target=lambda: answers.append(jar.get(callback)))
    under_way.start()
    while stage.stub.count("/token") == 0:
        time.sleep(0.01)
    stopping = threading.Thread(target=broker.stop)
    stopping.start()
    time.sleep(0.5)
    stage.stub.hold_token.set()
    under_way.join()
    stopping.join()
    assert answers and answers[0].status == 303, answers
    broker.start()
    succeeded(app.redeem(app.validated(answers[0].location)))


def open_sign_ins_of_one_browser_keep_their_cookies_within_bounds(stage):
    broker, jar, begun = stage.broker(), Jar(), []
    for index in range(12):
        app = App(broker, state=None)
        app.state = f"{index}-" + "s" * 400
        begun.append((app, jar.get(app.authorization_url() + "&state=" + app.state).location))
        carried = jar.cookies["127.0.0.1"]
        assert sum(len(name) + len(value) for name, value in carried.items()) <= 4096, "over 4 kB of cookies"
    app, to_provider = begun[-1]
    home = jar.get(stage.stub.approve(to_provider))
    succeeded(app.redeem(app.validated(home.location)))
    error_page(jar.get(stage.stub.approve(begun[0][1])))


def a_sign_in_with_a_long_state_outlives_a_kill(stage):
    broker = stage.broker()
    app, jar = App(broker, state=None), Jar()
    app.state = "s" * 2048
    to_provider = jar.get(app.authorization_url() + "&state=" + app.state)
    broker.kill_and_restart()
    home = jar.get(stage.stub.approve(to_provider.location))
    succeeded(app.redeem(app.validated(home.location)))


def a_client_that_asks_for_RS256_gets_it_and_both_keys_are_published(stage):
    def ask(values):
        values["clients"][0]["id_token_signed_response_alg"] = "RS256"
    broker = stage.broker(ask)
    app, callback, jar = stage.signed_in(broker)
    identity = app.verified(succeeded(app.redeem(app.validated(callback))))
    assert identity.header["alg"] == "RS256", identity.header
    keys = jar.get(broker.issuer + "/oauth/jwks.json").json()["keys"]
    assert {key["alg"] for key in keys} == {"ES256", "RS256"} and all(key["kid"] for key in keys), keys
    assert all("d" not in key and "p" not in key for key in keys), "a private key is published"
    other, callback, _ = stage.signed_in(broker, client_id="app1", redirect_uri="com.example.app:/cb")
    assert other.verified(succeeded(other.redeem(other.validated(callback)))).header["alg"] == "ES256"


def an_expired_handle_still_opens_the_app_and_gives_nothing(stage):
    def hurry(values):
        values["lifetimes"] = {"handle_s": 5, "code_s": 5}
    broker = stage.broker(hurry)
    app, callback, jar = stage.signed_in(broker)
    page = stage.recovery_page(jar, callback)
    handle = handle_of(page)
    time.sleep(6)
    expired = jar.get(page.url)
    assert expired.status == 200 and "run out" in expired.text and 'class="life"' not in expired.text, expired
    assert open_app_link(expired).startswith(broker.link + "/mobile/open-app?t="), expired
    refused(app.resume(handle))
    refused(app.redeem(app.validated(callback)))


def a_person_chooses_among_several_providers_or_the_app_does(stage):
    stage.stub = stage.enter(StubProvider())
    second = stage.enter(StubProvider())
    broker = Broker(stage.folder + "/broker", [
        {**stage.stub.configuration("one"), "name": "First House"},
        {**second.configuration("two"), "name": "Second House"}])
    stage.stub.redirect_uri, second.redirect_uri = broker.provider_callback("one"), broker.provider_callback("two")
    stage.enter(broker)
    app, browser = App(broker), stage.browser()
    browser.open(app.authorization_url())
    browser.press('a.choice[href*="provider=two"]')
    browser.wait("a.open-app-button")
    handle = query_of(browser.url())["t"]
    resumed = app.resume(handle)
    succeeded(app.redeem(app.validated(resumed.json()["callback_uri"])))
    assert second.count("/token") == 1 and stage.stub.count("/token") == 0
    named = Jar().get(App(broker, provider="two").authorization_url())
    assert named.location.startswith(second.issuer + "/authorize?"), named
    values = query_of(Jar().get(App(broker, provider="three").authorization_url()).location)
    assert values["error"] == "invalid_request", values
    # An answer of one at the callback of the other is a mix-up (RFC 9700 section 4.4).
    jar = Jar()
    mixed = second.approve(jar.get(App(broker, provider="two").authorization_url()).location)
    error_page(jar.get(mixed.replace("/provider/two/", "/provider/one/")))
    assert second.count("/token") == 1 and stage.stub.count("/token") == 0


def the_command_line_is_read_though_a_preloaded_library_has_moved_the_environment(stage):
    source, library = stage.folder + "/mover.c", stage.folder + "/mover.so"
    with open(source, "w") as f:
        f.write('#include <stdlib.h>\n__attribute__((constructor)) void move(void) { setenv("MOVED", "1", 1); }\n')
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True)
    told = subprocess.run(
        [binary(), "version"], env=os.environ | {"LD_PRELOAD": library}, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"homing \d+\.\d+\.\d+\n", told.stdout), told


def a_crash_leaves_no_core_that_would_hold_keys(stage):
    broker = stage.broker()
    with open(f"/proc/{broker.process.child.pid}/limits") as f:
        limit = next(line for line in f if line.startswith("Max core file size"))
    assert limit.split()[4:6] == ["0", "0"], limit
