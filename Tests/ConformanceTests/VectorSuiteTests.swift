import Foundation
import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Conformance

@Suite("The built-in vectors")
struct VectorSuiteTests {
    static let groups = [
        "capture.file", "filter", "http.exchange", "leancloud.frame", "leancloud.message", "leancloud.payload",
        "nim.frame", "nim.message", "rongcloud.code", "rongcloud.frame.polling", "rongcloud.frame.tcp",
        "rongcloud.frame.websocket", "rongcloud.message", "rongcloud.names", "rongcloud.payload",
        "rongcloud.uid", "session.rules", "tcp.stream", "websocket.stream", "yc.frame", "yc.message",
    ]

    /// The cases of each group, which the suite makes anew each time.
    private static let entries = Dictionary(grouping: VectorSuite.builtIn.entries) { $0.group }

    static func entries(of group: String) -> [VectorSuite.Entry] { entries[group] ?? [] }

    @Test("are the files of the folder, byte for byte")
    func files() throws {
        let folder = ProjectFolder.file("Sources/CVectors/Vectors")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        #expect(VectorSuite.files.map { $0.name + ".json" } == names.sorted())
        for file in VectorSuite.files {
            let text = try Data(contentsOf: folder.appending(path: "\(file.name).json"))
            #expect(Array(text) == file.text, "\(file.name)")
        }
    }

