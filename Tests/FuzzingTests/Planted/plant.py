#!/usr/bin/env python3
"""Plants the bugs of bugs.py in a copy of the sources and demands that `imwire fuzz run` finds each and makes it small.

usage: plant.py --work FOLDER [--only NAME ...]     builds the copy in FOLDER, which is kept for the next time
       plant.py --check                             only whether every bug can be planted
       plant.py --work FOLDER --unseen              what golden vectors and targets find of the bugs of unseen.py
       plant.py --work FOLDER --widened             the same of those of widened.py
       plant.py --work FOLDER --blind               the same of those of blind.py, of which all targets are asked

A bug counts as found when a run with seed 1 finds it within 60 seconds of processor time on one core, the saved input
is as small as can be, shows the bug with its switch on and nothing with it off, and the same run prints the same again.
Exit code: 0 all found, 1 one was not, 2 a bug cannot be planted or the copy cannot be built.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True

from blind import BLIND  # noqa: E402
from bugs import BUGS  # noqa: E402
from unseen import UNSEEN  # noqa: E402
from widened import WIDENED  # noqa: E402

PROJECT = pathlib.Path(__file__).resolve().parents[3]
SEED = "1"
# Of processor time, for the golden vectors and all targets that say they cover an unseen bug's place.
UNSEEN_SECONDS = 20
# What one target gets of `--effort 60s`, which is what `.ci/run` does.
EFFORT = "60s"
# Of processor time; a run may take more by the clock, since the machine may have other things to do.
SECONDS = 60
PATIENCE = 4 * SECONDS
SWITCH_FILE = "Sources/WireFormat/PlantedBug.swift"
SWITCH = """#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The number of the bug that is switched on; 0 for none.
public let plantedBug: Int = unsafe getenv("IMWIRE_PLANTED").flatMap { Int(unsafe String(cString: $0)) } ?? 0
"""


def planted(bugs):
    """The changed files by their paths, and what cannot be planted."""
    texts, faults = {}, []
    for number, bug in enumerate(bugs, start=1):
        text = texts.get(bug.file) or (PROJECT / bug.file).read_text(encoding="utf-8")
        if text.count(bug.old) != 1 or "BUG" not in bug.new:
            faults.append(f"{bug.name}: its place is in {bug.file} {text.count(bug.old)} times, not once")
            continue
        texts[bug.file] = text.replace(bug.old, re.sub(r"\bBUG\b", f"(plantedBug == {number})", bug.new))
    for file, text in texts.items():
        if not re.search(r"^(public |package )?import WireFormat$", text, re.MULTILINE):
            texts[file] = "import WireFormat\n" + text
    texts[SWITCH_FILE] = SWITCH
    return texts, faults


def copy(texts, work):
    """Brings the copy up to date; what is the same is not touched, so that little is built."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, stdout=subprocess.PIPE, check=True).stdout
    files = {name for name in listed.decode().split("\0") if name and (PROJECT / name).is_file()} | set(texts)
    if (PROJECT / "Package.resolved").is_file():
        files.add("Package.resolved")
    for name in files:
        source, target = PROJECT / name, work / name
        content = texts[name].encode() if name in texts else source.read_bytes()
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            if name not in texts:
                shutil.copymode(source, target)
    for path in (work / "Sources").rglob("*"):
        if path.is_file() and str(path.relative_to(work)) not in files:
            path.unlink()


def build(work):
    """The program with all bugs in it."""
    options = ["-c", "release", "--product", "imwire", "--static-swift-stdlib", "--package-path", str(work),
               "--scratch-path", str(work / ".build-release")]
    done = subprocess.run(["swift", "build", *options], stdout=sys.stderr)
    if done.returncode != 0:
        raise SystemExit(2)
    folder = subprocess.run(["swift", "build", *options, "--show-bin-path"], stdout=subprocess.PIPE, check=True)
    return pathlib.Path(folder.stdout.decode().strip()) / "imwire"


