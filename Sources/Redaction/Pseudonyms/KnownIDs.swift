import RongCloud
import WireFormat

/// The ids in a capture that others refer to, gathered before the first pseudonym is made: so no pseudonym depends on what
/// came before it.
package struct KnownIDs: Sendable {
    /// Targets by the hash that message ids hold of them, and the ids' layout.
    private var targets: [UInt64: String] = [:]
    /// Targets whose hashes are there.
    private var noted = HashSet64()
    /// Fingerprints of message ids.
    private var messageUIDs = HashSet64()

    private static let mostTargets = 1 << 16
    private static let mostMessageUIDs = 1 << 20
    static let messageUIDLength = 19

    package init() {}

    private static func place(_ hash: UInt32, _ layout: MessageUID.Layout) -> UInt64 {
        UInt64(hash) | (layout == .a ? 1 << 32 : 0)
    }

    /// Remembers a target, so that the hash of it in message ids follows its pseudonym.
    package mutating func note(target: Span<UInt8>) {
        guard !target.isEmpty, targets.count < Self.mostTargets * 2 else { return }
        let fingerprint = Fingerprint.shared.of(target)
        guard !noted.contains(fingerprint), noted.count < Self.mostTargets else { return }
        _ = noted.insert(fingerprint)
        let name = String(decodingUTF8: target)
        for layout in [MessageUID.Layout.a, .b] {
            note(name, Self.place(MessageUID.hash(ofTarget: name, layout: layout), layout))
        }
    }

    /// Notes a target; of two with the same hash the lesser one stays, so that their order in the capture does not matter.
    private mutating func note(_ target: String, _ place: UInt64) {
        if let known = targets[place], known <= target { return }
        targets[place] = target
    }

    /// Remembers a message id, so that it is known in a text of which nobody says what it is.
    package mutating func note(messageUID: Span<UInt8>) {
        guard messageUID.count == Self.messageUIDLength, messageUIDs.count < Self.mostMessageUIDs else { return }
        _ = messageUIDs.insert(Fingerprint.shared.of(messageUID))
    }

    /// The target of a hash in a message id.
    func target(_ hash: UInt32, _ layout: MessageUID.Layout) -> String? { targets[Self.place(hash, layout)] }

    /// Whether a value of this fingerprint is a message id.
    func isMessageUID(_ fingerprint: UInt64) -> Bool { messageUIDs.contains(fingerprint) }

    mutating func merge(_ other: KnownIDs) {
        for (place, target) in other.targets { note(target, place) }
        _ = noted.formUnion(other.noted, most: Self.mostTargets)
        _ = messageUIDs.formUnion(other.messageUIDs, most: Self.mostMessageUIDs)
    }
}
