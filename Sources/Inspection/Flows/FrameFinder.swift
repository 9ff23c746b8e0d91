package import Transport
package import WireFormat

/// Finds a system's messages in the middle of a WebSocket stream: where a capture begins late, and after a hole.
///
/// A plain frame is known by its content. So is a compressed one whose content does not refer to lost bytes; any other
/// compressed one is known by the frames that follow it.
package enum FrameFinder {
    /// What a place in a stream looks like.
    enum Verdict {
        /// A whole frame that makes sense to a system, from the client when masked.
        case frame(isMasked: Bool, MessagingSystem)
        /// So far it might be one.
        case unclear
        /// It is not.
        case no
    }

    /// What a search remembers between two arrivals, so that no content is inflated twice.
    package struct Progress: Sendable {
        /// Whether, and with what right, compressed frames are looked for.
        package var compression = WebSocketCompression.none
        /// Offset in the stream of the first byte that is searched.
        package var base = 0
        /// Offset in the stream of the last place whose content was inflated and did not tell.
        package var tried = -1
        /// Bytes inflated without success so far.
        var inflated = 0
        /// Whether nothing but the frames says whose the stream is: one that any bytes could be is then none unless another
        /// one follows it.
        package var needsProof = false
        /// The system that claimed the connection; `nil` while any may.
        package var system: MessagingSystem?

        package init() {}
    }

    /// Frames longer than this are not waited for while a place is sought.
    static let longestFrame = 16 << 10
    /// Frames that must follow a compressed one whose content can not be read.
    static let links = 2
    /// Bytes that may be inflated without success, and how many more for each byte of the stream.
    static let inflatedBytes = (start: 1 << 20, more: 16)

    /// The first place that is a frame.
    ///
    /// Places are settled from left to right: one that is unclear holds up those behind it, so that what is found does
    /// not depend on how the bytes came.
    /// - Parameters:
    ///   - isMasked: whether the direction is the client's, when that is known.
    ///   - isFinal: whether nothing more will come, so that what is unclear is no frame.
    ///   - progress: what the search knows; kept up to date.
    ///   - keepFrom: set to the first place that may still turn out to be a frame.
    package static func find(
        _ bytes: Span<UInt8>,
        isMasked: Bool?,
        isFinal: Bool,
        _ progress: inout Progress,
        keepFrom: inout Int
    ) -> (offset: Int, isMasked: Bool, system: MessagingSystem)? {
        for offset in bytes.indices {
            switch judge(bytes, at: offset, isMasked: isMasked, isFinal: isFinal, &progress) {
            case .frame(let isMasked, let system): return (offset, isMasked, system)
            case .unclear where !isFinal:
                keepFrom = offset
                return nil
            case .unclear, .no: break
            }
        }
        keepFrom = bytes.count
        return nil
    }

    /// Judges one place.
    private static func judge(
        _ bytes: Span<UInt8>,
        at offset: Int,
        isMasked: Bool?,
        isFinal: Bool,
        _ progress: inout Progress
    ) -> Verdict {
        let first = bytes[offset]
        let isPlain = first == 0x82 || first == 0x81
        // A compressed message says so in its first frame, which is text or binary (RFC 7692 section 6).
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
        let sender: FrameSender = head.isMasked ? .client : .server
        let start = offset + head.headerLength
        guard start < bytes.count else { return .unclear }
        let first = bytes[start] ^ UInt8(truncatingIfNeeded: UInt32(littleEndian: head.mask))
        let isText = head.opcode == .text
        guard system.mayBe(first, length: head.payloadLength, isText: isText, from: sender) else { return .no }
        guard bytes.count - start >= head.payloadLength else { return .unclear }
        let payload = bytes.extracting(start..<start + head.payloadLength)
        var plain = ByteWriter(capacity: head.payloadLength)
        plain.append(payload, masked: head.mask)
        switch system.plausibility(of: plain.span, isText: isText, from: sender) {
        case .none: return .no
        case .proof: return .frame(isMasked: head.isMasked, system)
        case .likely:
            return needsProof ? successor(bytes, of: head, at: offset, system) : .frame(isMasked: head.isMasked, system)
        }
    }

    /// Whether another frame that makes sense follows one.
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
        let payload = start + next.headerLength
        guard bytes.count >= start + next.totalLength else { return .unclear }
        var plain = ByteWriter(capacity: next.payloadLength)
        plain.append(bytes.extracting(payload..<payload + next.payloadLength), masked: next.mask)
        let sender: FrameSender = next.isMasked ? .client : .server
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
        // A fragment says nothing by itself, and without the upgrade only the content is proof.
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

    /// The system to which a frame makes sense, inflated without what came before it.
    private static func system(
        ofCompressed frame: Span<UInt8>,
        _ head: WebSocketFrameHeader,
        _ place: Int,
        _ progress: inout Progress
    ) -> MessagingSystem? {
        guard progress.inflated <= inflatedBytes.start + inflatedBytes.more * place else { return nil }
        var payload = ByteWriter(capacity: head.payloadLength)
        payload.append(frame.extracting(droppingFirst: head.headerLength), masked: head.mask)
        var limits = TransportLimits()
        limits.frameBytes = 1 << 16
        let content = try? PerMessageDeflate.inflate(payload.array, Inflater(.raw), keepsContext: true, limits: limits)
        progress.inflated += head.payloadLength + (content?.count ?? 0)
        guard let content, let first = content.first else { return nil }
        let sender: FrameSender = head.isMasked ? .client : .server
        let isText = head.opcode == .text
        return (progress.system.map { [$0] } ?? MessagingSystem.allCases).first { system in
            system.mayBe(first, length: content.count, isText: isText, from: sender)
                && system.plausibility(of: content.span, isText: isText, from: sender)
                    >= (progress.needsProof ? .proof : .likely)
        }
    }

    /// Whether frames follow one another from a place on, behind a frame with that head.
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

    /// Whether a frame may follow, in a message or between two.
    private static func isLink(_ head: WebSocketFrameHeader, isInside: Bool) -> Bool {
        guard head.payloadLength <= 1 << 20 else { return false }
        if head.opcode.isControl { return head.opcode.isKnown && head.reserved == 0 }
        if head.opcode == .continuation { return isInside && head.reserved == 0 }
        return !isInside && head.opcode.isKnown && head.reserved & 0x30 == 0 && head.payloadLength > 0
    }
}

extension WebSocketFrameHeader {
    /// Whether it is one of a frame that is read: its opcode is known, and of the extensions only compression is there.
    package func isReadable(mayBeCompressed: Bool) -> Bool {
        guard opcode.isKnown else { return false }
        if reserved == 0 { return true }
        // permessage-deflate marks the first frame of a compressed message.
        return reserved == 0x40 && mayBeCompressed && (opcode == .text || opcode == .binary)
    }

    /// Whether it is what an end of a connection begins with after the switch.
    package func mayBegin(from sender: FrameSender) -> Bool {
        isMasked == (sender == .client) && isMinimal && opcode.isKnown && opcode != .continuation
            && reserved & 0x30 == 0
    }
}
