"""What a story is given: a folder of its own, and a cast that leaves the stage when the story ends."""

import contextlib
import html
import os
import re

from cast.app import App
from cast.broker import Broker, behind_a_proxy
from cast.browser import Browser
from cast.glewlwyd import Glewlwyd
from cast.jar import Jar, query_of
from cast.processes import answers
from cast.stub_provider import StubProvider


class Stage:
    """`folder` is temporary, `output` is kept (screenshots)."""

    def __init__(self, folder, output):
        self.folder, self.output = folder, output
        self.leaving = contextlib.ExitStack()
        self.stub = None

    def broker(self, change=None, stub=None):
        """A started broker whose only provider is a started stub (`stage.stub`).

        `stub` may change the provider beforehand: the broker reads metadata and keys as it starts.
        """
        self.stub = StubProvider()
        if stub:
            stub(self.stub)
        self.enter(self.stub)
        broker = Broker(os.path.join(self.folder, "broker"), [self.stub.configuration()], change)
        self.stub.redirect_uri = broker.provider_callback()
        return self.enter(broker)

    def broker_behind(self, change=None, name="broker"):
        """A started broker that proxies may stand before, at auth.example.com and link.example.com.

        A second one of another name shares the provider; `change` may have it share the store too.
        """
        def both(values):
            behind_a_proxy(values)
            if change:
                change(values)
        self.stub = self.stub or self.enter(StubProvider())
        broker = Broker(os.path.join(self.folder, name), [self.stub.configuration()], both)
        broker.issuer, broker.link = "https://auth.example.com", "https://link.example.com"
        broker.callback = broker.link + "/mobile/oauth/callback"
        self.stub.redirect_uri = broker.provider_callback()
        broker.process.ready = lambda: answers(broker.admin_port, "/readyz") and answers(
            broker.port, "/.well-known/openid-configuration", host="auth.example.com")
        return self.enter(broker)

    def broker_with_glewlwyd(self, **more):
        """A broker whose only provider is a started glewlwyd, and that glewlwyd."""
        provider = {"id": "glewlwyd", "kind": "oidc", "issuer": "", "client_id": Glewlwyd.client_id,
                    "scope": "openid profile email"}
        glewlwyd = Glewlwyd(os.path.join(self.folder, "glewlwyd"), None, **more)
        provider["issuer"] = glewlwyd.issuer
        if glewlwyd.confidential:
            provider["client_secret"] = glewlwyd.client_secret
        broker = Broker(os.path.join(self.folder, "broker"), [provider])
        glewlwyd.redirect_uri = broker.provider_callback("glewlwyd")
        self.enter(glewlwyd)
        return self.enter(broker), glewlwyd

    def browser(self):
        return self.enter(Browser(os.path.join(self.folder, "browser")))

    def enter(self, member):
        """Starts it, and stops it when the story ends."""
        self.leaving.callback(member.stop)
        member.start()
        return member

    def path(self, name):
        """A file for the test's output."""
        os.makedirs(self.output, exist_ok=True)
        return os.path.join(self.output, name)

    def provider_leg(self, app, jar, approve=None):
        """The browser from the app's authorization URL to the broker's answer at the provider's callback."""
        to_provider = jar.get(app.authorization_url())
        assert to_provider.status in (302, 303), to_provider
        callback = (approve or self.stub.approve)(to_provider.location)
        return jar.get(callback)

    def signed_in(self, broker, jar=None, approve=None, **request):
        """An app whose sign-in reached the redirect URI, that callback, and the browser's jar."""
        app, jar = App(broker, **request), jar or Jar()
        home = self.provider_leg(app, jar, approve)
        assert home.status == 303, home
        return app, home.location, jar

    def recovered(self, broker, **request):
        """As `signed_in`, but the callback is loaded as a web page: an app, a handle, and the browser's jar."""
        app, callback, jar = self.signed_in(broker, **request)
        return app, handle_of(self.recovery_page(jar, callback)), jar

    def recovery_page(self, jar, callback):
        """The recovery page that a callback loaded as web content leads to."""
        aside = jar.get(callback)
        assert aside.status == 303, aside
        page = jar.get(aside.location)
        assert page.status == 200, page
        page.url = aside.location
        return page


def open_app_button(page):
    """The button's tag, or None: the word alone also stands in the style sheet."""
    found = re.search(r'<a\b[^>]*\bclass="[^"]*\bopen-app-button\b[^"]*"[^>]*>', page.text)
    return found and found.group(0)


def open_app_link(page):
    """The real link of the recovery page."""
    found = open_app_button(page)
    assert found, f"no open-app button on the page: {page.text[-1500:]}"
    href = re.search(r'\bhref="([^"]*)"', found)
    assert href, found
    return html.unescape(href.group(1))


def handle_of(page):
    """The handle as the OS would hand it to the app: from the link's URL."""
    return query_of(open_app_link(page))["t"]
