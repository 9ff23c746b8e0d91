import Capture
import FuzzInputs

extension CaptureFacts {
    /// Returns the notes of a reader as lines, in the form of ``CaptureFacts``.
    static func lines(_ notes: CaptureNotes) -> [String] {
        var lines = notes.interfaces.map { interface in
            func count(_ value: UInt64?) -> String { value.map { "\($0)" } ?? "-" }
            let head = text(
                Int(interface.link.rawValue),
                interface.snapLength,
                interface.checkSequenceBits,
                interface.hasNanoseconds,
                interface.name,
                interface.about
            )
            return "\(head) received \(count(interface.received)) dropped \(count(interface.droppedByInterface))"
                + " \(count(interface.droppedBySystem)) \(interface.droppedBetweenPackets) in all \(interface.dropped)"
        }
        lines += notes.comments.map { comment in
            switch comment.subject {
            case .section(let number): "on section \(number): \(comment.text)"
            case .interface: "on interface: \(comment.text)"
            case .packet(let number): "on packet \(number): \(comment.text)"
            case .other: "on other: \(comment.text)"
            }
        }
        lines += notes.names.map { name in
            name.address.isIPv6 ? "[\(name.address)]:0 \(name.names)" : "\(name.address):0 \(name.names)"
        }
        lines.append(
            "interfaces \(notes.interfaceCount), comments \(notes.commentCount), names \(notes.nameCount)"
        )
        lines.append("written by \(notes.hardware ?? "-"), \(notes.system ?? "-"), \(notes.application ?? "-")")
        lines.append(
            "sections \(notes.sections), other records \(notes.otherRecords), clamped \(notes.clampedTimes)"
        )
        lines.append("dropped \(notes.dropped)")
        return lines + ["secrets \(notes.secretBlocks), oversized \(notes.oversizedBlocks)"]
    }
}
