"""The whole main job with a provider written by others and a real browser, by the recovery path."""

from cast.app import App, refused, succeeded
from cast.jar import query_of


def a_person_signs_in_at_glewlwyd_in_chromium_and_comes_home_by_the_recovery_page(stage):
    broker, provider = stage.broker_with_glewlwyd()
    _sign_in_and_come_home(stage, broker, provider, "confidential")


def the_same_where_glewlwyd_knows_the_broker_as_a_public_client_and_signs_ES256(stage):
    broker, provider = stage.broker_with_glewlwyd(confidential=False, algorithm="ES256")
    _sign_in_and_come_home(stage, broker, provider, "public")


def _sign_in_and_come_home(stage, broker, provider, kind):
    app, browser = App(broker, scope="openid profile email offline_access"), stage.browser()
    browser.open(app.authorization_url())
    _consent_at_glewlwyd(browser, provider)

    button = browser.wait("a.open-app-button")
    page, address = browser.source(), browser.url()
    assert address.startswith(broker.issuer + "/mobile/complete?t="), address
    assert set(query_of(address)) == {"t"}, "more than the handle stands in the address bar"
    for secret in (app.state, app.nonce, app.verifier, provider.email):
        assert secret not in page, "a secret stands on the recovery page"
    assert "<script" not in page.lower()
    browser.screenshot(stage.path(f"recovery-page-{kind}.png"))
    _fits_a_phone(browser, button)

    browser.press("a.open-app-button")
    browser.until(lambda: browser.url().startswith(broker.link + "/mobile/open-app?t="), "the link was not followed")
    browser.screenshot(stage.path(f"open-app-page-{kind}.png"))
    handle = query_of(browser.url())["t"]     # what the OS hands to the app in place of showing this page

    resumed = app.resume(handle)
    assert resumed.status == 200, resumed
    answer = resumed.json()
    assert 0 < answer["expires_in"] <= 60, answer
    tokens = succeeded(app.redeem(app.validated(answer["callback_uri"])))
    identity = app.verified(tokens)
    assert identity.get("auth_time") != 0, "glewlwyd says auth_time 0, which is no time; it must not reach the app"
    person = app.userinfo(tokens["access_token"]).json()
    assert person["sub"] == identity["sub"], person
    assert person["email"] == provider.email and person["name"] == provider.full_name, person
    assert succeeded(app.refresh(tokens["refresh_token"]))["refresh_token"] != tokens["refresh_token"]
    refused(app.resume(handle))

    browser.back()
    browser.reload()
    assert browser.url().startswith(broker.issuer + "/mobile/complete?t="), browser.url()
    browser.screenshot(stage.path(f"recovery-page-afterwards-{kind}.png"))


def _consent_at_glewlwyd(browser, provider):
    """Its own pages: user name and password, then the grant, then on."""
    browser.type(browser.wait("#username"), provider.user)
    browser.type(browser.wait("#password"), provider.password)
    browser.press("button[type=submit]")
    for scope in ("profile", "email"):
        browser.press("#grant-" + scope)
    browser.press(".card-body button.btn-primary")
    browser.until(lambda: not browser.find("#grant-email"), "the grant was not taken")
    browser.press("button.btn-success")


def _fits_a_phone(browser, button):
    area = browser.rectangle(button)
    assert area["height"] >= 44 and area["width"] >= 200, f"the button is {area['width']} x {area['height']}"
    assert area["y"] + area["height"] <= 844, "the button is below the first screen"
    assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth"), "the page scrolls sideways"
    colours = browser.style(button, "color"), browser.style(button, "background-color")
    assert colours[0] != colours[1], f"the style sheet was refused: {colours}"
