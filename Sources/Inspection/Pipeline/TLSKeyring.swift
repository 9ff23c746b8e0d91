import Transport
import WireFormat

/// The secrets that a worker decrypts TLS with, and the sessions that lack one.
struct TLSKeyring: ~Copyable {
    /// What TLS is decrypted with.
    private(set) var secrets: TLSSecrets
    /// The part of it that does not come from the capture.
    private let given: TLSSecrets
    private let limit: Int
    private var hasDropped = false
    /// Sessions that are not decrypted for want of a secret, and the place of what is said of that among the notices.
    private var lacking: [TLSClientRandom: Int] = [:]
    /// What of the capture's secrets can not be read, and the place of what is said of that.
    private var flaws: KeyLogFlaws?
    private var flawsPlace: Int?
    /// Holds the plaintext of a record while it is read.
    var plaintext = ByteWriter(capacity: 0)

    init(_ options: PipelineOptions) {
        secrets = options.secrets
        given = options.secrets
        limit = options.limits.tlsSecrets
    }

    /// Takes in secrets that the capture holds in a stretch.
    ///
    /// All workers hold the same ones. Where there would be too many, those of earlier stretches go.
    ///
    /// - Parameter saysDropped: whether it is for this worker to tell the user of that.
    mutating func take(_ more: TLSSecrets, saysDropped: Bool, _ log: inout ConnectionLog) {
        guard !more.isEmpty else { return }
        secrets.merge(more)
        // Those of one stretch stay together, however many they are.
        if secrets.count - given.count > max(limit, more.count) {
            secrets = given
            secrets.merge(more)
            if saysDropped, !hasDropped {
                let text =
                    "the capture holds more than \(limit) secrets of TLS, the older ones were dropped: "
                    + "give those that are missing with --keys"
                log.notices.append(FlowNote(flow: nil, text: text))
            }
            hasDropped = true
        }
        for (random, place) in lacking where more.hasSecrets(for: random) {
            log.notices.extend(place, "; it came later: decode the capture from a file")
            lacking[random] = nil
        }
    }

    /// Notes that the capture holds lines of a key log that can not be read.
    mutating func note(_ more: KeyLogFlaws, _ log: inout ConnectionLog) {
        var all = flaws ?? more
        if flaws != nil { all.merge(more) }
        flaws = all
        let lines = all.lines == 1 ? "a line" : "\(all.lines) lines"
        let text = "\(lines) of the capture's TLS secrets can not be read, the first: \(all.first)"
        if let flawsPlace {
            log.notices.replace(flawsPlace, text)
        } else {
            flawsPlace = log.notices.append(FlowNote(flow: nil, text: text))
        }
    }

    /// Notes why a connection is not decrypted.
    mutating func note(_ status: TLSStatus, _ note: FlowNote, _ log: inout ConnectionLog) {
        guard let place = log.notices.append(note) else { return }
        switch status {
        case .noSecrets(let random), .noSecret(_, let random): lacking[random] = place
        default: break
        }
    }
}
