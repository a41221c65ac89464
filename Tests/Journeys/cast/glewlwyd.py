"""glewlwyd, an OpenID provider written by others (Debian), as the upstream of a journey.

Started on loopback with a fresh SQLite file; its own admin API makes the OpenID plugin, a test user and the
broker as a client with exactly one redirect URI.
"""

import gzip
import http.client
import json
import os
import re
import shutil
import sqlite3

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from cast.processes import Process, answers, free_port

SAMPLE = "/usr/share/doc/glewlwyd/glewlwyd.conf.sample.gz"
SCHEMA = "/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz"
PAGES = "/usr/share/glewlwyd/webapp"
PAGES_CONFIGURATION = "/usr/share/glewlwyd/templates/config.json"


class Glewlwyd:
    """`redirect_uri` is where the broker wants its codes; `confidential` gives the broker a secret."""

    user, password, email, full_name = "alice", "correct-horse-battery", "alice@people.example", "Alice Example"
    client_id, client_secret = "homing", "glewlwyd-client-secret-0123456789"

    def __init__(self, folder, redirect_uri, confidential=True, algorithm="RS256", port=None):
        self.folder, self.redirect_uri = folder, redirect_uri
        self.confidential, self.algorithm = confidential, algorithm
        self.port = port or free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.issuer = self.origin + "/api/oidc"
        self.cookies = {}
        os.makedirs(folder, exist_ok=True)
        self.process = Process(
            ["glewlwyd", "--config-file=" + os.path.join(folder, "glewlwyd.conf")],
            os.path.join(folder, "glewlwyd.log"), lambda: answers(self.port, "/index.html"))

    def start(self):
        self._write_configuration()
        self.process.start()
        self._call("POST", "/api/auth/", {"username": "admin", "password": "password"})
        self._call("POST", "/api/mod/plugin/", self._plugin())
        for scope in ("profile", "email"):
            self._call("POST", "/api/scope/", {
                "name": scope, "display_name": scope, "password_required": True, "password_max_age": 0})
        self._call("POST", "/api/client/", self._client())
        self._call("POST", "/api/user/", {
            "username": self.user, "name": self.full_name, "password": self.password, "email": self.email,
            "enabled": True, "scope": ["openid", "profile", "email", "g_profile"]})
        self.cookies.clear()
        return self

    def stop(self):
        self.process.stop()

    def _write_configuration(self):
        with gzip.open(SAMPLE, "rt") as f:
            text = f.read()
        wanted = {
            "port": str(self.port), "external_url": f'"{self.origin}"', "cookie_domain": '"127.0.0.1"',
            "cookie_secure": "0", "log_level": '"WARNING"', "bind_address": '"127.0.0.1"',
            "static_files_path": f'"{self._pages()}"',
        }
        for name, value in wanted.items():
            text = re.sub(rf"(?m)^#? *{name} *=.*\n", "", text)
            text = f"{name}={value}\n" + text
        database = os.path.join(self.folder, "glewlwyd.db")
        text = text.replace("/var/cache/glewlwyd/glewlwyd.db", database)
        with open(os.path.join(self.folder, "glewlwyd.conf"), "w") as f:
            f.write(text)
        if os.path.exists(database):
            os.remove(database)
        with gzip.open(SCHEMA, "rt") as f, sqlite3.connect(database) as connection:
            connection.executescript(f.read())

    def _pages(self):
        """Its pages with a readable config.json: Debian's is a link to a folder, and the login page never loads."""
        pages = os.path.join(self.folder, "pages")
        shutil.copytree(PAGES, pages, ignore=shutil.ignore_patterns("config.json"), dirs_exist_ok=True)
        shutil.copy(PAGES_CONFIGURATION, os.path.join(pages, "config.json"))
        return pages

    def _plugin(self):
        if self.algorithm == "ES256":
            private, kind = ec.generate_private_key(ec.SECP256R1()), "ecdsa"
        else:
            private, kind = rsa.generate_private_key(public_exponent=65537, key_size=2048), "rsa"
        key = private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
        certificate = private.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
        return {
            "module": "oidc", "name": "oidc", "display_name": "OpenID", "enabled": True,
            "parameters": {
                "iss": self.issuer, "jwt-type": kind, "jwt-key-size": "256", "key": key, "cert": certificate,
                "access-token-duration": 3600, "refresh-token-duration": 86400, "code-duration": 600,
                "refresh-token-rolling": True, "refresh-token-one-use": "always",
                "auth-type-code-enabled": True, "auth-type-refresh-enabled": True,
                "auth-type-token-enabled": False, "auth-type-id-token-enabled": True,
                "auth-type-none-enabled": False, "auth-type-password-enabled": False,
                "auth-type-client-enabled": False, "pkce-allowed": True, "pkce-method-plain-allowed": False,
                "pkce-required": True, "jwks-show": True, "secret-type": "pairwise", "subject-type": "public",
                "scope-claim": "on-demand",
                "name-claim": "on-demand", "name-claim-scope": ["openid"],
                "email-claim": "on-demand", "email-claim-scope": ["openid"],
            }}

    def _client(self):
        client = {
            "client_id": self.client_id, "name": "Homing", "enabled": True, "confidential": self.confidential,
            "redirect_uri": [self.redirect_uri], "scope": [],
            "authorization_type": ["code", "refresh_token", "id_token"],
            "token_endpoint_auth_method": ["client_secret_basic", "client_secret_post"]
            if self.confidential else ["none"]}
        if self.confidential:
            client["client_secret"] = self.client_secret
            client["password"] = self.client_secret
        return client

    def _call(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request(method, path, json.dumps(body) if body is not None else None, {
            "Content-Type": "application/json",
            "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())})
        response = connection.getresponse()
        answer = response.read()
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                key, _, cookie = value.split(";")[0].partition("=")
                self.cookies[key] = cookie
        connection.close()
        assert response.status < 300, f"glewlwyd: {method} {path}: {response.status} {answer[:300]!r}"
        return answer
