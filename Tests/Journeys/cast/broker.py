"""The broker: a real `homing serve` with a configuration of its own on a free loopback port."""

import base64
import json
import os
import secrets
import sqlite3

from cast.jar import Jar
from cast.processes import Process, answers, free_port, repository


NOBODY = [{"id": "nobody", "kind": "oidc", "issuer": "http://127.0.0.1:9", "client_id": "homing",
           "client_secret": "secret-0123456789", "scope": "openid"}]
"""A provider that is never there: for what needs no sign-in."""


def binary():
    """The program under test: $HOMING_BIN, else the debug build."""
    return os.path.abspath(os.environ.get("HOMING_BIN") or os.path.join(repository(), ".build", "debug", "homing"))


class Broker:
    """Issuer host 127.0.0.1, link host localhost. `change` may edit the configuration before it is written."""

    client_id = "com.example.mobile"

    def __init__(self, folder, providers, change=None):
        self.folder = folder
        self.port, self.admin_port = free_port(), free_port()
        self.issuer = f"http://127.0.0.1:{self.port}"
        self.link = f"http://localhost:{self.port}"
        self.admin = f"http://127.0.0.1:{self.admin_port}"
        self.callback = self.link + "/mobile/oauth/callback"
        self.database = os.path.join(folder, "homing.db")
        self.configuration = os.path.join(folder, "homing.json5")
        self.log = os.path.join(folder, "homing.log")
        os.makedirs(folder, exist_ok=True)
        self._write_master_key()
        values = self._values(providers)
        if change:
            change(values)
        with open(self.configuration, "w") as f:
            json.dump(values, f, indent=2)
        self.process = Process(
            [binary(), "serve", "--config", self.configuration], self.log,
            lambda: answers(self.admin_port, "/readyz")
            and answers(self.port, "/.well-known/openid-configuration") and self._has_its_keys())

    def _has_its_keys(self):
        """Whether the key for RS256 is made, which takes a while at the first start and writes to the store."""
        return len(Jar().get(self.issuer + "/oauth/jwks.json").json()["keys"]) == 2

    def start(self):
        self.process.start()
        return self

    def stop(self):
        """SIGTERM; a drained broker ends with 0."""
        status = self.process.stop()
        assert status in (None, 0, -9), f"homing serve ended with {status} on SIGTERM:\n{self.process.tail()}"

    def kill_and_restart(self):
        """kill -9, then the same configuration, port and store again."""
        self.process.kill()
        self.process.start()

    def provider_callback(self, provider="stub"):
        return f"{self.issuer}/oauth/provider/{provider}/callback"

    def _write_master_key(self):
        self.master_key = os.path.join(self.folder, "master_key")
        with open(os.open(self.master_key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as f:
            f.write(base64.urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode() + "\n")

    def _values(self, providers):
        return {
            "server": {
                "listen": f"127.0.0.1:{self.port}", "public_url": self.issuer, "link_url": self.link},
            "admin": {"listen": f"127.0.0.1:{self.admin_port}"},
            "store": {"url": "sqlite://" + self.database},
            "secrets": {"master_key": {"file": self.master_key}},
            "clients": [
                {
                    "client_id": self.client_id, "client_name": "Example App", "first_party": True,
                    "redirect_uris": [
                        self.callback, "com.example.mobile:/oauth/callback", "http://127.0.0.1/callback"],
                    "scope": "openid profile email offline_access",
                    "android": [{"package_name": "com.example.mobile", "sha256_cert_fingerprints": [
                        ":".join(["AB"] * 32)], "track": "production"}],
                    "ios": [{"app_id": "TEAMID1234.com.example.mobile"}],
                },
                {
                    "client_id": "app1", "client_name": "App One", "first_party": True,
                    "redirect_uris": [
                        "com.example.app:/cb", "https://app.example.com/cb?tenant=a%2Fb&flag",
                        "http://127.0.0.1/cb", "http://[::1]/cb"],
                    "scope": "openid profile email",
                },
            ],
            "providers": providers,
        }

    def rows(self):
        """Every row of every table of the store, read from outside: what two moments are compared by."""
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)
        try:
            tables = [name for (name,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")]
            return {name: sorted(map(repr, connection.execute(f'SELECT * FROM "{name}"'))) for name in tables}
        finally:
            connection.close()

    def log_text(self):
        with open(self.log, encoding="utf-8", errors="replace") as f:
            return f.read()


def behind_a_proxy(values):
    """Has a configuration speak of the hosts that the shipped configurations of proxies name."""
    values["server"].update(
        public_url="https://auth.example.com", link_url="https://link.example.com", trusted_proxies=["127.0.0.1/32"])
    values["clients"][0]["redirect_uris"][0] = "https://link.example.com/mobile/oauth/callback"