    @Test("are groups of the names that they are known under, and no case is lost")
    func groups() {
        let suite = VectorSuite.builtIn
        #expect(suite.groups.map(\.name) == Self.groups)
        #expect(VectorSuite.files.map(\.name) == Self.groups)
        #expect(suite.version == VectorSuite.builtInVersion)
        // Every case of the files is there; and the suite only grows.
        let ids = VectorSuite.files.map {
            String(decoding: $0.text, as: UTF8.self).split(separator: "\n").count {
                $0.drop { $0 == " " }.hasPrefix(#"{"id":""#)
            }
        }
        #expect(suite.groups.map(\.cases.count) == ids)
        #expect(suite.count >= 6420)
        for (system, least) in [("leancloud", 931), ("nim", 990), ("yc", 112)] {
            let cases = suite.entries.filter { $0.group.hasPrefix(system + ".") }
            #expect(cases.count >= least, "\(system)")
            // A case asks for the system of its group, and no other group's case names one.
            #expect(cases.allSatisfy { $0.vector.input["system"]?.string == system })
            #expect(suite.entries.count { $0.vector.input["system"]?.string == system } == cases.count)
        }
    }

    @Test("have unique ids, comments and sources that say something, and explained flags that are used")
    func lint() {
        var ids: Set<String> = []
        for group in VectorSuite.builtIn.groups {
            var comments: Set<String> = []
            for vector in group.cases {
                #expect(ids.insert(vector.id).inserted, "\(vector.id)")
                #expect(VectorCase.isSlug(vector.id))
                #expect(comments.insert(vector.comment).inserted, "\(vector.id): a comment of another case")
                #expect(vector.comment.count >= 15, "\(vector.id): \(vector.comment)")
                #expect(vector.source.count >= 8, "\(vector.id): \(vector.source)")
                #expect(Set(vector.flags).count == vector.flags.count, "\(vector.id)")
            }
            for note in group.notes { #expect((note.value.string ?? "").count >= 20, "\(note.key.text)") }
            let flags = group.notes.map(\.key.text).filter { !$0.contains(".") }
            #expect(Set(flags) == Set(group.flags), "\(group.name)")
        }
    }

    @Test("ask for operations of the protocol, with the input that these need")
    func operations() {
        let inputs: [String: Set<String>] = [
            "frame.decode": ["form", "sender", "hex"], "frame.encode": ["form", "sender", "frame"],
            "payload.decode": ["message", "hex"], "payload.encode": ["message", "value"],
            "message.decode": ["objectName", "hex"], "message.encode": ["objectName", "content"], "names.list": [],
            "uid.decode": ["uid"], "uid.encode": [], "code.explain": ["code"], "capture.read": ["hex"],
            "tcp.read": ["segments"], "http.read": ["parts"], "websocket.read": ["sender", "hex"],
            "filter.test": ["filter", "event"], "session.check": ["connections"],
        ]
        for entry in VectorSuite.builtIn.entries {
            let vector = entry.vector
            guard let needed = inputs[vector.operation] else {
                Issue.record("\(vector.id): \(vector.operation)")
                continue
            }
            let given = Set(vector.input.members?.map(\.key.text) ?? [])
            #expect(given.isSuperset(of: needed), "\(vector.id)")
            // What is no hex can only be there to be refused.
            if let hex = vector.input["hex"]?.string, (try? Hex.encode(Hex.decode(hex))) != hex {
                #expect(vector.expectation.values.isEmpty, "\(vector.id)")
            }
            if vector.reencodesExactly { #expect(vector.operation.hasSuffix(".decode"), "\(vector.id)") }
        }
    }

    @Test("have levels by rule: nobody is asked at must for what the other side sends, nor for what SDKs drop")
    func levels() {
        let kept: Set<String> = ["trailing", "flag", "raw"]
        for entry in VectorSuite.builtIn.entries {
            let vector = entry.vector
            let sender = vector.input["sender"]?.string
            switch vector.operation {
            case "frame.decode":
                if sender == "client" { #expect(vector.level != .must, "\(vector.id)") }
                if vector.input["protocolVersion"]?.int64 == 4 { #expect(vector.level != .must, "\(vector.id)") }
                for value in vector.expectation.values where value["type"]?.string == "CONNACK" {
                    if value["flags"]?.int64 != nil {
                        #expect(vector.input["protocolVersion"]?.int64 == 4, "\(vector.id)")
                    }
                    if value["sessionId"]?.string != nil, vector.input["form"]?.string == "websocket" {
                        #expect(vector.level != .must, "\(vector.id)")
                    }
                }
                for value in vector.expectation.values {
                    let names = value.members?.map(\.key.text) ?? []
                    if !kept.isDisjoint(with: names) { #expect(vector.level == .may, "\(vector.id)") }
                }
            case "frame.encode": if sender == "server" { #expect(vector.level != .must, "\(vector.id)") }
            case "message.decode", "message.encode":
                if sender != nil { #expect(vector.level == .may, "\(vector.id)") }
                if vector.expectation.values.isEmpty { #expect(vector.level != .must, "\(vector.id)") }
            default: break
            }
        }
    }

    @Test("cite version and class of the code that writes a content")
    func citations() {
        let cited = VectorSuite.builtIn.entries.filter { $0.vector.id.contains("-from-web") }
        #expect(cited.count > 5)
        for entry in cited {
            #expect(entry.vector.source.contains("web SDK 2.5.12, RongIMLib-2.5.12.js, "), "\(entry.vector.id)")
        }
        let builtIn = VectorSuite.builtIn.entries
        for entry in builtIn where ["rongcloud.names", "rongcloud.code"].contains(entry.group) {
            #expect(entry.vector.source.contains("which the library embeds"), "\(entry.vector.id)")
        }
        // A must that nobody can look up is none.
        let unread = "no code "
        for entry in builtIn where entry.group == "rongcloud.names" || entry.vector.source.hasPrefix("catalogue, ") {
            let source = entry.vector.source
            if entry.vector.flags.contains("Unregistered") { continue }
            let hasCode = source.contains(" SDK") || source.contains("plug-in")
            #expect(hasCode != source.contains(unread), "\(entry.vector.id): \(source)")
            if !hasCode { #expect(entry.vector.level != .must, "\(entry.vector.id)") }
        }
    }

    @Test("are written as they were read")
    func rewriting() throws {
        for file in VectorSuite.files {
            let group = try VectorGroup(parsing: file.text)
            let again = try VectorGroup(parsing: group.text)
            #expect(again.cases.map { $0.json.description } == group.cases.map { $0.json.description })
            #expect(group.text == file.text, "\(file.name)")
        }
    }

    @Test("are passed by this library")
    func library() throws {
        let run = try Self.libraryRun()
        let failures = run.results.filter { $0.status == .failed }
        #expect(failures.map { "\($0.entry.vector.id): \($0.failure?.text ?? "")" } == [])
        // Two names that single platforms use for a type are in no list of names; nothing else may be left out.
        #expect(
            run.results.filter { $0.status == .unsupported }.map(\.entry.vector.id)
                == ["name-alias-rc-cscha", "name-alias-rc-cslm"]
        )
    }

    static func libraryRun() throws -> AdapterRun {
        try AdapterRun(
            suite: VectorSuite.builtIn.version,
            VectorSuite.builtIn.entries,
            adapter: .library(version: "test")
        )
    }
}

@Suite("Every case of the built-in vectors can fail")
struct VectorMutationTests {
    @Test("when any leaf of what it expects is another", arguments: VectorSuiteTests.groups)
    func leaves(_ group: String) throws {
        let library = LibraryAdapter(version: "test")
        var mutants = 0
        var refused = 0
        for entry in VectorSuiteTests.entries(of: group) {
            let judge = CaseJudge(entry, firstRequest: 2)
            let reply = library.reply(to: judge.request)
            guard case .value = reply else {
                refused += 1
                continue
            }
            if case .done(let plain) = judge.judge(reply, to: judge.request, of: library.greeting),
                plain.status == .unsupported
            {
                continue
            }
            for mutation in Mutant.of(entry.vector.expectation) {
                var mutant = entry
                mutant.vector.expectation = mutation
                mutant.vector.reencodesExactly = false
                let step = CaseJudge(mutant, firstRequest: 2).judge(reply, to: judge.request, of: library.greeting)
                mutants += 1
                guard case .done(let result) = step else {
                    Issue.record("\(entry.vector.id) is asked once more")
                    continue
                }
                let isReported = result.status == .failed
                #expect(isReported, "\(entry.vector.id) passes with \(mutation.json)")
            }
        }
        // Each case that the library reads has at least one leaf.
        let cases = VectorSuiteTests.entries(of: group).count
        #expect(mutants >= (cases - refused) / 2 && mutants > 0, "\(mutants) mutants of \(cases) cases")
    }

    @Test("when it is to be refused, or for another reason, or accepted", arguments: VectorSuiteTests.groups)
    func outcomes(_ group: String) throws {
        let library = LibraryAdapter(version: "test")
        var judged = 0
        var unsupported = 0
        for entry in VectorSuiteTests.entries(of: group) {
            let judge = CaseJudge(entry, firstRequest: 2)
            let reply = library.reply(to: judge.request)
            var mutant = entry
            switch reply {
            case .value: mutant.vector.expectation = .reject([])
            case .error(let name, _):
                let others = WireError.Code.allCases.map(\.rawValue).filter { $0 != name }
                mutant.vector.expectation = .reject(others)
            case .unsupported:
                unsupported += 1
                continue
            }
            let step = CaseJudge(mutant, firstRequest: 2).judge(reply, to: judge.request, of: library.greeting)
            guard case .done(let result) = step else {
                Issue.record("\(entry.vector.id) is asked once more")
                continue
            }
            judged += 1
            #expect(result.status == .failed, "\(entry.vector.id)")
            if case .error = reply {
                mutant.vector.expectation = .accept([:])
                let step = CaseJudge(mutant, firstRequest: 2).judge(reply, to: judge.request, of: library.greeting)
                guard case .done(let result) = step else {
                    Issue.record("\(entry.vector.id) is asked once more")
                    continue
                }
                #expect(result.status == .failed, "\(entry.vector.id)")
            }
        }
        #expect(unsupported == 0)
        #expect(judged == VectorSuiteTests.entries(of: group).count)
    }

    @Test("when encoding again gives other bytes, or none")
    func reencoding() throws {
        let library = LibraryAdapter(version: "test")
        var seen = 0
        for entry in VectorSuite.builtIn.entries where entry.vector.reencodesExactly {
            let judge = CaseJudge(entry, firstRequest: 2)
            let reply = library.reply(to: judge.request)
            guard case .ask(let request) = judge.judge(reply, to: judge.request, of: library.greeting) else {
                Issue.record("\(entry.vector.id) is not encoded again")
                continue
            }
            seen += 1
            let wrong: [AdapterReply] = [
                .value(["hex": "ff00ff", "uid": "0"]), .value([:]), .value("c0"), .error(class: "value", text: ""),
            ]
            for reply in wrong {
                guard case .done(let result) = judge.judge(reply, to: request, of: library.greeting) else {
                    Issue.record("\(entry.vector.id) is asked a third time")
                    continue
                }
                #expect(result.failure?.name == "reencode", "\(entry.vector.id)")
            }
        }
        #expect(seen == VectorSuite.builtIn.entries.count { $0.vector.reencodesExactly })
        #expect(seen > 100)
    }
}

/// Expectations that differ from another in one place.
enum Mutant {
    /// All of them: each leaf of the value changed; of several acceptable values, the same leaf path in each.
    static func of(_ expectation: VectorExpectation) -> [VectorExpectation] {
        switch expectation {
        case .accept(let value): values(value).map { .accept($0) }
        case .reject: []
        case .either(let alternatives, let errors):
            // Each alternative must be wrong for the case to fail.
            alternatives.isEmpty ? [] : [.either(alternatives.map(ruined), errors: errors)]
        }
    }

    /// The value with all its leaves changed.
    private static func ruined(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members) where !members.isEmpty:
            .object(members.map { JSONMember($0.key, $0.key.text == "objectName" ? $0.value : ruined($0.value)) })
        case .array(let elements) where !elements.isEmpty: .array(elements.map(ruined))
        case .bool: "\u{1}"  // the other truth value may be another alternative's
        default: changed(value)
        }
    }

    private static func values(_ value: JSONValue) -> [JSONValue] {
        switch value {
        case .object(let members) where !members.isEmpty:
            members.indices.flatMap { index -> [JSONValue] in
                // Names are how names.list finds its entry.
                if members[index].key.text == "objectName" { return [] }
                return values(members[index].value).map { changed in
                    var members = members
                    members[index].value = changed
                    return .object(members)
                }
            }
        case .array(let elements) where !elements.isEmpty:
            elements.indices.flatMap { index in
                values(elements[index]).map { changed in
                    var elements = elements
                    elements[index] = changed
                    return .array(elements)
                }
            }
        default: [changed(value)]
        }
    }

    /// Another value of the same kind, which nobody can have meant.
    private static func changed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let string): JSONValue(string.text + "\u{1}")
        case .number(let number): JSONValue((number.int64 ?? 0) &+ 999_999_937)
        case .bool(let bool): .bool(!bool)
        case .null: "\u{1}"
        case .object: ["\u{1}": 1]
        case .array: ["\u{1}"]
        }
    }
}
