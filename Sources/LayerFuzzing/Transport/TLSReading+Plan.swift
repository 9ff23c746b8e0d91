package import FuzzInputs
package import Fuzzer
package import Transport
import WireFormat

extension TLSReading {
    /// Returns the secrets of a valid key log.
    package static func secrets(_ keyLog: [UInt8]) throws(Violation) -> TLSSecrets {
        do throws(WireError) {
            return try TLSSecrets(keyLog: keyLog.span)
        } catch {
            throw Violation(.meaning, "a key log that is in order is refused: \(error)")
        }
    }

    /// Compares the plaintext of both directions, and the reasons for undecrypted bytes, with the expected ones.
    package func compare(_ records: [TLSPlan.Record], _ expectedReasons: Set<String>) throws(Violation) {
        // For some reasons, only the code is known.
        let found = Set(
            self.reasons.map { text in
                expectedReasons.contains(text) ? text : String(text.prefix { $0 != ":" })
            }
        )
        let others = reasons.filter { !expectedReasons.contains($0) }
        guard found == expectedReasons, found.count == reasons.count else {
            throw Violation(
                .meaning,
                "why TLS is not decrypted is another: \(others) in \(reasons.count), made was"
                    + " \(expectedReasons.sorted())"
            )
        }
        for side in 0..<2 {
            let expected = records.filter { $0.side == side }.flatMap(\.plain)
            try PlanMeaning.compare(
                plain[side].map { $0 },
                expected.map { $0 },
                stream: "the \(side == 0 ? "client" : "server")'s plaintext"
            )
        }
    }
}
