#!/usr/bin/env python3
"""Writes the vector files and the page of changes, or with --check says whether they are what the scripts write.

Every module of this folder that has GROUP, NOTES and cases() is a group.
"""

import importlib
import pathlib
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import releases  # noqa: E402
import vectors  # noqa: E402


def groups():
    for path in sorted(HERE.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "\nGROUP = " in text and "\ndef cases(" in text:
            yield importlib.import_module(path.stem)


def main(arguments):
    unknown = [name for name in arguments if name not in ("--check", "--counts")]
    if unknown:
        print("usage: build.py [--check] [--counts]", file=sys.stderr)
        return 64
    stale = []
    identifiers = {}
    for module in groups():
        cases = list(releases.renewed(module.cases()))
        for entry in cases:
            other = identifiers.setdefault(entry["id"], module.GROUP)
            assert other == module.GROUP, f"{entry['id']} is in {other} and in {module.GROUP}"
        text = vectors.document(module.GROUP, module.NOTES, cases)
        path = vectors.FOLDER / f"{module.GROUP}.json"
        if "--counts" in arguments:
            print(f"{module.GROUP}: {len(cases)} cases, {len(text.encode())} bytes")
        old = path.read_text(encoding="utf-8") if path.exists() else None
        if old == text:
            continue
        if "--check" in arguments:
            stale.append(path.name)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    problems, page = releases.changes(identifiers)
    for problem in problems:
        print(problem, file=sys.stderr)
    if "--check" not in arguments:
        releases.PAGE.write_text(page, encoding="utf-8")
    elif not problems and releases.PAGE.read_text(encoding="utf-8") != page:
        stale.append(releases.PAGE.name)
    if problems:
        return 1
    for name in stale:
        print(f"{name} is not what the scripts write: run build.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
