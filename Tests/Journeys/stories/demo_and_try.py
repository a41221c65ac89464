"""What anybody sees first: `homing demo` with nothing to configure, and `homing try` against it."""

import json
import os
import subprocess

from cast.broker import binary
from cast.jar import Jar
from cast.processes import Process, answers, free_port


def try_plays_every_path_against_a_started_demo(stage):
    port = _two_free_ports()
    environment = {**os.environ, "TMPDIR": stage.folder, "HOME": stage.folder, "NO_COLOR": "1"}
    demo = Process(
        [binary(), "demo", "--port", str(port)], os.path.join(stage.folder, "demo.log"),
        lambda: answers(port, "/.well-known/openid-configuration"), env=environment)
    demo.start()
    stage.leaving.callback(demo.kill)
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


def _two_free_ports():
    """A free port whose next one is free too: the demo's provider takes that."""
    import socket
    while True:
        port = free_port()
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port + 1))
                return port
            except OSError:
                continue
