"""The app is Authlib's own OAuth client; the session path with a loopback redirect URI (RFC 8252 §7.3)."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session, OAuthError
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import OpenIDProviderMetadata

from cast.jar import Jar


def Authlibs_own_client_signs_in_by_the_session_path_at_a_port_of_run_time(stage):
    broker = stage.broker()
    listener, caught = _loopback_listener(stage)
    with OAuth2Session(
            broker.client_id, scope="openid profile email offline_access", code_challenge_method="S256",
            token_endpoint_auth_method="none",
            redirect_uri=f"http://127.0.0.1:{listener.server_address[1]}/callback") as client:
        found = client.get(broker.issuer + "/.well-known/openid-configuration", withhold_token=True).json()
        metadata = OpenIDProviderMetadata(found)
        assert metadata["issuer"] == broker.issuer
        verifier, nonce = generate_token(64), generate_token(32)
        address, state = client.create_authorization_url(
            metadata["authorization_endpoint"], code_verifier=verifier, nonce=nonce)

        browser = Jar()
        at_callback = browser.get(browser.get(browser.get(address).location).location)
        assert at_callback.status == 303, at_callback
        browser.get(at_callback.location)
        home = f"http://127.0.0.1:{listener.server_address[1]}" + caught[0]

        token = client.fetch_token(
            metadata["token_endpoint"], authorization_response=home, code_verifier=verifier, state=state)
        keys = JsonWebKey.import_key_set(client.get(metadata["jwks_uri"], withhold_token=True).json())
        claims = jwt.decode(
            token["id_token"], keys, claims_cls=CodeIDToken,
            claims_options={"iss": {"essential": True, "value": broker.issuer}},
            claims_params={"nonce": nonce, "client_id": broker.client_id, "access_token": token["access_token"]})
        claims.validate(leeway=5)
        person = client.get(metadata["userinfo_endpoint"]).json()
        assert person["sub"] == claims["sub"] and person["email"] == stage.stub.email, person
        renewed = client.refresh_token(metadata["token_endpoint"], refresh_token=token["refresh_token"])
        assert renewed["refresh_token"] != token["refresh_token"]
        try:
            client.fetch_token(
                metadata["token_endpoint"], authorization_response=home, code_verifier=verifier, state=state)
        except OAuthError as fault:
            assert fault.error == "invalid_grant", fault
        else:
            raise AssertionError("a spent code was taken again")


def the_metadata_passes_Authlibs_own_validation(stage):
    broker, jar = stage.broker(), Jar()
    oidc = jar.get(broker.issuer + "/.well-known/openid-configuration")
    oauth = jar.get(broker.issuer + "/.well-known/oauth-authorization-server")
    metadata = OpenIDProviderMetadata(oidc.json())
    for name in OpenIDProviderMetadata.REGISTRY_KEYS:
        # Authlib wants https everywhere: on loopback the URLs are held against the issuer in its place.
        if name.endswith("_endpoint") or name in ("jwks_uri", "issuer"):
            assert name not in metadata or metadata[name].startswith(broker.issuer), (name, metadata[name])
        else:
            getattr(metadata, "validate_" + name, lambda: None)()
    assert oauth.json()["issuer"] == oidc.json()["issuer"] == broker.issuer
    assert metadata["code_challenge_methods_supported"] == ["S256"]
    assert metadata["authorization_response_iss_parameter_supported"] is True
    for answer in (oidc, oauth):
        etag = answer.header("ETag")
        assert etag and not etag.startswith("W/"), answer.headers
        assert "max-age" in (answer.header("Cache-Control") or ""), answer.headers
    again = jar.get(broker.issuer + "/.well-known/openid-configuration", headers={"If-None-Match": oidc.header("ETag")})
    assert again.status == 304 and not again.body, again


def _loopback_listener(stage):
    """An app's own listener on a free port; what it was asked for stands in the list."""
    caught = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            caught.append(self.path)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments):
            pass
    listener = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    stage.leaving.callback(listener.server_close)
    stage.leaving.callback(listener.shutdown)
    return listener, caught
