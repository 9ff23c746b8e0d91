import Foundation
import Testing

@Suite("Filters, figures and other forms on the command line")
struct FilterCommandTests {
    private static let tcp = Files.bundled("rongcloud-tcp-chat.pcap")
    private static let polling = Files.bundled("rongcloud-polling-chat.pcap")

    private static func oracle(_ name: String) throws -> [String: Any] {
        let file = Files.bundled("\(name).oracle.json")
        return try JSONSerialization.jsonObject(with: Files.bytes(file)) as? [String: Any] ?? [:]
    }

    @Test("a bad filter ends with 64 and says where it goes wrong", arguments: ["decode", "stats"])
    func badFilter(_ command: String) async throws {
        for (filter, place) in [("sender = client", 8), ("bogus == 1", 1), ("(n == 1", 8), ("n == 1 && ", 11)] {
            let result = try await Program.run(command, "-Y", filter, Files.v2)
            #expect(result.status == 64)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains("character \(place)"), "\(filter): \(result.errors)")
        }
    }

    @Test("what is true or absent is never false: the filter is taken, and standard error says how it is asked")
    func neverFalse() async throws {
        for filter in ["tls == false", "n == 1 && tls != true", "any(tls) in {false}"] {
            let result = try await Program.run("decode", "-Y", filter, Files.v2)
            #expect(result.status == 0)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains("tls is true or absent, so this never holds (did you mean !tls?)"))
        }
        for filter in ["!tls", "tls == true", "tls != false", "frame.dup == false"] {
            let result = try await Program.run("decode", "-Y", filter, Files.v2)
            #expect(result.status == 0 && !result.errors.contains("never holds"), "\(filter)")
        }
    }

    @Test(
        "a field that no event has, or that has no value itself, ends with 64 before a packet is read",
        arguments: [["stats", "--by"], ["decode", "--format", "fields", "-e"]]
    )
    func badField(_ command: [String]) async throws {
        for (field, words) in [("no.such", "no field no.such"), ("message", "message"), ("hex", "hex"), ("a b", "a b")]
        {
            let result = try await Program.run(command + [field, Files.v2])
            #expect(result.status == 64)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains(words), "\(field): \(result.errors)")
        }
    }

    @Test("-c stops after so many events that pass")
    func limit() async throws {
        let filter = "frame.type == QUERYACK"
        let all = try await Program.run("decode", "--format", "jsonl", "-Y", filter, Files.v4)
        let some = try await Program.run("decode", "--format", "jsonl", "-c", "2", "-Y", filter, Files.v4)
        #expect(all.lines.count > 2)
        #expect(some.lines == Array(all.lines.prefix(2)))
        #expect(some.status == 0)
    }

    @Test("frames of the TCP form go through decode and encode with the key and come back")
    func tcpFrames() async throws {
        let oracle = try Self.oracle("rongcloud-tcp-chat")
        let key = try #require((oracle["obfuscation"] as? [String: Any])?["keyHex"] as? String)
        for frame in try Files.recordedFrames("rongcloud-tcp-chat").prefix(6) {
            let arguments = "--form tcp --sender \(frame.sender) --obfuscation-key \(key)"
            let result = try await Program.shell(
                "imwire frame decode \(arguments) \(frame.hex) | imwire frame encode \(arguments)"
            )
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.text.trimmingCharacters(in: .whitespacesAndNewlines) == frame.hex)
        }
    }

    @Test("an obfuscated frame that is read without its key names the option that is missing")
    func missingKey() async throws {
        let arguments = ["frame", "decode", "--form", "tcp", "--sender", "client"]
        let query = "5272204be7290fd685a3e34be0597abae9ee6f2ce72e7fb3ecfc6e2a89290ede85b31c"
        let obfuscated = try await Program.run(arguments + [query])
        #expect(obfuscated.status == 65 && obfuscated.errors.contains("--obfuscation-key"))
        // With a key, and where the head is wrong, the key is not what is missing.
        let otherKey = try await Program.run(arguments + ["--obfuscation-key", "0000000000000000", query])
        #expect(otherKey.status == 65 && !otherKey.errors.contains("--obfuscation-key"))
        let checksum = try await Program.run(arguments + ["400102"])
        #expect(checksum.status == 65 && !checksum.errors.contains("--obfuscation-key"))
    }

    @Test("frames of other systems go through decode and encode and come back, which know no TCP form, topic or key")
    func otherSystems() async throws {
        for (system, hex) in [("leancloud", "08022802c206080a0268695a026331"), ("nim", "323a3a"), ("yc", "7b7d")] {
            let result = try await Program.shell(
                "imwire frame decode --system \(system) \(hex) | imwire frame encode --system \(system)"
            )
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.text.trimmingCharacters(in: .whitespacesAndNewlines) == hex)
            for option in [["--form", "tcp"], ["--topic", "x"], ["--obfuscation-key", "0011223344556677"]] {
                let refused = try await Program.run(["frame", "decode", "--system", system] + option + [hex])
                #expect(refused.status == 64)
            }
            // A unit of long polling has the same bytes as any other.
            let polled = try await Program.run("frame", "decode", "--system", system, "--form", "polling", hex)
            #expect(polled.status == (system == "leancloud" ? 64 : 0))
            #expect(polled.errors.contains("frames of leancloud come by websocket only") == (system == "leancloud"))
        }
        #expect(try await Program.run("frame", "decode", "--system", "nim", "6161").status == 65)
        #expect(try await Program.run("frame", "decode", "--system", "mqtt", "c0").status == 64)
    }

    @Test("units of the long-polling form go through decode and encode and come back")
    func pollingUnits() async throws {
        for unit in [
            #"{"headerCode":-32,"status":1,"messageId":0}"#, #"{"headerCode":64,"messageId":2,"date":1,"status":0}"#,
            #"{ "headerCode" : 64 }"#,
        ] {
            let hex = unit.utf8.map { String(format: "%02x", $0) }.joined()
            let result = try await Program.shell(
                "imwire frame decode --form polling --sender server \(hex)"
                    + " | imwire frame encode --form polling --sender server"
            )
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.text.trimmingCharacters(in: .whitespacesAndNewlines) == hex)
        }
    }

    @Test(
        "--obfuscation-key that is no key of eight bytes ends with 64",
        arguments: ["", "12", "zz", "0011223344556677aa"]
    )
    func badKey(_ key: String) async throws {
        let result = try await Program.run("decode", "--obfuscation-key", key, Self.tcp)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }

    @Test("stats and flows print a table or one JSON object")
    func figures() async throws {
        for (command, schema) in [("stats", "imwire-stats/1"), ("flows", "imwire-flows/1")] {
            for file in [Files.v2, Self.tcp, Self.polling] {
                let json = try await Program.run(command, "--format", "json", file)
                #expect(json.status == 0)
                #expect(try json.objects().map { $0["schema"] as? String } == [schema])
                let text = try await Program.run(command, file)
                #expect(text.status == 0)
                #expect(text.lines.count > 1)
            }
        }
    }
}
