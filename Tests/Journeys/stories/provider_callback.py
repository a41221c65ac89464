"""The way back from the provider: other sites, twice, from elsewhere, ahead of time (H22 to H24)."""

import threading
import time
from urllib.parse import urljoin

from cast.app import App, refused, succeeded
from cast.jar import Jar, query_of
from cast.stage import handle_of, open_app_button, open_app_link


def H22_a_cross_site_POST_without_cookies_does_not_fail_by_itself(stage):
    broker = stage.broker()
    app, jar = App(broker), Jar()
    callback = stage.stub.approve(jar.get(app.authorization_url()).location)
    address, values = broker.provider_callback(), query_of(callback)
    posted = Jar().post(
        address, {**values, "iss": stage.stub.issuer, "user": "marker-user"},
        headers={"Origin": "https://appleid.example", "Sec-Fetch-Site": "cross-site"})
    assert posted.status == 303 and not posted.all("Set-Cookie"), posted
    assert stage.stub.count("/token") == 0, "acted on without the browser's cookie"
    again = urljoin(address, posted.location)  # by GET it is a navigation, which brings the Lax cookie along
    assert again.startswith(address + "?") and "marker-user" not in again, again
    assert query_of(again) == {**values, "iss": stage.stub.issuer}, again
    stranger = Jar().get(again)
    assert stranger.status == 400 and not stranger.location, stranger
    home = jar.get(again)
    assert home.status == 303, home
    succeeded(app.redeem(app.validated(home.location)))


def H22_a_cross_site_POST_comes_home_in_chromium(stage):
    def answer_by_post_from_another_site(stub):
        stub.answers_by_post = True
        stub.metadata_changes = {"authorization_endpoint": f"http://localhost:{stub.port}/authorize"}
    broker = stage.broker(stub=answer_by_post_from_another_site)
    app, browser = App(broker), stage.browser()
    browser.open(app.authorization_url())
    browser.press("button")
    browser.wait("a.open-app-button")
    handle = query_of(browser.attribute(browser.find("a.open-app-button"), "href"))["t"]
    assert browser.url().startswith(broker.issuer + "/mobile/complete?t="), browser.url()
    succeeded(app.redeem(app.validated(app.resume(handle).json()["callback_uri"])))


def H22_a_state_of_another_browser_is_refused_by_GET_and_POST(stage):
    broker = stage.broker()
    mine, theirs = Jar(), Jar()
    theirs.get(App(broker).authorization_url())
    callback = stage.stub.approve(mine.get(App(broker).authorization_url()).location)
    asked = stage.stub.count("/token")
    posted = theirs.post(broker.provider_callback(), query_of(callback), headers={
        "Origin": broker.issuer, "Sec-Fetch-Site": "same-origin"})
    assert posted.status == 303, posted
    for answer in (theirs.get(callback), theirs.get(urljoin(callback, posted.location)), Jar().get(callback)):
        assert answer.status == 400 and not answer.location, answer
    assert stage.stub.count("/token") == asked
    assert mine.get(callback).status == 303


def H22_no_cookie_of_the_chain_is_SameSite_Strict(stage):
    broker = stage.broker()
    jar = Jar()
    lines = jar.get(App(broker).authorization_url()).all("Set-Cookie")
    assert lines, "the browser is bound by nothing"
    for line in lines:
        attributes = [part.strip().lower() for part in line.split(";")[1:]]
        assert line.startswith("__Host-") and "secure" in attributes and "httponly" in attributes, line
        assert "path=/" in attributes and not any(a.startswith("domain") for a in attributes), line
        assert "samesite=lax" in attributes or "samesite=none" in attributes, line


def H23_the_callback_arriving_twice_in_sequence_has_one_outcome(stage):
    broker = stage.broker()
    app, jar = App(broker), Jar()
    callback = stage.stub.approve(jar.get(app.authorization_url()).location)
    first = jar.get(callback)
    rows = broker.rows()
    second = jar.get(callback)
    assert first.status == second.status == 303 and first.location == second.location, (first, second)
    assert stage.stub.count("/token") == 1 and broker.rows() == rows
    succeeded(app.redeem(app.validated(first.location)))
    after = jar.get(callback)                  # c: again after it was completed
    assert after.status in (200, 303) and (after.location in (None, first.location)), after
    refused(app.redeem(app.validated(first.location)))


def H23_the_callback_arriving_twice_in_parallel_asks_the_provider_once(stage):
    broker = stage.broker()
    app, jar = App(broker), Jar()
    callback = stage.stub.approve(jar.get(app.authorization_url()).location)
    cookies = dict(jar.cookies["127.0.0.1"])
    stage.stub.hold_token = threading.Event()
    answers = {}

    def visit(name):
        twin = Jar()
        twin.cookies["127.0.0.1"] = dict(cookies)
        answer = twin.get(callback)
        end = time.monotonic() + 20
        while answer.status == 200 and time.monotonic() < end:   # "still working": it settles when loaded again
            time.sleep(0.2)
            answer = twin.get(callback)
        answers[name] = answer
    first = threading.Thread(target=visit, args=("first",))
    first.start()
    while stage.stub.count("/token") == 0:
        time.sleep(0.01)
    second = threading.Thread(target=visit, args=("second",))
    second.start()
    time.sleep(0.5)
    stage.stub.hold_token.set()
    first.join()
    second.join()
    assert answers["first"].status == answers["second"].status == 303, answers
    assert answers["first"].location == answers["second"].location, answers
    assert stage.stub.count("/token") == 1
    succeeded(app.redeem(app.validated(answers["first"].location)))


def H23_another_browser_gets_no_outcome_and_no_handle(stage):
    broker = stage.broker()
    app, jar = App(broker), Jar()
    callback = stage.stub.approve(jar.get(app.authorization_url()).location)
    home = jar.get(callback)
    stranger = Jar().get(callback)
    assert stranger.status < 500 and not stranger.location, stranger
    assert not open_app_button(stranger) and query_of(home.location)["code"] not in stranger.text
    assert stage.stub.count("/token") == 1


def H23_the_apps_callback_as_a_page_may_be_loaded_again_and_again(stage):
    broker = stage.broker()
    _, callback, jar = stage.signed_in(broker)
    rows = broker.rows()
    places = {jar.get(callback).location for _ in range(3)}
    assert len(places) == 1 and None not in places, places
    assert broker.rows() == rows


def H24_a_speculative_request_is_answered_empty_and_changes_nothing(stage):
    broker = stage.broker()
    app, jar = App(broker), Jar()
    authorize = app.authorization_url()
    callback = stage.stub.approve(jar.get(authorize).location)
    _speculate(jar, authorize)
    _speculate(jar, callback)
    assert stage.stub.count("/token") == 0, "the provider was asked for a speculative request"
    home = jar.get(callback)
    page = stage.recovery_page(jar, home.location)
    rows = broker.rows()
    for address in (home.location, page.url, open_app_link(page)):
        _speculate(jar, address)
    assert broker.rows() == rows
    assert app.resume(handle_of(page)).status == 200


def _speculate(jar, address):
    for headers in ({"Sec-Purpose": "prefetch"}, {"Sec-Purpose": "prefetch;prerender"}, {"Purpose": "prefetch"},
                    {"X-Moz": "prefetch"}):
        answer = jar.get(address, headers=headers)
        assert answer.status in (503, 204) and not answer.body, (address, headers, answer)
        assert "no-store" in answer.header("Cache-Control"), answer.headers
        assert not answer.all("Set-Cookie") and not answer.location, answer.headers
