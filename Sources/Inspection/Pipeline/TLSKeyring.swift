import Transport
import WireFormat

/// The TLS secrets of a worker, and the sessions that lack one.
struct TLSKeyring: ~Copyable {
    /// All secrets: given ones and those of the capture.
    private(set) var secrets: TLSSecrets
    /// The secrets that do not come from the capture.
    private let given: TLSSecrets
    private let limit: Int
    private var hasDropped = false
    /// The sessions that are not decrypted because a secret is missing, with the index of each session's notice.
    private var lacking: [TLSClientRandom: Int] = [:]
    /// The secrets of the capture that cannot be read; `flawsPlace` is the index of their notice.
    private var flaws: KeyLogFlaws?
    private var flawsPlace: Int?
    /// The plaintext of the current record.
    var plaintext = ByteWriter(capacity: 0)

    init(_ options: PipelineOptions) {
        secrets = options.secrets
        given = options.secrets
        limit = options.limits.tlsSecrets
    }

    /// Merges the secrets that a part of the capture holds.
    ///
    /// All workers hold the same secrets. Above the limit, the secrets of earlier parts are dropped.
    ///
    /// - Parameter saysDropped: whether this worker reports dropped secrets to the user.
    mutating func take(_ more: TLSSecrets, saysDropped: Bool, _ log: inout ConnectionLog) {
        guard !more.isEmpty else { return }
        secrets.merge(more)
        // The secrets of one part stay together, even if they exceed the limit.
        if secrets.count - given.count > max(limit, more.count) {
            secrets = given
            secrets.merge(more)
            if saysDropped, !hasDropped {
                let text = "the capture holds more than \(limit) secrets of TLS, the older ones were dropped"
                log.notices.append(FlowNote(flow: nil, text: text, missing: .tlsSecrets))
            }
            hasDropped = true
        }
        for (random, place) in lacking where more.hasSecrets(for: random) {
            log.notices.extend(place, "; it came later: decode the capture from a file")
            lacking[random] = nil
        }
    }

    /// Records that the capture holds key log lines that cannot be read.
    mutating func note(_ more: KeyLogFlaws, _ log: inout ConnectionLog) {
        var all = flaws ?? more
        if flaws != nil { all.merge(more) }
        flaws = all
        let lines = all.lines == 1 ? "a line" : "\(all.lines) lines"
        let text = "\(lines) of the capture's TLS secrets cannot be read, the first: \(all.first)"
        if let flawsPlace {
            log.notices.replace(flawsPlace, text)
        } else {
            flawsPlace = log.notices.append(FlowNote(flow: nil, text: text))
        }
    }

    /// Records why a connection is not decrypted.
    mutating func note(_ status: TLSStatus, _ note: FlowNote, _ log: inout ConnectionLog) {
        guard let place = log.notices.append(note) else { return }
        switch status {
        case .noSecrets(let random), .noSecret(_, let random): lacking[random] = place
        default: break
        }
    }
}