class Program:
    """The built program with one bug switched on, on one core."""

    def __init__(self, path, number, folder):
        self.command = (["taskset", "-c", "0"] if shutil.which("taskset") else []) + [str(path), "fuzz"]
        self.environment = {**os.environ, "IMWIRE_PLANTED": str(number), "SWIFT_BACKTRACE": "enable=no"}
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)

    def __call__(self, *arguments):
        """Exit code, standard output, and seconds of processor time."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*self.command, *arguments], cwd=self.folder, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return done.returncode, done.stdout.decode(), sum(after[:2]) - sum(before[:2])

    def fuzz(self, target, budget, findings):
        shutil.rmtree(self.folder / "found", ignore_errors=True)
        return self("run", "--target", target, "--seed", SEED, *budget, "--max-findings", str(findings),
                    "--findings", "found")


def attempt(bug, number, path, work):
    """Runs, the sentence about the bug, and what was wrong."""
    program = Program(path, number, work / "runs" / bug.name)
    code, output, seconds = program.fuzz(bug.target, ["--budget", f"{PATIENCE}s"], bug.findings)
    runs = re.match(rf"{bug.target}: (\d+) runs", output)
    if code != 1 or not runs:
        return 0, f"NOT FOUND in {seconds:.1f} s (exit code {code})", [output]
    found = [json.loads(file.read_text()) for file in (program.folder / "found" / bug.target).glob("*.json")]
    fitting = [one for one in found if one["oracle"] == bug.oracle and re.search(bug.says, one["text"])]
    if not fitting:
        return int(runs[1]), f"NOT FOUND in {seconds:.1f} s: something else was", [output]
    best = min(fitting, key=lambda one: one["bytes"])
    line = (f"found by {bug.target} in run {best['run']} and {seconds:.1f} s, {best['bytesWhenFound']} bytes made"
            f" {best['bytes']}: {best['oracle']}")
    wrong = []
    if seconds > SECONDS:
        wrong.append(f"it took more than {SECONDS} s")
    if best["bytes"] > bug.smallest:
        wrong.append(f"{bug.smallest} bytes are enough ({bug.because}): {best['hex']}")
    elif best["bytes"] < bug.smallest:
        wrong.append(f"{bug.smallest} bytes were thought to be needed ({bug.because}): {best['hex']}")
    file = best["command"].split()[-1]
    shown, text, _ = program("replay", file)
    if shown != 1 or f"{bug.oracle}: " not in text:
        wrong.append(f"replayed, exit code {shown}: {text}")
    again, same, _ = program.fuzz(bug.target, ["--runs", runs[1]], bug.findings)
    if (again, same) != (code, output):
        wrong.append(f"the second time the run prints\n{same}and not\n{output}")
    program.environment["IMWIRE_PLANTED"] = "0"
    hidden, text, _ = program("replay", file)
    if hidden != 0:
        wrong.append(f"replayed without the bug, exit code {hidden}: {text}")
    return int(runs[1]), line, wrong


CATALOGUE = PROJECT / "Sources/Fuzzing/Systems/List/TargetCatalogue.swift"


def target_costs():
    """What an input costs each target, in microseconds."""
    text = CATALOGUE.read_text(encoding="utf-8")
    return {name: float(cost) for name, cost in re.findall(r'"([\w-]+)": ([\d.]+)', text)}


def shares():
    """Inputs that each target gets of the effort: by what one costs in the catalogue of targets."""
    text = CATALOGUE.read_text(encoding="utf-8")
    costs = target_costs()
    count = len(re.findall(r"\w+Target\(\)", text))
    usual = float(re.search(r"usualCost = ([\d.]+)", text)[1])
    seconds = int(EFFORT.removesuffix("s")) / count
    return lambda target: int(-(-seconds * 1_000_000 // costs.get(target, usual)))


def measure(bug, number, path, work, share, is_blind):
    """Who finds a bug, and how soon: golden vectors, a target within its share of CI's effort, or one within more time; of a blind
    bug all targets are asked, and none has more time."""
    program = Program(path, number, work / "runs" / bug.name)
    program.command.pop()
    code, output, spent = program("conform", "run", "--adapter", "self", "--quiet")
    if code != 0:
        return "golden vectors", spent
    program.command.append("fuzz")
    targets = bug.target.split()
    others = [target for target in target_costs() if target not in targets] if is_blind else []
    for target in targets + others:
        code, output, seconds = program.fuzz(target, ["--runs", str(share(target))], 1)
        spent += seconds
        if code == 1:
            return f"{target}, within its share", spent
    for target in targets if not is_blind else []:
        left = max(0, UNSEEN_SECONDS - spent) / len(targets)
        code, output, seconds = program.fuzz(target, ["--budget", f"{left:.0f}s"], 1) if left >= 1 else (0, "", 0)
        spent += seconds
        if code == 1:
            return f"{target}, with more time", spent
    return "NOT FOUND", spent


def measure_all(bugs, path, work, names):
    share = shares()
    found = 0
    for number, bug in enumerate(bugs, start=1):
        if names and bug.name not in names:
            continue
        who, seconds = measure(bug, number, path, work, share, bugs is BLIND)
        found += who != "NOT FOUND"
        print(f"{bug.name}: {who}, {seconds:.1f} s", flush=True)
    print(f"{found} found")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=pathlib.Path, help="the folder of the copy and of what is found")
    parser.add_argument("--only", nargs="*", help="names of bugs")
    parser.add_argument("--unseen", action="store_true", help="measure the bugs of unseen.py")
    parser.add_argument("--widened", action="store_true", help="measure those of widened.py")
    parser.add_argument("--blind", action="store_true", help="measure those of blind.py")
    parser.add_argument("--check", action="store_true", help="only see whether every bug can be planted")
    options = parser.parse_args()
    measured = UNSEEN if options.unseen else WIDENED if options.widened else BLIND if options.blind else []
    texts, faults = planted(measured or BUGS)
    if options.check:
        faults += planted(UNSEEN)[1] + planted(WIDENED)[1] + planted(BLIND)[1]
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 2
    if options.check:
        print(f"{len(BUGS)}, {len(UNSEEN)}, {len(WIDENED)} and {len(BLIND)} bugs can be planted")
        return 0
    if not options.work:
        parser.error("--work is missing")
    work = options.work.resolve()
    if work == PROJECT:
        parser.error("--work is the project itself")
    copy(texts, work)
    path = build(work)
    if measured:
        measure_all(measured, path, work, options.only)
        return 0
    chosen = [(number, bug) for number, bug in enumerate(BUGS, start=1) if not options.only or bug.name in options.only]
    missed, runs = 0, {}
    for number, bug in chosen:
        count, line, wrong = attempt(bug, number, path, work)
        runs[bug.target] = max(runs.get(bug.target, 0), count)
        missed += bool(wrong)
        print(f"{bug.name}: {line}", flush=True)
        for one in wrong:
            print("    " + one.rstrip().replace("\n", "\n    "), flush=True)
    for target, count in runs.items():
        program = Program(path, 0, work / "runs" / f"no-bug-{target}")
        code, output, _ = program.fuzz(target, ["--runs", str(count)], 1)
        if code != 0:
            missed += 1
            print(f"without a bug, {target}:\n{output}", flush=True)
    print(f"{len(chosen)} bugs, {len(chosen) - missed} found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
