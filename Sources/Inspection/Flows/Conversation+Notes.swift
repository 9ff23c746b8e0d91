import Capture
import Reporting
import WireFormat

// Notes about the streams, in addition to their bytes.
extension Conversation {
    /// Records a retransmission with different bytes.
    mutating func note(_ conflict: SegmentConflict) {
        let offset = connection.offset(of: conflict.sequence, side: conflict.side)
        context.remember(Diagnostic(conflict, offset: offset), side: conflict.side)
    }

    /// Gives up the holes of the streams when all connections together hold too much data back.
    mutating func relieve(_ parts: inout WorkerParts, _ scratch: inout ByteWriter) {
        drain(.relief, &parts, &scratch)
        weighUnfinished(&parts.unfinished)
    }

    /// Adds a notice if the connection carried data and was not followed, or not to its end, with the reason.
    mutating func tellUnfollowed(_ log: inout ConnectionLog) {
        let tally = context.tally
        if tally.unreadBodies > 0 {
            let text = Count.of(
                tally.unreadBodies,
                "body is obfuscated and was not read: its key is not known",
                "bodies are obfuscated and were not read: their key is not known"
            )
            log.noteUnfollowed(FlowNote(flow: context.flow.number, text: text, missing: .obfuscationKey))
        }
        // For TLS without decryption and for HTTP/2, the reason was already reported.
        guard !tally.isTold, tally.sides.first.bytes + tally.sides.second.bytes > 0 else { return }
        let isFollowed =
            switch phase {
            case .other: false
            case .detecting: tally.events > 0 && seenBytes <= tally.bytesAtHole
            case .http, .unproven, .webSocket, .stream: true
            }
        guard tally.events == 0 || !isFollowed else { return }
        let reason =
            if case .http = phase, context.system == nil {
                // Where the user assigned a system, the others were not asked.
                context.forced.map { "HTTP that \($0.name) does not claim" } ?? "HTTP that no system claims"
            } else {
                tally.reason
            }
        let text = "not followed\(tally.events > 0 ? " to its end" : ""): \(reason)"
        log.noteUnfollowed(FlowNote(flow: context.flow.number, text: text))
    }

    /// Adds notices for the stream notes that are left when no event follows, and for skipped bytes.
    mutating func tellRest(_ log: inout ConnectionLog) {
        // Nobody needs the notes of a connection that is not followed.
        if case .other = phase { return }
        for side in [FlowSide.first, .second] {
            let skipped = sides[side].takeSkipped(" in search of the next message")
            for note in context.takeNotes(side: side) + skipped {
                log.notices.append(FlowNote(flow: context.flow.number, text: note.text))
            }
        }
    }
}

extension Diagnostic {
    /// Creates the diagnostic for a reassembly notice.
    init(_ notice: TCPNotice) {
        switch notice {
        case .limit(let limit):
            let what =
                switch limit {
                case .bytes: "as many bytes as the limit allows"
                case .segments: "as many segments as the limit allows"
                case .bytesInAll: "as much as the limit for all connections allows"
                }
            self.init(
                severity: .warning,
                code: "reassembly-limit",
                path: "",
                offset: 0,
                text: "\(what) waited for bytes that are missing; they were given up"
            )
        case .late(let offset, let length):
            let place =
                offset < 0
                ? "\(Count.of("byte", -offset)) before the first ones that were read"
                : "at byte \(offset) of the stream"
            self.init(
                severity: .warning,
                code: "late-bytes",
                path: "",
                offset: 0,
                text: "\(Count.of("byte", length)) \(place) came too late and \(length == 1 ? "was" : "were") not read"
            )
        case .stray(let distance, let length):
            self.init(
                severity: .note,
                code: "stray-segment",
                path: "",
                offset: 0,
                text: "\(Count.of("byte", length)) in a segment \(Count.of("byte", distance)) ahead of the stream "
                    + "\(length == 1 ? "was" : "were") not read"
            )
        }
    }

    /// Creates the diagnostic for a retransmission with different bytes.
    init(_ conflict: SegmentConflict, offset: Int?) {
        let place = offset.map { "at byte \($0) of the stream " } ?? ""
        let bytes = Count.of("byte", conflict.length)
        self.init(
            severity: .warning,
            code: "conflicting-bytes",
            path: "",
            offset: 0,
            // The bytes themselves are not shown: they may be a part of a token.
            text: "packet \(conflict.packet) repeats \(bytes) \(place)with others; the first count"
        )
    }
}
