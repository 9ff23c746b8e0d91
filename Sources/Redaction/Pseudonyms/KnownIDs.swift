import RongCloud
import WireFormat

/// The ids in a capture that other ids refer to.
///
/// They are gathered before the first pseudonym is created, so that no pseudonym depends on the order of values.
package struct KnownIDs: Sendable {
    /// The targets by layout and hash in message ids.
    private var targets: [UInt64: String] = [:]
    /// The fingerprints of the targets in `targets`.
    private var noted = HashSet64()
    /// The fingerprints of message ids.
    private var messageUIDs = HashSet64()

    private static let mostTargets = 1 << 16
    private static let mostMessageUIDs = 1 << 20
    static let messageUIDLength = 19

    package init() {}

    private static func place(_ hash: UInt32, _ layout: MessageUID.Layout) -> UInt64 {
        UInt64(hash) | (layout == .a ? 1 << 32 : 0)
    }

    /// Records a target, so that its hash in message ids can be replaced by the hash of its pseudonym.
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

    /// Records a target; of two with the same hash the smaller one stays, whatever their order in the capture.
    private mutating func note(_ target: String, _ place: UInt64) {
        if let known = targets[place], known <= target { return }
        targets[place] = target
    }

    /// Records a message id, so that it is recognised in texts of unknown fields.
    package mutating func note(messageUID: Span<UInt8>) {
        guard messageUID.count == Self.messageUIDLength, messageUIDs.count < Self.mostMessageUIDs else { return }
        _ = messageUIDs.insert(Fingerprint.shared.of(messageUID))
    }

    /// Returns the target with this hash in message ids.
    func target(_ hash: UInt32, _ layout: MessageUID.Layout) -> String? { targets[Self.place(hash, layout)] }

    /// Returns whether a value with this fingerprint is a message id.
    func isMessageUID(_ fingerprint: UInt64) -> Bool { messageUIDs.contains(fingerprint) }

    mutating func merge(_ other: KnownIDs) {
        for (place, target) in other.targets { note(target, place) }
        _ = noted.formUnion(other.noted, most: Self.mostTargets)
        _ = messageUIDs.formUnion(other.messageUIDs, most: Self.mostMessageUIDs)
    }
}
