package import Transport
package import WireFormat

/// Finds a system's messages in the middle of a WebSocket stream: if the capture begins late, and after a hole.
///
/// An uncompressed frame is recognised by its content. So is a compressed frame whose content does not refer to lost
/// bytes. Any other compressed frame is recognised by the frames that follow it.
package enum FrameFinder {
    /// The result for one place in a stream.
    enum Verdict {
        /// A complete frame with plausible content for a system; masked frames are from the client.
        case frame(isMasked: Bool, MessagingSystem)
        /// More bytes are needed to decide.
        case unclear
        /// No frame begins here.
        case no
    }

    /// The first frame of a stretch of a stream.
    package struct Found: Sendable {
        /// The offset of the frame's first byte.
        package let offset: Int
        /// Whether the frame is masked, as those of the client are.
        package let isMasked: Bool
        /// The system whose message the frame carries.
        package let system: MessagingSystem
    }

    /// The state of a search between two arrivals, so that no content is inflated twice.
    package struct Progress: Sendable {
        /// Whether compressed frames are accepted: not at all, only with plausible content, or because both ends agreed
        /// on compression.
        package var compression = WebSocketCompression.none
        /// The stream offset of the first byte that is searched.
        package var base = 0
        /// The stream offset of the last compressed frame that was inflated and not recognised.
        package var tried = -1
        /// The number of bytes inflated without success so far.
        var inflated = 0
        /// Whether only the frames can identify the system; content that could be anything then needs another such
        /// frame after it.
        package var needsProof = false
        /// The system that claimed the connection; `nil` if any system is possible.
        package var system: MessagingSystem?

        package init() {}
    }

    /// The longest payload, in bytes, of a frame that a search recognises.
    static let longestFrame = 16 << 10
    /// The number of frames that must follow a compressed frame whose content cannot be read.
    static let links = 2
    /// The number of bytes that may be inflated without success, and how many more for each byte of the stream.
    static let inflatedBytes = (start: 1 << 20, more: 16)

    /// Returns the first place at which a frame begins.
    ///
    /// Places are decided from left to right. An unclear place stops the search, so that the result does not depend on
    /// how the bytes were split into packets.
    ///
    /// - Parameters:
    ///   - isMasked: whether the direction is the client's; `nil` if it is not known.
    ///   - isFinal: whether no more bytes follow, so that an unclear place is no frame.
    ///   - progress: the state of the search, which is updated.
    ///   - keepFrom: set to the first place that may still become a frame.
    package static func find(
        _ bytes: Span<UInt8>,
        isMasked: Bool?,
        isFinal: Bool,
        _ progress: inout Progress,
        keepFrom: inout Int
    ) -> Found? {
        for offset in bytes.indices {
            switch judge(bytes, at: offset, isMasked: isMasked, isFinal: isFinal, &progress) {
            case .frame(let isMasked, let system): return Found(offset: offset, isMasked: isMasked, system: system)
            case .unclear where !isFinal:
                keepFrom = offset
                return nil
            case .unclear, .no: break
            }
        }
        keepFrom = bytes.count
        return nil
    }

    /// Returns the verdict for one place.
    private static func judge(
        _ bytes: Span<UInt8>,
        at offset: Int,
        isMasked: Bool?,
        isFinal: Bool,
        _ progress: inout Progress
    ) -> Verdict {
        let first = bytes[offset]
        let isPlain = first == 0x82 || first == 0x81
        // The first frame of a compressed message has the bit RSV1 and is text or binary (RFC 7692 section 6).
        let isPacked = first & 0x7F == 0x41 || first & 0x7F == 0x42
        guard isPlain || isPacked && progress.compression != .none else { return .no }
        let head: WebSocketFrameHeader
        do throws(WireError) {
            guard let read = try WebSocketFrameHeader(bytes, at: offset) else { return .unclear }
            head = read
        } catch {
            return .no
        }
        if let isMasked, head.isMasked != isMasked { return .no }
        guard head.isMinimal, (1...longestFrame).contains(head.payloadLength) else { return .no }
        guard isPlain else { return compressed(bytes, at: offset, head, isFinal: isFinal, &progress) }
        guard let system = progress.system else {
            var isUnclear = false
            for system in MessagingSystem.allCases {
                switch plain(bytes, at: offset, head, system, needsProof: progress.needsProof) {
                case .frame(let isMasked, let system): return .frame(isMasked: isMasked, system)
                case .unclear: isUnclear = true
                case .no: break
                }
            }
            return isUnclear ? .unclear : .no
        }
        return plain(bytes, at: offset, head, system, needsProof: progress.needsProof)
    }

    // MARK: - Plain frames

    private static func plain(
        _ bytes: Span<UInt8>,
        at offset: Int,
        _ head: WebSocketFrameHeader,
        _ system: MessagingSystem,
        needsProof: Bool
    ) -> Verdict {
        let sender = head.presumedSender
        let start = offset + head.headerLength
        guard start < bytes.count else { return .unclear }
        let first = bytes[start] ^ UInt8(truncatingIfNeeded: UInt32(littleEndian: head.mask))
        let isText = head.opcode == .text
        guard system.mayBe(first, length: head.payloadLength, isText: isText, from: sender) else { return .no }
        guard bytes.count - start >= head.payloadLength else { return .unclear }
        let plain = head.payload(of: bytes, at: offset)
        switch system.plausibility(of: plain.span, isText: isText, from: sender) {
        case .none: return .no
        case .proof: return .frame(isMasked: head.isMasked, system)
        case .likely:
            return needsProof ? successor(bytes, of: head, at: offset, system) : .frame(isMasked: head.isMasked, system)
        }
    }

    /// Checks whether another plausible frame follows a frame.
    private static func successor(
        _ bytes: Span<UInt8>,
        of head: WebSocketFrameHeader,
        at offset: Int,
        _ system: MessagingSystem
    ) -> Verdict {
        let start = offset + head.totalLength
        let next: WebSocketFrameHeader
        do throws(WireError) {
            guard let read = try WebSocketFrameHeader(bytes, at: start) else { return .unclear }
            next = read
        } catch {
            return .no
        }
        guard next.firstByte == head.firstByte, next.isMasked == head.isMasked, next.isMinimal,
            (1...longestFrame).contains(next.payloadLength)
        else { return .no }
        guard bytes.count >= start + next.totalLength else { return .unclear }
        let plain = next.payload(of: bytes, at: start)
        let sender = next.presumedSender
        guard let first = plain.span.isEmpty ? nil : plain.span[0],
            system.mayBe(first, length: next.payloadLength, isText: next.opcode == .text, from: sender),
            system.plausibility(of: plain.span, isText: next.opcode == .text, from: sender) != .none
        else { return .no }
        return .frame(isMasked: head.isMasked, system)
    }

    // MARK: - Compressed frames

    private static func compressed(
        _ bytes: Span<UInt8>,
        at offset: Int,
        _ head: WebSocketFrameHeader,
        isFinal: Bool,
        _ progress: inout Progress
    ) -> Verdict {
        // A fragment cannot be recognised by its content. Without the upgrade, only the content is proof.
        guard head.isFinal || progress.compression == .agreed else { return .no }
        let end = offset + head.totalLength
        guard end <= bytes.count else { return .unclear }
        let place = progress.base + offset
        if head.isFinal, progress.tried != place {
            progress.tried = place
            if let system = system(ofCompressed: bytes.extracting(offset..<end), head, place, &progress) {
                return .frame(isMasked: head.isMasked, system)
            }
        }
        guard progress.compression == .agreed, let system = progress.system else { return .no }
        return chain(bytes, from: end, head, system, isFinal: isFinal)
    }

    /// Returns the system for which a compressed frame is plausible; the frame is inflated without earlier bytes.
    private static func system(
        ofCompressed frame: Span<UInt8>,
        _ head: WebSocketFrameHeader,
        _ place: Int,
        _ progress: inout Progress
    ) -> MessagingSystem? {
        guard progress.inflated <= inflatedBytes.start + inflatedBytes.more * place else { return nil }
        let payload = head.payload(of: frame, at: 0)
        var limits = TransportLimits()
        limits.frameBytes = 1 << 16
        let content = try? PerMessageDeflate.inflate(payload.array, Inflater(.raw), keepsContext: true, limits: limits)
        progress.inflated += head.payloadLength + (content?.count ?? 0)
        guard let content, let first = content.first else { return nil }
        let sender = head.presumedSender
        let isText = head.opcode == .text
        return (progress.system.map { [$0] } ?? MessagingSystem.allCases).first { system in
            system.mayBe(first, length: content.count, isText: isText, from: sender)
                && system.plausibility(of: content.span, isText: isText, from: sender)
                    >= (progress.needsProof ? .proof : .likely)
        }
    }

    /// Checks whether valid frames follow one another from a position, after a frame with that head.
    private static func chain(
        _ bytes: Span<UInt8>,
        from start: Int,
        _ head: WebSocketFrameHeader,
        _ system: MessagingSystem,
        isFinal: Bool
    ) -> Verdict {
        var position = start
        var isInside = !head.isFinal
        var found = 0
        while found < links {
            if position == bytes.count, isFinal { return .frame(isMasked: head.isMasked, system) }
            guard position < bytes.count else {
                return isFinal && found > 0 ? .frame(isMasked: head.isMasked, system) : .unclear
            }
            let next: WebSocketFrameHeader
            do throws(WireError) {
                guard let read = try WebSocketFrameHeader(bytes, at: position) else {
                    return isFinal && found > 0 ? .frame(isMasked: head.isMasked, system) : .unclear
                }
                next = read
            } catch {
                return .no
            }
            guard next.isMasked == head.isMasked, next.isMinimal, isLink(next, isInside: isInside) else { return .no }
            if !next.opcode.isControl { isInside = !next.isFinal }
            position += next.totalLength
            found += 1
        }
        return .frame(isMasked: head.isMasked, system)
    }

    /// Whether a frame may follow, inside a message or between two messages.
    private static func isLink(_ head: WebSocketFrameHeader, isInside: Bool) -> Bool {
        guard head.payloadLength <= 1 << 20 else { return false }
        if head.opcode.isControl { return head.opcode.isKnown && head.reserved == 0 }
        if head.opcode == .continuation { return isInside && head.reserved == 0 }
        return !isInside && head.opcode.isKnown && head.reserved & 0x30 == 0 && head.payloadLength > 0
    }
}

extension WebSocketFrameHeader {
    /// The end that sends such a frame: a client masks every frame, a server none (RFC 6455 section 5.1).
    var presumedSender: FrameSender { isMasked ? .client : .server }

    /// Returns the payload of a frame, all of which has arrived, without its mask.
    ///
    /// - Parameter start: the offset of the frame's first byte.
    func payload(of bytes: Span<UInt8>, at start: Int) -> ByteWriter {
        let first = start + headerLength
        var plain = ByteWriter(capacity: payloadLength)
        plain.append(bytes.extracting(first..<first + payloadLength), masked: mask)
        return plain
    }

    /// Whether the frame can be read: its opcode is known, and no extension other than compression is used.
    package func isReadable(mayBeCompressed: Bool) -> Bool {
        guard opcode.isKnown else { return false }
        if reserved == 0 { return true }
        // permessage-deflate marks the first frame of a compressed message.
        return reserved == 0x40 && mayBeCompressed && (opcode == .text || opcode == .binary)
    }

    /// Whether an end of a connection may send such a frame first after the upgrade.
    package func mayBegin(from sender: FrameSender) -> Bool {
        isMasked == (sender == .client) && isMinimal && opcode.isKnown && opcode != .continuation
            && reserved & 0x30 == 0
    }
}
