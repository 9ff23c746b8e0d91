import Capture
import Transport

extension TLSSecrets {
    /// Returns the secrets in a part of a capture, and the lines that cannot be read.
    static func reading(keyLogs: [[UInt8]]) -> (secrets: TLSSecrets, flaws: KeyLogFlaws?) {
        var secrets = TLSSecrets()
        var flaws: KeyLogFlaws?
        for keyLog in keyLogs {
            guard let more = secrets.add(readableLinesOf: keyLog.span) else { continue }
            if flaws == nil { flaws = more } else { flaws?.merge(more) }
        }
        return (secrets, flaws)
    }

    /// Sets up a search of the whole capture for a missing secret, if the capture can be read ahead.
    ///
    /// The search runs when the secret is needed.
    ///
    /// - Parameter limit: the number of secrets that are kept; the first ones count.
    mutating func search(_ reader: borrowing CaptureReader, limit: Int) {
        guard let search = reader.keyLogSearch else { return }
        late = TLSLateSecrets { isWanted in
            var found = TLSSecrets()
            // Secrets that were found before an error are used.
            try? search.forEach(while: isWanted) { keyLog in
                // Unreadable lines are reported when the capture itself is read.
                if found.count < limit { _ = found.add(readableLinesOf: keyLog) }
            }
            return found
        }
    }
}
