import Capture
import Transport
import WireFormat

extension TLSSecrets {
    /// The secrets in a stretch of a capture, and what can not be read there.
    static func reading(keyLogs: [[UInt8]]) -> (secrets: TLSSecrets, flaws: KeyLogFlaws?) {
        var secrets = TLSSecrets()
        var flaws: KeyLogFlaws?
        for keyLog in keyLogs {
            guard let more = secrets.add(readableLinesOf: keyLog.span) else { continue }
            if flaws == nil { flaws = more } else { flaws?.merge(more) }
        }
        return (secrets, flaws)
    }

    /// Lets a secret that is missing be looked for in all of a capture, if that can be read ahead.
    ///
    /// - Parameter limit: how many are kept of what is found; the first ones.
    mutating func search(_ reader: borrowing CaptureReader, limit: Int) {
        guard let search = reader.keyLogSearch else { return }
        late = TLSLateSecrets { isWanted in
            var found = TLSSecrets()
            // What could be read counts, whatever comes after it.
            try? search.forEach(while: isWanted) { keyLog in
                // The reading itself says what is wrong with them.
                if found.count < limit { _ = found.add(readableLinesOf: keyLog) }
            }
            return found
        }
    }
}
