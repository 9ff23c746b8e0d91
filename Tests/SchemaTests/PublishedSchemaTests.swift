import Foundation
import TestSupport
import Testing
import WireJSON

@Suite("What the program writes follows the published schemas")
struct PublishedSchemaTests {
    @Test("there are captures to hold against them")
    func hasCaptures() { #expect(Bundled.names.count >= 2) }

    @Test("every schema says which version of JSON Schema and which file it is")
    func namesItself() throws {
        let documents = try Published.documents()
        let names: Set = [Published.event, Published.frame, Published.statistics, Published.flows]
        #expect(names.isSubset(of: documents.keys))
        for document in documents.values {
            #expect(document["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
        }
        // References from one file to another go by these.
        for name in names { #expect(documents[name]?["$id"]?.string == name) }
    }

    @Test("the folder's README names every schema")
    func listed() throws {
        let text = try ProjectFolder.text("Docs/schemas/README.md")
        for name in try Published.documents().keys { #expect(text.contains(name), "\(name)") }
    }

    @Test("every event of a capture", arguments: Bundled.names)
    func events(_ name: String) async throws {
        let schema = try Published.schema()
        let capture = try Bundled.bytes(name)
        let plain = try await Output.events(capture, raw: false)
        let full = try await Output.events(capture, file: name)
        #expect(plain.isEmpty == Bundled.needsKeys(name) && plain.count == full.count)
        for event in plain + full {
            let faults = try schema.faults(of: event, in: Published.event, closed: true)
            #expect(faults == [], "event \(event["n"]?.int64 ?? 0)")
        }
        #expect(full.allSatisfy { $0["file"]?.string == name })
    }

    @Test("every frame object of a capture", arguments: Bundled.names)
    func frames(_ name: String) async throws {
        let schema = try Published.schema()
        for event in try await Output.events(Bundled.bytes(name)) {
            guard let frame = try Output.frame(of: event) else { continue }
            let faults = try schema.faults(of: frame, in: Published.frame, closed: true)
            #expect(faults == [], "event \(event["n"]?.int64 ?? 0)")
        }
    }

    @Test("statistics and connections of a capture", arguments: Bundled.names)
    func reports(_ name: String) async throws {
        let schema = try Published.schema()
        let capture = try Bundled.bytes(name)
        let statistics = try await Output.statistics(capture)
        #expect(try schema.faults(of: statistics, in: Published.statistics, closed: true) == [])
        let flows = try await Output.flows(capture)
        #expect(try schema.faults(of: flows, in: Published.flows, closed: true) == [])
        #expect(flows["flows"]?.elements?.isEmpty == false)
    }

    @Test(
        "messages that are no frames, which say so as an error",
        arguments: ["rongcloud-web-v2-chat.pcap", "rongcloud-web-v4-chat.pcap"]
    )
    func textMessages(_ name: String) async throws {
        let schema = try Published.schema()
        var (header, packets) = try Bundled.records(name)
        // Behind the headers of the record, Ethernet, IPv4 and TCP a frame of WebSocket begins: it says now that it is text.
        let start = 16 + 14 + 20 + 32
        for index in packets.indices where packets[index].count > start && packets[index][start] == 0x82 {
            packets[index][start] = 0x81
        }
        let events = try await Output.events(header + packets.joined())
        let undecoded = events.filter { $0["frame"]?["type"] == "UNDECODED" }
        #expect(undecoded.count > 10)
        for event in undecoded {
            #expect(event["diagnostics"]?.elements?.contains { $0["severity"] == "error" } == true)
            #expect(try schema.faults(of: event, in: Published.event, closed: true) == [])
        }
    }

    @Test("events and reports of a capture without any packet")
    func nothing() async throws {
        let schema = try Published.schema()
        let header = try Bundled.records(Bundled.pcapNames[0]).header
        #expect(try await Output.events(header).isEmpty)
        let statistics = try await Output.statistics(header)
        #expect(try schema.faults(of: statistics, in: Published.statistics, closed: true) == [])
        let flows = try await Output.flows(header)
        #expect(try schema.faults(of: flows, in: Published.flows, closed: true) == [])
    }

    @Test("events of a capture that is cut off anywhere", arguments: Bundled.names)
    func cutCaptures(_ name: String) async throws {
        let schema = try Published.schema()
        let capture = try Bundled.bytes(name)
        for length in stride(from: 24, to: capture.count, by: 1999) {
            for event in try await Output.events(Array(capture[..<length])) {
                let faults = try schema.faults(of: event, in: Published.event, closed: true)
                #expect(faults == [], "\(length) bytes: \(event)")
            }
        }
    }

    @Test("events of a capture that lacks a packet or begins late", arguments: Bundled.pcapNames)
    func incompleteCaptures(_ name: String) async throws {
        let schema = try Published.schema()
        let (header, packets) = try Bundled.records(name)
        var types: Set<String> = []
        for missing in stride(from: 0, to: packets.count, by: 3) {
            var left = packets
            if missing % 6 == 0 { left.remove(at: missing) } else { left.removeFirst(missing) }
            let capture = header + left.flatMap { $0 }
            for event in try await Output.events(capture) {
                let faults = try schema.faults(of: event, in: Published.event, closed: true)
                #expect(faults == [], "without packet \(missing): \(event)")
                types.insert(event["frame"]?["type"]?.string ?? "")
            }
            let statistics = try await Output.statistics(capture)
            #expect(try schema.faults(of: statistics, in: Published.statistics, closed: true) == [])
            let flows = try await Output.flows(capture)
            #expect(try schema.faults(of: flows, in: Published.flows, closed: true) == [])
        }
        // The holes are told: the schemas were held against their events, too.
        #expect(types.contains("GAP"))
    }
}
