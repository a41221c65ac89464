"""A tiny HTTP client with a browser's cookie jar: follows no redirect, keeps cookies by host.

`Secure` is ignored on loopback, as browsers do. Every host connects to 127.0.0.1; only the Host field differs.
"""

import http.client
import json
from urllib.parse import parse_qsl, quote, urlencode, urlsplit


class Answer:
    """One response, its body read."""

    def __init__(self, response, body):
        self.status, self.headers, self.body = response.status, response.getheaders(), body

    def all(self, name):
        return [value for key, value in self.headers if key.lower() == name.lower()]

    def header(self, name):
        found = self.all(name)
        return found[0] if found else None

    @property
    def location(self):
        return self.header("Location")

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    def json(self):
        assert "json" in (self.header("Content-Type") or ""), f"no JSON but {self}"
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} Location={self.location!r} {self.text[:300]!r}"


class Jar:
    """`user_agent` and `headers` go with each request."""

    def __init__(self, headers=None):
        self.cookies = {}
        self.headers = headers or {}

    def get(self, url, headers=None, method="GET"):
        return self.send(method, url, headers=headers)

    def post(self, url, form=None, headers=None, body=None, content_type="application/x-www-form-urlencoded"):
        if body is None:
            body = form_encoded(form or {})
        return self.send("POST", url, body=body, headers={"Content-Type": content_type, **(headers or {})})

    def send(self, method, url, body=None, headers=None):
        parts = urlsplit(url)
        target = url.split(parts.netloc, 1)[1].partition("#")[0] or "/"
        fields = {**self.headers, **(headers or {})}
        kept = self.cookies.get(parts.hostname, {})
        if kept and "Cookie" not in fields:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in kept.items())
        connection = self.connection(parts)
        try:
            connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
            connection.putheader("Host", fields.pop("Host", parts.netloc))
            for name, value in fields.items():
                connection.putheader(name, value)
            data = body.encode() if isinstance(body, str) else body
            if data is not None:
                connection.putheader("Content-Length", str(len(data)))
            connection.endheaders(data)
            response = connection.getresponse()
            answer = Answer(response, response.read())
        except BaseException:
            connection.close()
            raise
        self.done(connection)
        self._keep(parts.hostname, answer)
        return answer

    def connection(self, parts):
        """The way to the host of a URL: this machine, whatever it is called."""
        assert parts.scheme == "http", f"not on loopback: {parts.geturl()}"
        return http.client.HTTPConnection("127.0.0.1", parts.port or 80, timeout=30)

    def done(self, connection):
        """After an answer: a connection a request."""
        connection.close()

    def _keep(self, host, answer):
        for line in answer.all("Set-Cookie"):
            pair, *attributes = [piece.strip() for piece in line.split(";")]
            name, _, value = pair.partition("=")
            gone = any(a.lower().replace(" ", "") == "max-age=0" for a in attributes)
            if gone or not value:
                self.cookies.get(host, {}).pop(name, None)
            else:
                self.cookies.setdefault(host, {})[name] = value


def form_encoded(form):
    """A dict or a list of pairs as application/x-www-form-urlencoded, %20 for a space."""
    return urlencode(form, quote_via=quote)


def query_of(url):
    """The query parameters of a URL; a repeated one is an error."""
    pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True, strict_parsing=False)
    values = dict(pairs)
    assert len(values) == len(pairs), f"a parameter stands twice in {url}"
    return values


def without_query(url):
    return url.partition("?")[0]
