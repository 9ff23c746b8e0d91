"""Builds the copy with all edits in it, measures what the tests reach, and puts each edit to those that reach it."""

import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

from edits import FUNCTION, planted

SWITCH_NAME = "IMWIRE_EDIT"
REACHED_NAME = "IMWIRE_EDIT_REACHED"
# Edits that one build can hold.
MOST = 8192
SWITCH = f"""#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The number of the edit that is switched on; 0 for none.
private let chosenEdit: Int = unsafe getenv("{SWITCH_NAME}").flatMap {{ Int(unsafe String(cString: $0)) }} ?? 0

/// A byte for each edit, in a file that all processes share, which says whether its place was reached.
nonisolated(unsafe) private let reachedEdits: UnsafeMutablePointer<UInt8>? = {{
    guard let path = unsafe getenv("{REACHED_NAME}") else {{ return nil }}
    let file = unsafe open(path, O_RDWR)
    guard file >= 0 else {{ return nil }}
    let memory = unsafe mmap(nil, {MOST}, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    close(file)
    return unsafe memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt8.self)
}}()

@usableFromInline
func {FUNCTION}(_ number: Int) -> Bool {{
    if let reached = unsafe reachedEdits {{ unsafe reached[number] = 1 }}
    return number == chosenEdit
}}
"""
SWITCH_FILE = "EditSwitch.swift"
BUILT = ["Transport", "Capture", "Inspection"]
# A process may take this many times the processor time that it takes without an edit, and some seconds more; of the clock
# it may take more, since the machine may have other things to do.
PATIENCE = 4
GRACE = 4
CLOCK = 10
# Suites that take longer than this are asked test by test.
LONG_SUITE = 3.0
# Tests that take together no longer than this run in one process.
TOGETHER = 3.0
FAILED = re.compile(r"^✘ Test (?!run|case)(.*?)(?: with \d+ test cases?)? (?:recorded an issue|failed)", re.MULTILINE)


