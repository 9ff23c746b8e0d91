#!/usr/bin/env python3
"""Plants the bugs of bugs.py in the Python adapter, one at a time, and demands that `imwire conform run` catches each.

usage: plant.py --imwire .build/debug/imwire [--vectors FOLDER] [--only NAME ...] [--details]

A bug counts as caught when a case of level must or should fails that passes without it, and the comment of such a case
speaks of the mistake.
Exit code: 0 all caught, 1 one was not, 2 a bug cannot be planted or the adapter fails by itself.
"""

import argparse
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from bugs import BUGS  # noqa: E402

PROJECT = pathlib.Path(__file__).resolve().parents[3]
ADAPTER = PROJECT / "Docs/adapters/python"
# The groups that can catch a bug in a file.
GROUPS = {"frames.py": ["rongcloud.frame.*"], "polling.py": ["rongcloud.frame.polling"],
          "payloads.py": ["rongcloud.payload", "rongcloud.frame.polling"],
          "contents.py": ["rongcloud.message", "rongcloud.names", "rongcloud.uid", "rongcloud.frame.polling"],
          "leancloud.py": ["leancloud.*"]}


def failures(options, folder, groups=()):
    """The failed cases by id, with their comments; every run must reach its end."""
    command = [sys.executable, "-B", str(folder / "imwire_adapter.py"), "--tables", str(PROJECT / "Docs/catalogue"),
               "--schema", str(PROJECT / "Sources/RongCloud/Payloads/rongcloud.proto")]
    call = [options.imwire, "conform", "run", "--adapter", shlex.join(command), "--format", "json", "--quiet"]
    for group in groups:
        call += ["--group", group]
    if options.vectors:
        call += ["--vectors", options.vectors]
    run = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
    if run.returncode not in (0, 1):
        raise SystemExit(f"{shlex.join(call)}: exit code {run.returncode}\n{run.stderr.decode()}")
    cases = [case for one in json.loads(run.stdout)["runs"] for case in one["cases"]]
    return {case["id"]: case["comment"] for case in cases if case["status"] == "failed" and case["level"] != "may"}


def planted(bug, folder):
    """Whether the adapter's text has the place of the bug exactly once; then the bug is in it."""
    path = folder / bug.file
    text = path.read_text(encoding="utf-8")
    if text.count(bug.old) != 1 or bug.old == bug.new:
        return False
    path.write_text(text.replace(bug.old, bug.new), encoding="utf-8")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--imwire", default=str(PROJECT / ".build/debug/imwire"))
    parser.add_argument("--vectors", help="a folder of vector files instead of the built-in ones")
    parser.add_argument("--only", nargs="*", help="names of bugs")
    parser.add_argument("--details", action="store_true", help="name a case and its comment for each bug")
    options = parser.parse_args()
    known = failures(options, ADAPTER)
    for name in known:
        print(f"without a bug, {name} fails: {known[name]}", file=sys.stderr)
    chosen = [bug for bug in BUGS if not options.only or bug.name in options.only]
    missed, unplanted = [], []
    for bug in chosen:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / "python"
            shutil.copytree(ADAPTER, folder, ignore=shutil.ignore_patterns("__pycache__"))
            if not planted(bug, folder):
                unplanted.append(bug)
                print(f"{bug.name}: its place is not there exactly once in {bug.file}", flush=True)
                continue
            found = failures(options, folder, GROUPS[bug.file])
        found = {name: comment for name, comment in found.items() if name not in known}
        speaking = [name for name, comment in found.items() if re.search(bug.speaks, comment, re.IGNORECASE)]
        verdict = "caught" if speaking else "NOT CAUGHT" if not found else "caught, but no comment speaks of it"
        print(f"{bug.name}: {verdict} ({len(found)} cases, {len(speaking)} speak of it)", flush=True)
        if options.details or not speaking:
            print(f"    {bug.simulates}")
            for name in (speaking or list(found))[:3]:
                print(f"    {name}: {found[name]}", flush=True)
        if not speaking:
            missed.append(bug)
    print(f"{len(chosen)} bugs, {len(chosen) - len(missed) - len(unplanted)} caught")
    return 2 if unplanted or known else 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
