"""The callback as a page, and the way home from it (H27), and the rules of /mobile/resume."""

import json
import subprocess

from cast.app import refused, succeeded
from cast.broker import binary
from cast.jar import Jar, query_of
from cast.stage import handle_of, open_app_link


def H27_a_callback_shown_as_a_page_leads_to_a_real_link_on_the_other_host(stage):
    broker = stage.broker()
    app, callback, jar = stage.signed_in(broker)
    for browser in (jar, Jar()):               # also where the flow escaped to another browser
        page = stage.recovery_page(browser, callback)
        assert page.url.startswith(broker.issuer + "/mobile/complete?t="), page.url
        link = open_app_link(page)
        assert link.startswith(broker.link + "/mobile/open-app?t="), link
        assert set(query_of(link)) == {"t"}, link
        _is_a_locked_page(page)
        for secret in (app.state, query_of(callback)["code"]):
            assert secret not in page.text, "code or state stands on the page"
        for claim in ("signed in", "success", "logged in", "all done"):
            assert claim not in page.text.lower(), f"the page claims {claim!r} before the app confirmed it"
        opened = browser.get(link)
        assert opened.status == 200 and "/mobile/complete" not in opened.text, opened
        _is_a_locked_page(opened)


def H27_a_callback_with_any_code_or_an_error_is_a_calm_page(stage):
    broker = stage.broker()
    for query in ("code=k&state=s-12345678", "error=access_denied&state=s-12345678", "", "t=unknown",
                  "code=k&code=l", "error=%3Cscript%3Ealert(1)%3C/script%3E", "code=" + "k" * 4000):
        answer, hops = Jar().get(broker.callback + ("?" + query if query else "")), 0
        while answer.status in (302, 303):
            hops += 1
            assert hops <= 2, "it goes in circles"
            answer = Jar().get(answer.location)
        assert answer.status in (200, 400, 404, 410), (query, answer)
        assert "text/html" in answer.header("Content-Type"), answer.headers
        assert "s-12345678" not in answer.text and "alert(1)" not in answer.text, answer
        _is_a_locked_page(answer)
        if query.startswith("code=k&s") or query.startswith("error=access"):
            assert open_app_link(answer).startswith(broker.link + "/mobile/open-app?t="), answer
            assert "Open the app" in answer.text and 'class="life"' not in answer.text, answer


def H27_a_denied_sign_in_comes_home_by_the_recovery_path_too(stage):
    broker = stage.broker()
    app, callback, jar = stage.signed_in(broker, approve=stage.stub.deny)
    page = stage.recovery_page(jar, callback)
    _is_a_locked_page(page)
    for word in ("access_denied", app.state, "signed in", "success"):
        assert word not in page.text, page
    handle = handle_of(page)
    refused(app.resume(handle, code_verifier="w" * 43))
    resumed = app.resume(handle)
    assert resumed.status == 200, resumed
    home = resumed.json()["callback_uri"]
    values = query_of(home)
    assert home.startswith(app.redirect_uri + "?") and "code" not in values, home
    assert values["error"] == "access_denied" and values["state"] == app.state, values
    assert values["iss"] == broker.issuer, values
    refused(app.resume(handle))
    own_scheme, callback, _ = stage.signed_in(
        broker, redirect_uri="com.example.mobile:/oauth/callback", approve=stage.stub.deny)
    assert "t" not in query_of(callback), "a handle went where no page of ours shows it"


def H27_check_warns_where_page_and_link_share_a_host(stage):
    def share(values):
        values["server"]["link_url"] = values["server"]["public_url"]
        values["clients"][0]["redirect_uris"][0] = values["server"]["public_url"] + "/mobile/oauth/callback"
    broker = stage.broker(share)
    checked = subprocess.run(
        [binary(), "check", "--config", broker.configuration], capture_output=True, text=True, timeout=30)
    told = checked.stdout + checked.stderr
    assert checked.returncode == 0 and "link_url" in told and "Safari" in told, told


