import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Conformance

/// What an adapter does at one case, and what the run must say of that case.
struct Misdeed: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// In shell; `$id` is the number of the request.
    var action: String
    /// The class of the failure; `nil` when the case passes.
    var failure: String?
    /// Shorter where the time limit is what ends it.
    var timeout = 10.0

    init(_ title: String, _ action: String, _ failure: String?, timeout: Double = 10) {
        testDescription = title
        self.action = action
        self.failure = failure
        self.timeout = timeout
    }

    static let reply = ShellAdapter.reply

    static let all: [Misdeed] = [
        Misdeed("crashes", "kill -SEGV $$", "crash"),
        Misdeed("ends with a status", "exit 3", "crash"),
        Misdeed("ends with status 0", "exit 0", "crash"),
        Misdeed("ends in the middle of a line", #"printf '{"id":'; exit 0"#, "crash"),
        Misdeed("ends after its reply", "\(reply); exit 0", "crash"),
        Misdeed("is killed after its reply", "\(reply); kill -KILL $$", "crash"),
        Misdeed("closes its output and stays", "exec 1>&-; sleep 100", "crash"),
        Misdeed("closes its input and hangs", "exec 0<&-; sleep 100", "hang", timeout: 2),
        Misdeed("hangs", "sleep 100", "hang", timeout: 2),
        Misdeed("hangs in a child that ignores signals", "(trap '' TERM INT HUP; sleep 100)", "hang", timeout: 2),
        Misdeed("hangs after half a line", #"printf '{"id":'; sleep 100"#, "hang", timeout: 2),
        Misdeed("says nothing and reads on", ":", "hang", timeout: 2),
        Misdeed("prints garbage", "echo garbage", "malformed"),
        Misdeed("prints bytes that are no text", #"printf '\377\376\000\n'"#, "malformed"),
        Misdeed("prints an empty line before its reply", "echo; \(reply)", "malformed"),
        Misdeed("prints a message before its reply", "echo decoding; \(reply)", "malformed"),
        Misdeed("prints a message after its reply", "\(reply); echo decoded", "malformed"),
        Misdeed("prints a message after its reply, in one piece", "echo \"$(\(reply); echo decoded)\"", "malformed"),
        Misdeed("replies twice", "\(reply); \(reply)", "malformed"),
        Misdeed("answers another request", #"echo '{"id":2,"ok":true,"value":{"n":12}}'"#, "malformed"),
        Misdeed("answers the request to come", #"id=$((id+2)); "# + reply, "malformed"),
        Misdeed("answers without an id", #"echo '{"ok":true,"value":{"n":12}}'"#, "malformed"),
        Misdeed("answers with the id as text", #"echo "{\"id\":\"$id\",\"ok\":true,\"value\":{}}""#, "malformed"),
        Misdeed("answers without a value", #"echo "{\"id\":$id,\"ok\":true}""#, "malformed"),
        Misdeed("answers without an error", #"echo "{\"id\":$id,\"ok\":false}""#, "malformed"),
        Misdeed("refuses without a class", #"echo "{\"id\":$id,\"ok\":false,\"error\":{}}""#, "refused"),
        Misdeed("answers neither yes nor no", #"echo "{\"id\":$id}""#, "malformed"),
        Misdeed("answers with an array", "echo '[1]'", "malformed"),
        Misdeed("answers with two objects on a line", #"echo "{\"id\":$id,\"ok\":true,\"value\":{}} {}""#, "malformed"),
        Misdeed("prints a line without end", "yes xxxxxxxxxxxxxxxx | tr -d '\\n'", "malformed"),
        Misdeed("prints lines without end", "yes", "malformed"),
        Misdeed("nests a million arrays", "printf '%0100000d\\n' 0 | tr 0 '['", "malformed"),
        Misdeed("refuses", #"echo "{\"id\":$id,\"ok\":false,\"error\":{\"class\":\"value\",\"text\":\"\"}}""#, "value"),
        Misdeed("answers wrongly", #"echo "{\"id\":$id,\"ok\":true,\"value\":{\"n\":0}}""#, "difference"),
        Misdeed("is slow, but in time", "sleep 0.3; \(reply)", nil),
        Misdeed(
            "prints its reply in pieces",
            #"printf '{"id":'; sleep 0.1; printf "$id"; sleep 0.1; echo ',"ok":true,"value":{"n":'$id'}}'"#,
            nil
        ),
        Misdeed("ends its lines as Windows does", #"printf "{\"id\":$id,\"ok\":true,\"value\":{\"n\":$id}}\r\n""#, nil),
        Misdeed(
            "says more than was asked",
            #"echo "{\"note\":1,\"value\":{\"n\":$id.0,\"m\":1},\"ok\":true,\"id\":$id}""#,
            nil
        ),
    ]
}

@Suite("An adapter that misbehaves at one case", .serialized)
struct RunnerHostileTests {
    @Test("fails there and passes everywhere else", arguments: Misdeed.all, [1, 3])
    func verdicts(_ misdeed: Misdeed, jobs: Int) throws {
        let script = ShellAdapter.script(at: 5, misdeed.action)
        let run = try ShellAdapter.run(script, jobs: jobs, timeout: misdeed.timeout)
        #expect(run.results.map(\.entry.vector.id) == (0..<12).map(ShellAdapter.name))
        for (index, result) in run.results.enumerated() {
            let expected = index == 5 ? misdeed.failure : nil
            #expect(result.failure?.name == expected, "\(result.entry.vector.id): \(result.failure?.text ?? "passed")")
            #expect(result.status == (expected == nil ? .passed : .failed))
        }
        let isRestarted = ["crash", "hang", "malformed"].contains(misdeed.failure)
        #expect(isRestarted ? run.restarts <= 1 : run.restarts == 0)
    }

    @Test("at its first case, or at its last", arguments: [0, 11], ["exit 1", "echo garbage", "sleep 100"])
    func ends(_ index: Int, _ action: String) throws {
        let run = try ShellAdapter.run(ShellAdapter.script(at: index, action), timeout: action == "sleep 100" ? 2 : 30)
        #expect(run.results.filter { $0.status == .failed }.map(\.entry.vector.id) == [ShellAdapter.name(index)])
    }

    @Test("at its last case, after its reply", arguments: ["exit 1", "echo garbage"])
    func afterTheLast(_ action: String) throws {
        let run = try ShellAdapter.run(ShellAdapter.script(at: 11, "\(ShellAdapter.reply); \(action)"), timeout: 30)
        // Nothing follows that could show it for sure: the case passes unless it was seen.
        #expect(run.results.dropLast().allSatisfy { $0.status == .passed })
    }
}

@Suite("An adapter that misbehaves all the time")
struct RunnerHopelessTests {
    @Test("ends every case by itself, and the run goes on to the end")
    func everyCase() throws {
        let script = """
            while IFS= read -r line; do
              case $line in *hello*) \(ShellAdapter.defaultHello);; *) exit 9;; esac
            done
            """
        let run = try ShellAdapter.run(script)
        #expect(run.results.map(\.failure?.name) == Array(repeating: "crash", count: 12))
        #expect(run.results.allSatisfy { $0.failure?.text == "the adapter ended with exit status 9" })
        #expect(run.restarts == 12)
    }

    @Test("answers every line twice, the handshake too, and the run ends", .timeLimit(.minutes(15)), arguments: [1, 3])
    func answersTwice(_ jobs: Int) throws {
        let script = ShellAdapter.twice(hello: true)
        let run = try ShellAdapter.run(script, jobs: jobs, count: 80)
        #expect(run.results.count == 80)
        #expect(run.results.allSatisfy { $0.status == .failed })
        #expect(run.restarts <= ShellAdapter.options.limits.restartsInRow + jobs)
        #expect(!run.notes.isEmpty)
        #expect(
            run.notes.allSatisfy { $0.contains("did not start again") || $0.contains("broken off") },
            "\(run.notes)"
        )
    }

    @Test("answers every request twice, and each case is asked no more often than it may be", arguments: [1, 3])
    func answersCasesTwice(_ jobs: Int) throws {
        let folder = try TemporaryFolder()
        let run = try ShellAdapter.run(ShellAdapter.twice(hello: false, log: "\(folder.path)/asked"), jobs: jobs)
        #expect(run.results.count == 12)
        #expect(run.results.count { $0.status == .failed } >= 11)
        let asked = try folder.text("asked").split(separator: "\n")
        let often = Dictionary(grouping: asked, by: { $0 }).values.map(\.count).max() ?? 0
        // Beside its own turns a case may be repeated to settle a doubt about it.
        #expect(often <= 2 * ShellAdapter.options.limits.attempts + 3)
    }

    @Test("breaks the run off after too many restarts, and says so", arguments: [(4, 1000), (1000, 4)])
    func breaksOff(_ inRow: Int, _ inAll: Int) throws {
        var options = ShellAdapter.options
        options.limits.restartsInRow = inRow
        options.limits.restarts = inAll
        let script = """
            while IFS= read -r line; do
              case $line in *hello*) \(ShellAdapter.defaultHello);; *) exit 9;; esac
            done
            """
        let run = try AdapterRun(suite: "", ShellAdapter.entries(20), adapter: .command(script), options: options)
        #expect(run.restarts == 4)
        #expect(run.results.count == 20)
        #expect(run.results.prefix(4).allSatisfy { $0.failure?.text == "the adapter ended with exit status 9" })
        #expect(
            run.results.dropFirst(4).allSatisfy { $0.failure?.text.hasPrefix("not asked: the adapter had") ?? false }
        )
        #expect(run.notes.count == 1)
        #expect(run.notes[0].hasPrefix("the run was broken off: the adapter had to be started again 4 times"))
    }

    @Test("is broken off, and what it never said it has is not supported")
    func breaksOffUnsupported() throws {
        var options = ShellAdapter.options
        options.limits.restartsInRow = 2
        var entries = try ShellAdapter.entries(6)
        var other = entries[5].vector
        other.operation = "count.down"
        entries[5] = VectorSuite.Entry(group: "test", vector: other)
        let script = "read -r line; \(ShellAdapter.defaultHello); read -r line; exit 9"
        let run = try AdapterRun(suite: "", entries, adapter: .command(script), options: options)
        #expect(run.restarts == 2)
        #expect(run.results.map(\.status) == Array(repeating: .failed, count: 5) + [.unsupported])
    }

    @Test("never reads anything after the handshake")
    func neverReads() throws {
        let script = "read -r line; \(ShellAdapter.defaultHello); exec sleep 100"
        let run = try ShellAdapter.run(script, jobs: 4, timeout: 0.5, count: 4)
        #expect(run.results.map(\.failure?.name) == Array(repeating: "hang", count: 4))
        #expect(run.results.allSatisfy { $0.failure?.text.contains("did not read the request") ?? false })
    }

    @Test("does not start a second time")
    func startsOnce() throws {
        let folder = try TemporaryFolder()
        let script = "mkdir \(folder.path)/started || exit 1\n" + ShellAdapter.script(at: 3, "exit 1")
        let run = try ShellAdapter.run(script)
        #expect(run.results.prefix(3).allSatisfy { $0.status == .passed })
        #expect(run.results.dropFirst(3).map(\.failure?.name) == Array(repeating: "crash", count: 9))
        #expect(run.notes.count == 1)
    }

    @Test(
        "is no adapter at all, which is said",
        arguments: [
            ("exit 0", "ended with exit status 0"), ("/nonexistent/adapter", "not found"), ("cat", "neither"),
            ("echo hello", "not JSON"), ("echo '{}'", "has no id"), ("sleep 100", "did not answer the handshake"),
            (#"echo '{"id":1,"ok":true,"value":{}}'; cat"#, "name of its SDK"),
            (#"echo '{"id":1,"unsupported":true}'; cat"#, "unsupported"),
            (#"echo '{"id":1,"ok":true,"value":{"sdk":"a","operations":3}}'; cat"#, "operations"),
            ("yes | tr -d '\\n'", "more than"),
        ]
    )
    func noAdapter(_ script: String, _ reason: String) throws {
        var options = ShellAdapter.options
        options.startTimeout = script.hasPrefix("sleep") ? 0.5 : 10
        do {
            _ = try AdapterRun(suite: "", ShellAdapter.entries(), adapter: .command(script), options: options)
            Issue.record("the run went on")
        } catch RunError.notStarted(let text) {
            #expect(text.contains(reason), "\(text)")
        }
    }
}

@Suite("A run")
struct RunnerTests {
    @Test("asks the same of the same cases, whatever the number of processes", arguments: [1, 2, 5, 64])
    func jobs(_ jobs: Int) throws {
        let run = try ShellAdapter.run(ShellAdapter.script(at: -1, ":"), jobs: jobs, count: 30)
        // The expected values are the numbers of the requests.
        #expect(run.results.map(\.status) == Array(repeating: .passed, count: 30))
        #expect(run.restarts == 0)
        #expect(run.notes.isEmpty)
    }

    @Test("does not ask for what the handshake does not list")
    func unsupported() throws {
        let hello = #"echo '{"id":1,"ok":true,"value":{"sdk":"shell","operations":["frame.decode"]}}'"#
        let run = try ShellAdapter.run(ShellAdapter.script(at: 3, "exit 1", hello: hello))
        #expect(run.results.map(\.status) == Array(repeating: .unsupported, count: 12))
    }

    @Test("in which nothing passes is not green, and every report says why")
    func nothingPassed() throws {
        let hello = #"echo '{"id":1,"ok":true,"value":{"sdk":"shell","operations":["frame.decode"]}}'"#
        let run = try ShellAdapter.run(ShellAdapter.script(at: -1, ":", hello: hello))
        #expect(!run.isGreen)
        let reason = "no case passed: 12 of 12 are not supported by the adapter"
        #expect(run.emptiness == reason)
        #expect(run.summary.contains(reason))
        let report = ConformanceReport([run])
        for text in [report.lines.joined(separator: "\n"), report.markdown.joined(separator: "\n"), report.html] {
            #expect(text.contains(reason))
        }
        #expect(report.junit.contains("<testsuites name=\"imwire conformance\" tests=\"13\" failures=\"1\""))
        #expect(report.junit.contains("message=\"\(reason)\""))
        #expect(report.tap.contains("1..13\n") && report.tap.contains("not ok 13 - \(reason)\n"))
        #expect(try ConformanceReport(parsing: report.json.minified).isGreen == false)
    }

    @Test("in which one case passes and the rest is not supported is green")
    func onePassed() throws {
        var run = try SampleRun.make()
        run.staleness = []
        run.results.removeAll { $0.status == .failed }
        #expect(run.isGreen)
        run.results.removeAll { $0.status == .passed }
        // A known failure that is still there says that the list is right.
        #expect(run.isGreen && run.results.contains { $0.status == .expectedFailure })
        run.results.removeAll { $0.status == .expectedFailure }
        #expect(!run.isGreen && run.results.contains { $0.status == .unsupported })
        run.results = []
        #expect(run.emptiness == "no case was run")
    }

    @Test("takes unsupported for an answer")
    func answersUnsupported() throws {
        let run = try ShellAdapter.run(ShellAdapter.script(at: 3, #"echo "{\"id\":$id,\"unsupported\":true}""#))
        #expect(run.results.map(\.status).enumerated().allSatisfy { $0 == 3 ? $1 == .unsupported : $1 == .passed })
    }

    @Test("sends requests and reads replies that are longer than a pipe holds")
    func longLines() throws {
        let text = String(repeating: "0123456789", count: 40_000)
        let vector = try VectorCase([
            "id": "long", "level": "must", "flags": [], "comment": "long", "operation": "count.up",
            "input": ["text": JSONValue(text)], "expect": ["outcome": "accept", "value": ["text": JSONValue(text)]],
            "source": "made for the test",
        ])
        let script = """
            read -r line; \(ShellAdapter.defaultHello)
            sed -u 's/"operation":"count.up","input"/"ok":true,"value"/'
            """
        var options = ShellAdapter.options
        options.limits = AdapterLimits()
        options.timeout = 20
        let entry = VectorSuite.Entry(group: "test", vector: vector)
        let run = try AdapterRun(suite: "", [entry], adapter: .command(script), options: options)
        #expect(run.results.first?.status == .passed, "\(run.results.first?.failure?.text ?? "")")
    }

    @Test("tells how far it is, once a case")
    func progress() throws {
        final class Log { var seen: [RunProgress] = [] }
        let log = Log()
        _ = try AdapterRun(
            suite: "",
            ShellAdapter.entries(4),
            adapter: .command(ShellAdapter.script(at: 2, "echo garbage")),
            options: ShellAdapter.options
        ) { log.seen.append($0) }
        #expect(log.seen.map(\.done) == [1, 2, 3, 4])
        #expect(log.seen.map(\.failed) == [0, 0, 1, 1])
        #expect(log.seen.allSatisfy { $0.total == 4 })
    }

    @Test("leaves no process behind")
    func processes() throws {
        let folder = try TemporaryFolder()
        let action = "echo $$ >> \(folder.path)/ids; (sleep 100 & echo $! >> \(folder.path)/ids); sleep 100"
        _ = try ShellAdapter.run(ShellAdapter.script(at: 5, action), timeout: 1)
        let ids = try folder.text("ids").split(separator: "\n").compactMap { Int32($0) }
        #expect(ids.count == 2)
        for id in ids { #expect(Processes.isGone(id), "process \(id)") }
    }
}
