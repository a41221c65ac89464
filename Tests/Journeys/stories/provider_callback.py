"""The way back from the provider: other sites, twice, from elsewhere, ahead of time (H22 to H24)."""

import html
import re
import threading
import time

from cast.app import App, refused, succeeded
from cast.jar import Jar, query_of
from cast.stage import handle_of, open_app_link


def H22_a_cross_site_POST_without_cookies_does_not_fail_by_itself(stage):
    broker = stage.broker()
    app, jar = App(broker), Jar()
    callback = stage.stub.approve(jar.get(app.authorization_url()).location)
    address, values = broker.provider_callback(), query_of(callback)
    page = Jar().post(address, values, headers={"Origin": "https://appleid.example", "Sec-Fetch-Site": "cross-site"})
    assert page.status == 200 and "text/html" in page.header("Content-Type"), page
    assert stage.stub.count("/token") == 0, "acted on without the browser's cookie"
    assert re.search(r'<form\b[^>]*method="post"', page.text, re.IGNORECASE), page
    assert re.search(r"<button\b|<input\b[^>]*type=\"submit\"", page.text), "no visible button"
    fields = {html.unescape(name): html.unescape(value) for name, value in re.findall(
        r'<input\b[^>]*name="([^"]*)"[^>]*value="([^"]*)"', page.text)}
    assert fields.get("code") == values["code"] and fields.get("state") == values["state"], fields
    home = jar.post(address, fields, headers={"Origin": broker.issuer, "Sec-Fetch-Site": "same-origin"})
    assert home.status == 303, home
    succeeded(app.redeem(app.validated(home.location)))


def H22_a_state_of_another_browser_is_refused_by_GET_and_POST(stage):
    broker = stage.broker()
    mine, theirs = Jar(), Jar()
    theirs.get(App(broker).authorization_url())
    callback = stage.stub.approve(mine.get(App(broker).authorization_url()).location)
    asked = stage.stub.count("/token")
    for answer in (
            theirs.get(callback),
            theirs.post(broker.provider_callback(), query_of(callback), headers={
                "Origin": broker.issuer, "Sec-Fetch-Site": "same-origin"}),
            Jar().get(callback)):
        assert answer.status < 500 and not answer.location, answer
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
    assert "open-app-button" not in stranger.text and query_of(home.location)["code"] not in stranger.text
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
