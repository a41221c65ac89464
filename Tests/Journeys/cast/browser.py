"""Headless Chromium (Debian), driven by its own driver over the W3C WebDriver protocol."""

import base64
import http.client
import json
import os
import time

from cast.processes import Process, answers, free_port

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PASSING = ("stale element reference", "element click intercepted", "element not interactable")


class Browser:
    """One window with a fresh profile under `folder`, at phone size."""

    def __init__(self, folder, width=390, height=844):
        self.folder, self.width, self.height = folder, width, height
        self.port = free_port()
        self.session = None
        os.makedirs(folder, exist_ok=True)
        self.process = Process(
            ["chromedriver", f"--port={self.port}", "--allowed-ips=127.0.0.1"],
            os.path.join(folder, "chromedriver.log"), lambda: answers(self.port, "/status"),
            env={**os.environ, "HOME": folder, "TMPDIR": folder})

    def start(self):
        self.process.start()
        options = {
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                f"--user-data-dir={os.path.join(self.folder, 'profile')}",
                f"--window-size={self.width},{self.height}",
            ],
            "mobileEmulation": {
                "deviceMetrics": {"width": self.width, "height": self.height, "pixelRatio": 2.0, "touch": True}},
        }
        answer = self._call("POST", "/session", {
            "capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}})
        self.session = answer["sessionId"]
        return self

    def stop(self):
        try:
            if self.session:
                self._call("DELETE", "")
        finally:
            self.session = None
            self.process.stop()

    def open(self, url):
        self._call("POST", "/url", {"url": url})

    def url(self):
        return self._call("GET", "/url")

    def title(self):
        return self._call("GET", "/title")

    def source(self):
        return self._call("GET", "/source")

    def back(self):
        self._call("POST", "/back", {})

    def reload(self):
        self._call("POST", "/refresh", {})

    def find(self, selector):
        """The first element, or None."""
        found = self._call("POST", "/elements", {"using": "css selector", "value": selector})
        return found[0][ELEMENT] if found else None

    def wait(self, selector, patience=20.0):
        """The first visible element once there is one."""
        def shown():
            element = self.find(selector)
            return element if element and self._call("GET", f"/element/{element}/displayed") else None
        return self.until(shown, f"nothing visible for {selector}", patience)

    def until(self, condition, otherwise, patience=20.0):
        """What `condition` gives once that is true-like."""
        end = time.monotonic() + patience
        while True:
            try:
                value = condition()
            except StaleElement:
                value = None
            if value:
                return value
            assert time.monotonic() < end, f"{otherwise} at {self.url()}"
            time.sleep(0.05)

    def type(self, element, text):
        self._call("POST", f"/element/{element}/value", {"text": text})

    def press(self, selector):
        """Presses the first visible element, also when the page is still being put together."""
        def pressed():
            self._call("POST", f"/element/{self.wait(selector)}/click", {})
            return True
        self.until(pressed, f"{selector} could not be pressed")

    def text(self, element):
        return self._call("GET", f"/element/{element}/text")

    def attribute(self, element, name):
        return self._call("GET", f"/element/{element}/attribute/{name}")

    def style(self, element, name):
        return self._call("GET", f"/element/{element}/css/{name}")

    def rectangle(self, element):
        return self._call("GET", f"/element/{element}/rect")

    def run(self, script, *arguments):
        return self._call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def screenshot(self, path):
        with open(path, "wb") as f:
            f.write(base64.b64decode(self._call("GET", "/screenshot")))

    def _call(self, method, path, body=None):
        prefix = f"/session/{self.session}" if self.session else ""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(
            method, prefix + path, None if body is None else json.dumps(body), {"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(answer, dict) and "error" in answer:
            passing = answer["error"] in PASSING or "does not belong to the document" in answer["message"]
            kind = StaleElement if passing else AssertionError
            raise kind(f"browser: {answer['error']}: {answer['message'][:300]}")
        return answer


class StaleElement(Exception):
    """The page was replaced, or moved, while it was looked at."""
