"""What the benchmarks have in common: the programs, and nginx beside Homing."""

import glob
import os
import re
import shutil
import subprocess

from cast.processes import Process, answers, repository

HERE = os.path.dirname(os.path.abspath(__file__))
DISCOVERY = "/.well-known/openid-configuration"


def say(text):
    print(text, flush=True)


def build(skip, **programs):
    """A release build of Homing, unless it is there or named; and the meters, each with its flags for gcc."""
    if "HOMING_BIN" not in os.environ:
        os.environ["HOMING_BIN"] = release("homing", skip)
    folder = os.path.join(repository(), ".build", "benchmarks")
    os.makedirs(folder, exist_ok=True)
    for name, flags in programs.items():
        subprocess.run(["gcc", "-O2", "-o", os.path.join(folder, name), os.path.join(HERE, name + ".c"), *flags],
                       check=True)
    return folder


def release(product, skip):
    """The release build of a product, unless it is to be taken as it is there."""
    if not skip:
        subprocess.run(["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", product],
                       cwd=repository(), check=True)
    return os.path.join(repository(), ".build", "release", product)


def started(leaving, argv, folder, port, path, env=None):
    process = Process(
        argv, os.path.join(folder, os.path.basename(argv[0]) + ".log"), lambda: answers(port, path), env=env)
    leaving.callback(process.kill)
    process.start()
    return process


def hurried(speed):
    """The environment of processes whose wall clock runs `speed` times as fast from their start on."""
    library = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)
    if not library:
        raise SystemExit("libfaketime is missing: .ci/setup --bench installs it (Debian's package faketime)")
    return os.environ | {
        "LD_PRELOAD": library, "FAKETIME": f"+0 x{speed}", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1"}


def requests_a_second(port, seconds, connections=32, closing=False):
    """By wrk; with a new connection for each request where it is closing."""
    field = ["-H", "Connection: close"] if closing else []
    told = subprocess.run(
        ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", *field, f"http://127.0.0.1:{port}{DISCOVERY}"],
        capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in told or "Socket errors" in told:
        raise SystemExit(told)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", told).group(1))


def start_nginx(leaving, folder, port, answer):
    """nginx that answers from memory with the same body and caching fields."""
    body = answer.read().decode().replace("\\", "\\\\").replace("'", "\\'")
    fields = "".join(f"add_header {name} '{answer.getheader(name)}'; " for name in ("Cache-Control", "ETag")
                     if answer.getheader(name))
    path = os.path.join(folder, "nginx.conf")
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in (
        "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(path, "w") as file:
        file.write(f"""worker_processes {os.cpu_count()}; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.err;
events {{ worker_connections 4096; }}
http {{ access_log off; default_type application/json; keepalive_requests 100000000; {temporary}
  server {{ listen 127.0.0.1:{port} reuseport; {fields} location = {DISCOVERY} {{ return 200 '{body}'; }} }} }}
""")
    process = Process([shutil.which("nginx") or "/usr/sbin/nginx", "-c", path, "-e", f"{folder}/nginx.err"],
                      os.path.join(folder, "nginx.log"), lambda: answers(port, DISCOVERY))
    leaving.callback(process.stop)             # its master ends its workers
    process.start()
    return process


def table(rows):
    """Prints figure, measured, bar; 1 when a bar is missed. A row is (figure, measured, bar, held or None)."""
    named = max(len(row[0]) for row in rows) + 2
    wide = max(len(row[1]) for row in rows)
    print(f"\n{'figure':{named}} {'measured':{wide}} bar")
    for name, measured, bar, held in rows:
        print(f"{name:{named}} {measured:{wide}} {bar}{'' if held is None else '  held' if held else '  MISSED'}")
    return 0 if all(row[3] is not False for row in rows) else 1
