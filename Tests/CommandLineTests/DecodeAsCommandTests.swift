import Foundation
import Testing

@Suite("-d says what connections are")
struct DecodeAsCommandTests {
    private let capture = Files.bundled("mixed-systems.pcap")

    /// What `--explain-detect` says that `-d` decided.
    private func decided(_ rules: String...) async throws -> [String] {
        let arguments = ["decode", "--explain-detect"] + rules.flatMap { ["-d", $0] } + [capture]
        let result = try await Program.run(arguments)
        #expect(result.status == 0)
        return result.errors.split(separator: "\n").map(String.init).filter { $0.hasSuffix("as asked for") }
    }

    @Test("--explain-detect says so, for each rule that means a connection")
    func explains() async throws {
        #expect(try await decided() == [])
        #expect(try await decided("tcp.port==7443,leancloud") == ["flow 1: leancloud: as asked for"])
        #expect(try await decided("127.0.0.1:53001,leancloud") == ["flow 1: leancloud: as asked for"])
        #expect(try await decided("127.0.0.2:7443,leancloud") == [])
        let two = try await decided("127.0.0.1:7443,leancloud", "tcp.port==9090,rongcloud")
        #expect(two == ["flow 1: leancloud: as asked for", "flow 4: rongcloud: as asked for"])
        #expect(
            try await decided("tcp.port==53001,nim", "tcp.port==7443,leancloud") == ["flow 1: nim: as asked for"]
        )
    }

    @Test(
        "a rule that matches no connection of any capture is reported, once",
        arguments: [
            "decode", "stats", "flows", "check --fail-on error", "ladder", "report -o /dev/null", "diff",
        ]
    )
    func unmatched(_ command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        // The second capture has neither port; port 9090 is in the first one only.
        let rules = ["-d", "tcp.port==9090,nim", "-d", "tcp.port==9999,nim", "-d", "127.0.0.2:9090,nim"]
        let result = try await Program.run(words + rules + [capture, Files.v2])
        let notices = result.errors.split(separator: "\n").filter { $0.contains(" -d ") }
        #expect(
            notices == [
                "imwire: -d tcp.port==9999,nim matches no connection",
                "imwire: -d 127.0.0.2:9090,nim matches no connection",
            ]
        )
    }

    @Test("HTTP that is none of the system's is told as such: no other system was asked")
    func foreignHTTP() async throws {
        let polling = Files.bundled("yc-polling.pcap")
        let result = try await Program.run("decode", "--quiet", "-d", "tcp.port==80,nim", polling)
        #expect(result.errors == "imwire: \(polling): flow 1: not followed: HTTP that nim does not claim\n")
    }

    @Test("a rule is not said to match nothing where reading stopped before the end")
    func stopped() async throws {
        let result = try await Program.run("decode", "-c", "1", "-d", "tcp.port==9999,nim", capture)
        #expect(!result.errors.contains("matches no connection"), "\(result.errors)")
    }

    @Test("what is no rule is refused with the form that one has and the systems that there are")
    func refuses() async throws {
        for rule in ["7443,nim", "tcp.port==7443,telegram", "udp.port==7443,nim", "tcp.port==7443"] {
            let result = try await Program.run("decode", "-d", rule, capture)
            #expect(result.status == 64 && result.output.isEmpty)
            #expect(result.errors.contains("tcp.port==PORT,SYSTEM or IP:PORT,SYSTEM"))
            #expect(result.errors.contains("rongcloud, leancloud, nim, yc"))
        }
    }
}
