#!/usr/bin/env python3
"""Plays the stories against a real `homing` on loopback and says how each went.

usage: run.py [--only TEXT] [--list] [--timeout SECONDS] [--output FOLDER]

A story is a function of a file in stories/ that takes one argument, the stage; its name is its sentence. Each
plays in a process of its own, in a folder of its own, under a deadline. $HOMING_BIN names the program (else
.build/debug/homing). Logs of what failed and screenshots go to the output folder (else .build/journeys).
Ends with 'N passed, N failed'.
"""

import argparse
import importlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))


def stories():
    """(file, function) in the order of the files and of their lines; read without importing them."""
    found = []
    for file in sorted(os.listdir(os.path.join(HERE, "stories"))):
        if file.endswith(".py"):
            with open(os.path.join(HERE, "stories", file)) as f:
                for line in f:
                    if line.startswith("def ") and line[4] != "_" and line.rstrip().endswith("(stage):"):
                        found.append((file[:-3], line[4:line.index("(")]))
    return found


def sentence(name):
    return name.replace("_", " ")


def play(module, name, folder, output):
    """In the story's own process."""
    from authlib.deprecate import AuthlibDeprecationWarning
    warnings.simplefilter("ignore", AuthlibDeprecationWarning)
    sys.path.insert(0, HERE)
    from cast.stage import Stage
    stage = Stage(folder, output)
    with stage.leaving:
        getattr(importlib.import_module("stories." + module), name)(stage)


def run_one(module, name, timeout, output):
    """Whether it passed; a story that overruns is ended with all that it started."""
    folder = tempfile.mkdtemp(prefix="homing-story-")
    log_path = os.path.join(folder, "story.log")
    command = [sys.executable, os.path.abspath(__file__), "--play", module, name, folder, output]
    began = time.monotonic()
    with open(log_path, "wb") as log:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        try:
            passed = child.wait(timeout) == 0
            note = ""
        except (subprocess.TimeoutExpired, KeyboardInterrupt) as reason:
            passed, note = False, f" (not done in {timeout} s)"
            if isinstance(reason, KeyboardInterrupt):
                raise
        finally:
            end_group(child)
    print(f"{'PASS' if passed else 'FAIL'}  {sentence(name)}  {time.monotonic() - began:.1f} s{note}", flush=True)
    if passed:
        shutil.rmtree(folder, ignore_errors=True)
        return True
    kept = os.path.join(output, "failed", name)
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(folder, kept, ignore=shutil.ignore_patterns("profile", "pages"), ignore_dangling_symlinks=True)
    shutil.rmtree(folder, ignore_errors=True)
    with open(os.path.join(kept, "story.log"), errors="replace") as f:
        for line in f.read().splitlines()[-15:]:
            print("      " + line[:400])
    print(f"      kept: {os.path.relpath(kept, REPOSITORY)}", flush=True)
    return False


def end_group(child):
    """Ends what the story left behind: the processes of the session that we opened for it, no others."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    child.wait()


def main():
    if len(sys.argv) == 6 and sys.argv[1] == "--play":
        try:
            play(*sys.argv[2:])
            return 0
        except BaseException:
            traceback.print_exc()
            return 1
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="stories whose file or name has it")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("--output", default=os.path.join(REPOSITORY, ".build", "journeys"))
    arguments = parser.parse_args()
    chosen = [(m, n) for m, n in stories()
              if not arguments.only or any(text in f"{m}/{n}" or text in sentence(n) for text in arguments.only)]
    if arguments.list:
        for module, name in chosen:
            print(f"{module}: {sentence(name)}")
        return 0
    if not chosen:
        print(f"no story has {' or '.join(arguments.only)} in its name", file=sys.stderr)
        return 1
    results = [run_one(module, name, arguments.timeout, arguments.output) for module, name in chosen]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
