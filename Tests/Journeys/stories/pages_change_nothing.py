"""Only a POST spends: a thousand GET, HEAD and OPTIONS of every /mobile/ page leave the store as it was."""

import sqlite3

from cast.app import App, refused, succeeded
from cast.jar import Jar
from cast.stage import handle_of, open_app_link

AGENTS = [
    "TelegramBot (like TwitterBot)", "WhatsApp/2", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1",
    None,
]


def GET_and_HEAD_of_every_mobile_page_change_nothing(stage):
    broker = stage.broker()
    app, callback, jar = stage.signed_in(broker)
    page = stage.recovery_page(jar, callback)
    handle, link = handle_of(page), open_app_link(page)
    pages = {
        callback: (303,), page.url: (200,), link: (200,),
        broker.callback + "?t=" + handle: (200, 303),
        broker.callback + "?error=access_denied&state=x": (200, 303),
        broker.link + "/mobile/open-app?t=unknown": None, broker.issuer + "/mobile/complete?t=unknown": None,
        broker.issuer + "/mobile/resume": (405,),
    }
    before = broker.rows()
    sent = 0
    while sent < 1000:
        for address, statuses in pages.items():
            for method in ("GET", "HEAD", "OPTIONS"):
                agent = AGENTS[sent % len(AGENTS)]
                answer = Jar({"User-Agent": agent} if agent else {}).send(method, address)
                sent += 1
                assert answer.status < 500, (method, address, answer)
                assert not answer.all("Set-Cookie"), (method, address, answer.headers)
                if statuses and method != "OPTIONS":
                    assert answer.status in statuses, (method, address, answer)
                if method == "HEAD":
                    assert not answer.body, (address, answer)
    after = broker.rows()
    assert before == after, {name: (len(before.get(name, [])), len(rows)) for name, rows in after.items()
                             if before.get(name) != rows}
    resumed = app.resume(handle)
    assert resumed.status == 200, resumed
    succeeded(app.redeem(app.validated(resumed.json()["callback_uri"])))


def H26_previewers_and_scanners_do_not_spend_the_handle(stage):
    broker = stage.broker()
    app, callback, jar = stage.signed_in(broker)
    page = stage.recovery_page(jar, callback)
    handle, link = handle_of(page), open_app_link(page)
    bodies = set()
    for agent in AGENTS + [None]:
        answer = Jar({"User-Agent": agent} if agent else {}).get(link)
        assert answer.status == 200 and not answer.all("Set-Cookie"), answer
        assert stage.stub.email not in answer.text and stage.stub.name not in answer.text, "an account is revealed"
        assert answer.header("Referrer-Policy") == "no-referrer", answer.headers
        assert "no-store" in answer.header("Cache-Control"), answer.headers
        assert "noindex" in (answer.header("X-Robots-Tag") or ""), answer.headers
        bodies.add(answer.body)
    assert len(bodies) <= 3, "the page differs from visit to visit"
    assert app.resume(handle).status == 200
    refused(app.resume(handle))


def authorize_writes_nothing_to_the_store(stage):
    broker = stage.broker()
    stage.signed_in(broker)                    # the provider's documents are known, the store is in use
    watch = sqlite3.connect(f"file:{broker.database}?mode=ro", uri=True)
    before, version = broker.rows(), watch.execute("PRAGMA data_version").fetchone()
    for _ in range(200):
        answer = Jar().get(App(broker).authorization_url())
        assert answer.status == 303 and answer.location.startswith(stage.stub.issuer), answer
    assert watch.execute("PRAGMA data_version").fetchone() == version, "the database was written to"
    assert broker.rows() == before
    watch.close()