class Workshop:
    """A copy of the project with edits in it."""

    def __init__(self, project, work, rooms):
        self.project, self.work, self.rooms = project, work, rooms
        self.notes = work / ".mutation"
        self.notes.mkdir(parents=True, exist_ok=True)

    @property
    def tests(self):
        return self.work / ".build/debug/IMWirePackageTests.xctest"

    def copy(self, edits):
        """Brings the copy up to date; what is the same is not touched, so that little is built."""
        texts = {}
        for file in sorted({edit.file for edit in edits}):
            text = (self.project / file).read_text(encoding="utf-8")
            texts[file] = planted(text, [edit for edit in edits if edit.file == file])
            texts["/".join(file.split("/")[:2]) + "/" + SWITCH_FILE] = SWITCH
        texts["Package.swift"] = self.manifest()
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                cwd=self.project, stdout=subprocess.PIPE, check=True).stdout
        files = {name for name in listed.decode().split("\0") if name and (self.project / name).is_file()} | set(texts)
        for name in files:
            target = self.work / name
            content = texts[name].encode() if name in texts else (self.project / name).read_bytes()
            if not target.is_file() or target.read_bytes() != content:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
                if name not in texts:
                    shutil.copymode(self.project / name, target)
        for folder in ("Sources", "Tests"):
            for path in (self.work / folder).rglob("*"):
                if path.is_file() and str(path.relative_to(self.work)) not in files:
                    path.unlink()

    def manifest(self):
        """The package without the rooms of tests that are not asked, which then need not be built."""
        text = (self.project / "Package.swift").read_text(encoding="utf-8")

        def kept(match):
            return match[0] if re.search(r'name: "(\w+)"', match[0])[1] in self.rooms else ""

        return re.sub(r"^ {8}\.testTarget\((?:[^\n]*\),\n|\n.*?^ {8}\),\n)", kept, text, flags=re.MULTILINE | re.DOTALL)

    def swift(self, *options):
        command = ["swift", "build", "--ignore-lock", "--package-path", str(self.work), *options]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout.decode(errors="replace")

    def build(self, edits):
        """Builds what compiles; returns those edits. What the compiler refuses is left out, and built again."""
        edits = list(edits)
        modules = {edit.file.split("/")[1] for edit in edits}
        # Lower modules first: what is refused there is cheap to build again.
        for options in [["--target", module] for module in BUILT if module in modules] + [["--product", "IMWirePackageTests"]]:
            while True:
                self.copy(edits)
                code, output = self.swift(*options)
                if code == 0:
                    break
                refused = self.refused(edits, output)
                if not refused:
                    sys.stderr.write(output[-6000:])
                    raise SystemExit("the copy cannot be built")
                print(f"{' '.join(options)}: {len(refused)} edits do not compile", file=sys.stderr, flush=True)
                edits = [edit for edit in edits if edit not in refused]
        return edits

    def refused(self, edits, output):
        """The edits at the places of the compiler's errors; where none is, the nearest one before."""
        refused = []
        for file, line in set(re.findall(r"^(/[^:\n]+):(\d+):\d+: error:", output, re.MULTILINE)):
            there = [edit for edit in edits if file.endswith("/" + edit.file)]
            line = int(line)
            hit = [edit for edit in there if edit.first_line <= line <= edit.last_line]
            if not hit:
                before = [edit for edit in there if edit.first_line <= line]
                hit = [max(before, key=lambda edit: edit.first_line)] if before else []
            refused += [edit for edit in hit if edit not in refused]
        return refused

    # Running

    def run(self, command, number, seconds, reached=None, stops_early=True):
        """Runs a command with one edit on: how it ended, which test failed first, and its processor time."""
        environment = {**os.environ, SWITCH_NAME: str(number), "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1"}
        if reached:
            environment[REACHED_NAME] = str(reached)
        limit = int(seconds) + 1
        process = subprocess.Popen(
            command, cwd=self.work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        late = threading.Event()

        def end():
            late.set()
            stop(process)

        timer = threading.Timer(CLOCK * limit, end)
        timer.start()
        tail, failed = [], None
        for raw in process.stdout:
            line = raw.decode(errors="replace")
            tail = (tail + [line])[-40:]
            match = FAILED.match(line)
            if match:
                failed = failed or match[1]
                if stops_early:
                    stop(process)
                    break
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        timer.cancel()
        took = used.ru_utime + used.ru_stime
        if failed:
            return "failed", failed, took, tail
        if late.is_set() or code < 0 and took >= limit - 0.5:
            return "hang", "", took, tail
        return ("passed" if code == 0 else "crash" if code < 0 else "failed"), "", took, tail

    def test_command(self, names):
        command = [str(self.tests), "--testing-library", "swift-testing"]
        for name in names:
            command += ["--filter", "^" + re.escape(name) + ("/" if "/" not in name else "")]
        return command

    def listed(self):
        """All suites with their tests."""
        done = subprocess.run([str(self.tests), "--testing-library", "swift-testing", "--list-tests"],
                              cwd=self.work, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        suites = {}
        for line in done.stdout.decode().split("\n"):
            if "/" in line:
                suites.setdefault(line.split("/")[0], []).append(line)
        return suites

    def measure(self, unjudged, pattern, known=(), fresh=()):
        """What each suite, or test of a long one, reaches and how long it takes, without an edit."""
        judges = [judge for judge in known if judge["suite"] not in fresh]
        have = {judge["suite"] for judge in judges}
        for suite, tests in sorted(self.listed().items()):
            if suite.split(".")[0] not in self.rooms or suite in unjudged or suite in have \
                    or not re.search(pattern, suite):
                continue
            judge = self.measured(suite, suite)
            parts = [self.measured(suite, test) for test in tests] if judge["seconds"] > LONG_SUITE and \
                len(tests) > 1 else [judge]
            judges += parts
            print(f"{suite}: {len(parts)} judges, {judge['seconds']:.1f} s, {len(judge['reached'])} edits",
                  file=sys.stderr, flush=True)
            (self.notes / "judges.json").write_text(json.dumps(judges))
        return judges

    def measured(self, suite, name):
        file = self.notes / "reached"
        file.write_bytes(bytes(MOST))
        how, failed, took, tail = self.run(self.test_command([name]), 0, 600, reached=file)
        if how != "passed":
            print(f"without an edit {name} {how} {failed}\n" + "".join(tail[-5:]), file=sys.stderr, flush=True)
        reached = [number for number, byte in enumerate(file.read_bytes()) if byte]
        return {"suite": suite, "name": name, "seconds": took, "reached": reached, "passes": how == "passed"}

    def judge(self, number, judges, own_room, longest):
        """Puts an edit to the tests that reach it, the cheapest first, its own room before the others."""
        able = [judge for judge in judges
                if judge["passes"] and number in judge["reached"] and judge["seconds"] <= longest]
        asked, began = 0, time.monotonic()
        for own in (True, False):
            rest = sorted((judge for judge in able if (judge["suite"].split(".")[0] == own_room) == own),
                          key=lambda judge: judge["seconds"])
            while rest:
                some, cost = [], 0.0
                while rest and (not some or cost + rest[0]["seconds"] <= TOGETHER):
                    some.append(rest.pop(0))
                    cost += some[-1]["seconds"]
                asked += len(some)
                command = self.test_command([judge["name"] for judge in some])
                how, failed, _, _ = self.run(command, number, GRACE + PATIENCE * cost)
                if how != "passed":
                    names = sorted({judge["suite"] for judge in some})
                    return {"how": how, "judge": "own room" if own else "other rooms", "test": failed,
                            "suites": names if len(names) < 4 else names[:3] + ["…"],
                            "seconds": round(time.monotonic() - began, 1)}
        return {"how": "survived" if asked else "not reached", "judge": "", "test": "", "suites": [],
                "seconds": round(time.monotonic() - began, 1)}

    def fuzz(self, number, targets, budget, program):
        """A fuzz of all targets together: whether it finds anything."""
        began = time.monotonic()
        for target in targets.split(","):
            command = [str(program), "fuzz", "run", "--target", target, "--seed", "1", "--budget", f"{budget}s",
                       "--max-findings", "1"]
            how, _, _, tail = self.run(command, number, GRACE + 3 * budget)
            if how != "passed":
                return {"how": how, "judge": "fuzz", "test": target, "suites": [],
                        "seconds": round(time.monotonic() - began, 1)}
        return None

    def vectors(self, number, program):
        """The golden vectors, put to the library itself."""
        began = time.monotonic()
        how, _, _, _ = self.run([str(program), "conform", "run", "--adapter", "self"], number, 240)
        if how == "passed":
            return None
        return {"how": how, "judge": "vectors", "test": "", "suites": [], "seconds": round(time.monotonic() - began, 1)}


def stop(process):
    """Ends a process and those that it began."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
