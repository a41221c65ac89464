"""A store that is out of order under a running broker: what everybody must be told, and how all of it goes on."""

import time

from cast.app import App, at_once, refused, succeeded
from cast.jar import Jar
from cast.processes import answers
from cast.stage import handle_of, open_app_link


HTML = {"Accept": "text/html,application/xhtml+xml"}


class People:
    """Some whose sign-ins are at different steps when the outage comes."""

    def __init__(self, stage, broker):
        self.stage, self.broker = stage, broker
        self.signed_in, callback, _ = stage.signed_in(broker, scope="openid email offline_access")
        self.spent = self.signed_in.validated(callback)
        self.tokens = succeeded(self.signed_in.redeem(self.spent))
        self.coming_home, callback, _ = stage.signed_in(broker)
        self.code = self.coming_home.validated(callback)
        self.recovering, callback, jar = stage.signed_in(broker)
        self.page = stage.recovery_page(jar, callback)
        self.at_provider, self.browser = App(broker), Jar(HTML)
        self.at_provider.state = "s" * 2000    # spills
        self.provider_callback = stage.stub.approve(self.browser.get(self.at_provider.authorization_url()).location)

    def writes(self):
        """Each is one that has to write: who answers, and a way to ask again later."""
        return {
            "a code": lambda: self.coming_home.redeem(self.code),
            "a refresh token": lambda: self.signed_in.refresh(self.tokens["refresh_token"]),
            "a handle": lambda: self.recovering.resume(handle_of(self.page)),
            "the provider's answer": lambda: self.browser.get(self.provider_callback),
        }

    def reads(self):
        broker = self.broker
        return {
            "userinfo": lambda: self.signed_in.userinfo(self.tokens["access_token"]),
            "the recovery page": lambda: Jar(HTML).get(self.page.url),
            "the link that opens the app": lambda: Jar(HTML).get(open_app_link(self.page)),
            "keys": lambda: Jar().get(broker.issuer + "/oauth/jwks.json"),
            "metadata": lambda: Jar().get(broker.issuer + "/.well-known/openid-configuration"),
            "association": lambda: Jar().get(broker.link + "/.well-known/assetlinks.json"),
            "authorize": lambda: Jar(HTML).get(App(broker).authorization_url()),
        }

    def are_told_to_wait(self):
        """Each write is 503 and says so in the words of who asked. The code comes first: a claim need not reach the
        disk, so alone it would not find out that nothing does."""
        (what, ask), *asked = self.writes().items()
        unavailable(ask(), what)
        for (what, _), answer in zip(asked, at_once(len(asked), lambda index: asked[index][1]())):
            unavailable(answer, what)

    def can_read(self, store=True):
        """All that is only read; without `store` what is not kept there."""
        for what, ask in self.reads().items():
            began, answer = time.monotonic(), ask()
            if answer.status == 503 and not store and what in ("userinfo", "the recovery page", "the link that opens the app"):
                unavailable(answer, what)
                continue
            assert answer.status in (200, 303), (what, answer)
            assert time.monotonic() - began < 1, f"{what} waits for the store"

    def go_on(self):
        """All of it works, and what was spent before is spent."""
        answer = self.browser.get(self.provider_callback)
        assert answer.status == 303, answer
        succeeded(self.at_provider.redeem(self.at_provider.validated(answer.location)))
        succeeded(self.coming_home.redeem(self.code))
        resumed = self.recovering.resume(handle_of(self.page))
        assert resumed.status == 200, resumed
        succeeded(self.recovering.redeem(self.recovering.validated(resumed.json()["callback_uri"])))
        refused(self.recovering.resume(handle_of(self.page)))
        renewed = succeeded(self.signed_in.refresh(self.tokens["refresh_token"]))
        self.signed_in.verified(renewed | {"id_token": self.tokens["id_token"]})
        assert self.signed_in.userinfo(renewed["access_token"]).status == 200
        refused(self.coming_home.redeem(self.code))
        # Last: this ends what it gave.
        refused(self.signed_in.redeem(self.spent))


def unavailable(answer, what):
    assert answer.status == 503, (what, answer)
    assert 1 <= int(answer.header("Retry-After")) <= 30, (what, answer.headers)
    assert "no-store" in answer.header("Cache-Control"), (what, answer.headers)
    if "html" in answer.header("Content-Type"):
        assert "try again" in answer.text and answer.location is None, (what, answer)
    else:
        assert answer.json()["error"] == "temporarily_unavailable", (what, answer)


def is_ready(broker, patience=5.0):
    """Seconds until it was, which must be fewer than the demand allows. Each event loop has its own way to the store, and
    answers for it: so it is asked until no loop is likely to be left."""
    began, streak = time.monotonic(), 0
    while streak < 12:
        streak = streak + 1 if answers(broker.admin_port, "/readyz") else 0
        assert time.monotonic() - began < patience, f"not ready again: {Jar().get(broker.admin + '/readyz').text}"
        if streak == 0:
            time.sleep(0.05)
    return time.monotonic() - began


def is_not_ready(broker):
    answer = Jar().get(broker.admin + "/readyz")
    assert answer.status == 503 and "store" in answer.text, answer
    assert answers(broker.admin_port, "/healthz")


def passes(stage, broker, begin, end, reads=True):
    """From the beginning of an outage to its end, with people at every step of a sign-in. Without `reads` what has to
    ask the store is 503 too, and the rest goes on."""
    people = People(stage, broker)
    begin()
    people.are_told_to_wait()
    people.can_read(reads)
    is_not_ready(broker)
    people.are_told_to_wait()
    assert '"msg":"store fault"' in broker.log_text()
    end()
    print(f"ready after {is_ready(broker):.2f} s")
    people.go_on()
    other, callback, _ = stage.signed_in(broker)
    succeeded(other.redeem(other.validated(callback)))
