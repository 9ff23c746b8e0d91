import Capture
import Transport
import WireFormat

extension TLSSecrets {
    /// The secrets in a stretch of a capture; key logs that are none are passed over.
    init(keyLogs: [[UInt8]]) {
        self.init()
        for keyLog in keyLogs { try? add(keyLog: keyLog.span) }
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
                if found.count < limit { try? found.add(keyLog: keyLog) }
            }
            return found
        }
    }
}
