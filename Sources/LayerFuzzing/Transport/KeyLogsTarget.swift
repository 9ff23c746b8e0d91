package import FuzzInputs
package import Fuzzer
import Transport
import WireFormat

/// Key logs (`SSLKEYLOGFILE`).
package struct KeyLogsTarget: FuzzTarget {
    package let name = "keylogs"
    package let summary = "key-log files with the secrets of TLS"
    /// The labels.
    package var words: [[UInt8]] {
        TLSSecretLabel.allCases.map { Array($0.name().utf8) }
            + [
                "CLIENT_TRAFFIC_SECRET_1", "SERVER_TRAFFIC_SECRET_4294967295", "SERVER_TRAFFIC_SECRET_4294967296", "#",
                "EXPORTER_SECRET", " ", "\t", "\r\n", "\n", "\n\n", "\u{FEFF}",
            ].map { Array($0.utf8) }
    }

    package init() {}

    /// Runs one text.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let read = attempt { () throws(WireError) in try TLSSecrets(keyLog: input.span) }
        // The text with CRLF, or with an empty line before or after it, has the same secrets.
        let isText = !input.starts(with: [0xEF])
        let crlf = input.flatMap { $0 == 10 ? [13, 10] : [$0] }
        let variants = [crlf] + (isText ? [[10] + input, input + [10]] : [])
        switch read {
        case .failure(let error):
            features.reach("keylog", error)
            try Oracles.place(error, in: input.count, "key log")
            for variant in variants {
                let again = attempt { () throws(WireError) in try TLSSecrets(keyLog: variant.span) }
                try Oracles.same(
                    again.error?.code,
                    error.code,
                    .disagreement,
                    "\(error), with other line ends \(String(describing: again.error))"
                )
            }
        case .success(let secrets):
            features.reach("keylog.count", Features.bucket(secrets.count))
            for line in input.split(separator: 10).prefix(32) {
                features.reach("keylog.label", String(decoding: line.prefix { $0 != 32 }.prefix(32), as: UTF8.self))
            }
            for variant in variants {
                let again = attempt { () throws(WireError) in try TLSSecrets(keyLog: variant.span) }
                guard case .success(secrets) = again else {
                    throw Violation(.disagreement, "\(secrets.count) secrets, with other line ends \(again)")
                }
            }
            var twice = secrets
            twice.merge(secrets)
            try Oracles.same(twice, secrets, .disagreement, "merging a table with itself changes it")
            var doubled = secrets
            let more: Result<Void, WireError> = attempt { () throws(WireError) in try doubled.add(keyLog: input.span) }
            try Oracles.same(
                more.error,
                nil,
                .disagreement,
                "the second time it says \(String(describing: more.error))"
            )
            try Oracles.same(doubled, secrets, .disagreement, "reading a log twice changes the table")
        }
    }

    /// The lines and their fields.
    package func shape(of input: [UInt8]) -> Shape? {
        let lines = input.split(separator: 10, omittingEmptySubsequences: false)
        return Shape(
            "log",
            lines.enumerated().map { number, line in
                let fields = line.split(separator: 32, omittingEmptySubsequences: false)
                let parts = fields.enumerated().flatMap { index, field in
                    (index == 0 ? [] : [Shape("space", .token, [32])]) + [Shape("field\(index)", .text, field)]
                }
                return Shape("line", number == lines.count - 1 ? parts : parts + [Shape("end", .token, [10])])
            }
        )
    }

    /// A log with every label.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        func line(_ label: String, _ count: Int) -> String {
            label + " " + Hex.encode(random.bytes(32)) + " " + Hex.encode(random.bytes(count)) + "\n"
        }
        var whole = "# comment\n"
        for label in TLSSecretLabel.allCases { whole += line(label.name(), label == .master ? 48 : 32) }
        whole += line("EXPORTER_SECRET", 32)
        return [whole, line("CLIENT_RANDOM", 48), line("CLIENT_TRAFFIC_SECRET_1", 48), ""].map { Array($0.utf8) }
    }
}
