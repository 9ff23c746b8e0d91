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
    mutating func search(_ reader: borrowing CaptureReader) {
        guard let search = reader.keyLogSearch else { return }
        late = TLSLateSecrets {
            var found = TLSSecrets()
            // What could be read counts, whatever comes after it.
            try? search.forEach { keyLog in try? found.add(keyLog: keyLog) }
            return found
        }
    }
}
