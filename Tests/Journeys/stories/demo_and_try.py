"""What anybody sees first: `homing demo` with nothing to configure, and `homing try` against it."""

import json
import os
import socket
import subprocess

from cast.broker import binary
from cast.jar import Jar
from cast.processes import Process, answers, free_port


def try_plays_every_path_against_a_started_demo(stage):
    demo, port, environment = _started_demo(stage)
    issuer = f"http://127.0.0.1:{port}"
    played = _run(["try", "--issuer", issuer, "--path", "all"], environment)
    with open(stage.path("try.txt"), "w") as f:
        f.write(played.stdout)
    assert played.returncode == 0, played.stdout[-3000:] + played.stderr[-1000:]
    assert "\x1b" not in played.stdout, "colours without a terminal"
    machine = _run(["try", "--issuer", issuer, "--path", "session", "--json"], environment)
    assert machine.returncode == 0, machine.stdout + machine.stderr
    for line in machine.stdout.splitlines():
        json.loads(line)
    said = demo.tail(20000)
    with open(stage.path("demo.txt"), "w") as f:
        f.write(said)
    assert issuer in said and "homing try" in said, said
    assert Jar().get(issuer + "/").status < 500
    assert demo.stop() == 0


def a_person_walks_the_demo_both_ways_in_chromium(stage):
    _, port, _ = _started_demo(stage)
    browser = stage.browser()
    for way, ending in (("/sign-in", "You are signed in"), ("/sign-in-elsewhere", "Back to Demo App")):
        browser.open(f"http://127.0.0.1:{port + 2}/")
        browser.screenshot(stage.path("demo-app.png"))
        browser.press(f'a[href="{way}"]')
        browser.wait("input[name=account]")   # with an account filled in: one press is enough
        browser.screenshot(stage.path("demo-provider.png"))
        browser.press("button[value=sign_in]")
        browser.until(lambda: browser.text(browser.wait("h1")).split() == ending.split(), f"{way} did not come home")
    browser.press("a.open-app-button")
    browser.until(lambda: "/mobile/open-app?t=" in browser.url(), "the link was not followed")
    link = browser.url()
    browser.open(f"http://127.0.0.1:{port + 2}/")
    browser.type(browser.wait("input[name=link]"), link)
    browser.press("form button")
    browser.until(lambda: browser.text(browser.wait("h1")) == "You are signed in", "the handle was not taken")
    browser.screenshot(stage.path("demo-signed-in.png"))


def try_against_nobody_ends_with_1(stage):
    played = _run(["try", "--issuer", f"http://127.0.0.1:{free_port()}", "--path", "session"], os.environ)
    assert played.returncode == 1, (played.returncode, played.stdout, played.stderr)


def help_version_and_faults_of_the_command_line(stage):
    help_text = _run(["help"], os.environ)
    assert help_text.returncode == 0 and "serve" in help_text.stdout, help_text
    for command in ("serve", "demo", "try", "check"):
        shown = _run([command, "--help"], os.environ)
        assert shown.returncode == 0 and command in shown.stdout, shown
    assert _run(["version"], os.environ).returncode == 0
    for wrong in (["serv"], ["serve", "--konfig", "x"]):
        answer = _run(wrong, os.environ)
        assert answer.returncode == 64 and answer.stderr and not answer.stdout, (wrong, answer)


def a_faulty_configuration_is_told_whole_by_check_and_ends_serve_with_78(stage):
    path = os.path.join(stage.folder, "faulty.json5")
    with open(path, "w") as f:
        f.write("{ server: { listn: '127.0.0.1:1', public_url: 'http://auth.example.com/' }, clients: [{}] }")
    checked = _run(["check", "--config", path], os.environ)
    told = checked.stdout + checked.stderr
    assert checked.returncode == 1, checked
    for part in ("server.listn", "listen", "server.public_url", "clients"):
        assert part in told, f"{part} is not named:\n{told}"
    served = _run(["serve", "--config", path], os.environ)
    assert served.returncode == 78, served


def _run(arguments, environment):
    return subprocess.run(
        [binary(), *arguments], env=environment, capture_output=True, text=True, timeout=100, stdin=subprocess.DEVNULL)


def _started_demo(stage):
    """The demo, its port, and the environment that it runs in."""
    port = _three_free_ports()
    environment = {**os.environ, "TMPDIR": stage.folder, "HOME": stage.folder, "NO_COLOR": "1"}
    demo = Process(
        [binary(), "demo", "--port", str(port)], os.path.join(stage.folder, "demo.log"),
        lambda: answers(port, "/.well-known/openid-configuration"), env=environment)
    demo.start()
    stage.leaving.callback(demo.kill)
    return demo, port, environment


def _three_free_ports():
    """A free port whose next two are free too: the demo's provider and app take those."""
    while True:
        port = free_port()
        try:
            for neighbour in (port + 1, port + 2):
                with socket.socket() as s:
                    s.bind(("127.0.0.1", neighbour))
            return port
        except (OSError, OverflowError):
            continue
