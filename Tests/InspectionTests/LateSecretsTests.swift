import Capture
import Foundation
import Inspection
import TestSupport
import Testing
import Transport
import WireFormat

@Suite("Secrets that lie behind the packets which they decrypt")
struct LateSecretsTests {
    /// The bundled TLS capture with its secrets at another place.
    private static func capture(secretsAfter part: Double) throws -> [UInt8] {
        let file = try Bundled.tls.capture()
        let keyLog = try #require(try Bundled.tls.keyLog())
        var ends: [Int] = []
        var offset = 0
        while offset < file.count {
            offset += (0..<4).reduce(0) { $0 | Int(file[offset + 4 + $1]) << (8 * $1) }
            ends.append(offset)
        }
        let place = ends[Int(part * Double(ends.count - 1))]
        let secrets = CaptureFile.secrets(String(decoding: keyLog, as: UTF8.self))
        return file[..<place] + CaptureFile.divider + secrets + file[place...]
    }

    @Test("in a file they are found wherever they are", arguments: [0, 0.3, 0.6, 1])
    func file(_ part: Double) async throws {
        let found = try await Decoded(Self.capture(secretsAfter: part))
        let expected = try await Bundled.tls.decoded()
        #expect(found.output == expected.output)
        #expect(found.outcome.capture.notices.lines.isEmpty)
    }

    @Test("lines that cannot be read take nothing from the others, and are told once", arguments: [false, true])
    func badLines(isPiped: Bool) async throws {
        let lines = try Bundled.tls.keyLogText().split(separator: "\n").map { $0 + "\n" }
        let file = try Bundled.tls.capture()
        let head = Int(file[4]) | Int(file[5]) << 8
        let parts = [
            Array(file[..<head]), CaptureFile.secrets("CLIENT_RANDOM 0011\n" + lines[0]),
            CaptureFile.secrets(lines[1...].joined() + "CLIENT_RANDOM 00"), Array(file[head...]),
        ]
        let capture = parts.flatMap { $0 }
        let found = isPiped ? try await Decoded(capture, inChunksOf: 1 << 12) : try await Decoded(capture)
        #expect(found.output == (try await Bundled.tls.decoded().output))
        let notices = found.outcome.capture.notices.lines
        #expect(notices.count == 1)
        #expect(try CaptureProbe().run(try CaptureReader(bytes: capture)).capture.notices.lines == notices)
        #expect(
            notices.first?.hasPrefix("2 lines of the capture's TLS secrets cannot be read, the first: key log.line 1")
                == true
        )
    }

    @Test("what is left of a file that was read in part is searched, and not what lies before")
    func partOfFile() async throws {
        // Another capture before this one in the same file is none of its business.
        let other = CaptureFile.write([], .pcapng, keyLogs: [(try Bundled.tls.keyLogText(), 0)])
        let capture = try Bundled.tls.capture()
        let descriptor = try Decoded.file(of: other + capture)
        lseek(descriptor, off_t(other.count), SEEK_SET)
        let found = try await Decoded(open: descriptor)
        #expect(found.outcome.capture.notices.lines.count == 3)
        #expect(found.outcome.capture.notices.lines.allSatisfy { $0.contains("no secret for client random") })
    }

    @Test("the two halves of a session's secrets may lie apart")
    func halves() async throws {
        let lines = try Bundled.tls.keyLogText().split(separator: "\n")
        let early = lines.filter { $0.contains("HANDSHAKE") }.joined(separator: "\n") + "\n"
        let late = lines.filter { !$0.contains("HANDSHAKE") }.joined(separator: "\n") + "\n"
        let file = try Bundled.tls.capture()
        // Behind the section header and at the end.
        let head = Int(file[4]) | Int(file[5]) << 8
        let parts = [
            Array(file[..<head]), CaptureFile.secrets(early), Array(file[head...]), CaptureFile.divider,
            CaptureFile.secrets(late),
        ]
        let found = try await Decoded(parts.flatMap { $0 })
        #expect(found.output == (try await Bundled.tls.decoded().output))
    }

    @Test("through a pipe it is said that they came too late")
    func pipe() async throws {
        let found = try await Decoded(Self.capture(secretsAfter: 1), inChunksOf: 1 << 12)
        #expect(found.outcome.capture.notices.lines.count == 3)
        for notice in found.outcome.capture.notices.lines {
            #expect(notice.contains("no secret for client random"))
            #expect(notice.hasSuffix("; it came later: decode the capture from a file"))
        }
        let early = try await Decoded(Self.capture(secretsAfter: 0), inChunksOf: 1 << 12)
        #expect(early.output == (try await Bundled.tls.decoded().output))
    }

    @Test("a capture that is packed is searched as well")
    func packed() async throws {
        let packed = try OutsideTool.output(of: "gzip", ["-c"], input: Self.capture(secretsAfter: 1))
        let found = try await Decoded(packed)
        #expect(found.output == (try await Bundled.tls.decoded().output))
    }
}