def H27_both_hosts_serve_the_association_files(stage):
    broker = stage.broker()
    for host in (broker.issuer, broker.link):
        for path in ("/.well-known/assetlinks.json", "/.well-known/apple-app-site-association",
                     "/apple-app-site-association"):
            for method in ("GET", "HEAD"):
                answer = Jar().send(method, host + path)
                assert answer.status == 200 and answer.header("Content-Type") == "application/json", answer
                assert not answer.all("Set-Cookie") and not answer.location
            text = Jar().get(host + path).text
            json.loads(text)
            assert "com.example.mobile" in text, text
    assert Jar().get(broker.link + "/oauth/authorize").status in (404, 421)
    assert Jar().get(broker.issuer + "/", headers={"Host": "evil.example"}).status == 421


def a_handle_needs_its_own_app_and_the_fifth_wrong_verifier_ends_it(stage):
    broker = stage.broker()
    app, handle, _ = stage.recovered(broker)
    for _ in range(4):
        refused(app.resume(handle, code_verifier="w" * 43))
    refused(app.resume(handle, client_id="app1"))
    assert app.resume(handle).status == 200
    app, handle, _ = stage.recovered(broker)
    for _ in range(5):
        refused(app.resume(handle, code_verifier="w" * 43))
    refused(app.resume(handle))


def resume_takes_form_and_JSON_and_refuses_browsers_and_half_requests(stage):
    broker = stage.broker()
    app, handle, _ = stage.recovered(broker)
    address = broker.issuer + "/mobile/resume"
    form = {"handle": handle, "client_id": app.client_id, "code_verifier": app.verifier}
    for name in form:
        refused(app.http.post(address, {k: v for k, v in form.items() if k != name}), "invalid_request")
        refused(app.http.post(address, list(form.items()) + [(name, form[name])]), "invalid_request")
    refused(app.http.post(address, body="x", content_type="text/plain"), "invalid_request")
    refused(app.http.post(address, body='{"handle":1', content_type="application/json"), "invalid_request")
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Mode": "cors"}, {"Sec-Fetch-Site": "same-origin"}):
        answer = app.http.post(address, form, headers=headers)
        assert answer.status == 403 and not answer.header("Access-Control-Allow-Origin"), answer
    for method in ("GET", "HEAD", "PUT", "DELETE"):
        answer = app.http.send(method, address)
        assert answer.status == 405 and "POST" in answer.header("Allow"), answer
    resumed = app.http.post(address, body=json.dumps(form), content_type="application/json")
    assert resumed.status == 200 and "no-store" in resumed.header("Cache-Control"), resumed
    succeeded(app.redeem(app.validated(resumed.json()["callback_uri"])))


def a_redeemed_code_ends_its_handle_and_resuming_starts_the_codes_life_anew(stage):
    broker = stage.broker()
    app, callback, jar = stage.signed_in(broker)
    handle = handle_of(stage.recovery_page(jar, callback))
    succeeded(app.redeem(app.validated(callback)))
    refused(app.resume(handle))
    for wrong in ("", "x", handle[:-1], handle + "A", app.validated(callback), "A" * 80, "é"):
        answer = app.resume(wrong)
        assert answer.status == 400 and answer.json()["error"] in ("invalid_grant", "invalid_request"), answer


def _is_a_locked_page(answer):
    policy = answer.header("Content-Security-Policy")
    assert policy and "frame-ancestors 'none'" in policy and "default-src 'none'" in policy, answer.headers
    assert "form-action" not in policy, "browsers hold it against the last redirect too (H25)"
    assert "'unsafe-inline'" not in policy and "script-src" not in policy.replace("script-src 'none'", ""), policy
    assert answer.header("Referrer-Policy") == "no-referrer" and answer.header("X-Content-Type-Options") == "nosniff"
    assert "no-store" in answer.header("Cache-Control") and not answer.header("Refresh"), answer.headers
    text = answer.text.lower()
    assert "<script" not in text and "http-equiv=\"refresh" not in text, answer
