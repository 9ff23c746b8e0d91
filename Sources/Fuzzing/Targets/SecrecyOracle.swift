import Fuzzer
import WireFormat
import WireJSON

/// Checks that tokens from a capture's events do not appear in an output that must hide them.
enum SecrecyOracle {
    /// The length below which a value may appear anywhere by chance.
    private static let shortest = 12
    /// The number of values to look for in one capture.
    private static let most = 8

    /// Returns the tokens that appear in token fields only.
    ///
    /// - Parameter lines: the events as JSON lines, with tokens in full.
    static func tokens(in lines: [UInt8]) -> [String] {
        var counts: [String: Int] = [:]
        for line in lines.split(separator: 10) {
            guard let event = try? JSONValue(parsing: Array(line)), let frame = event["frame"] else { continue }
            let members = (frame.members ?? []) + (frame["query"]?.members ?? [])
            for member in members where member.key.text.lowercased() == "token" {
                guard let value = member.value.string, value.utf8.count >= shortest else { continue }
                counts[value, default: 0] += 1
            }
        }
        let text = String(decoding: lines, as: UTF8.self)
        return counts.keys.sorted().prefix(most).filter { text.split(separator: $0).count <= (counts[$0] ?? 0) + 1 }
    }

    /// Checks that an output contains none of the tokens, neither as text nor as hex.
    static func check(_ output: [UInt8], hides tokens: [String], _ what: String) throws(Violation) {
        for token in tokens {
            let plain = Array(token.utf8)
            for spelling in [plain, Array(Hex.encode(plain).utf8)] where output.firstRange(of: spelling) != nil {
                throw Violation(.secrecy, "\(what) shows a token of \(plain.count) bytes")
            }
        }
    }
}
