import WireFormat

extension TLSStream {
    /// Handles missing bytes of a direction.
    mutating func lose(_ waiting: Span<UInt8>, length: Int?, _ side: Int) {
        guard sides[side].stopped == nil, !sides[side].hasEnded else { return }
        sides[side].isWaiting = false
        if !sides[side].hasHello { readBeginning(waiting, side) }
        guard sides[side].stopped == nil else { return }
        guard sides[side].hasHello else { return stopBoth(.handshakeNotCaptured) }
        sides[side].handshake.lose()
        sides[side].isUncertain = true
        if sides[side].skip > 0 {
            // The current record was counted when its first part was lost.
            if let length, length <= sides[side].skip {
                sides[side].skip -= length
                return
            }
        } else if !sides[side].isSearching, let length, let header = try? TLSRecordHeader(waiting, at: 0),
            header.totalLength - waiting.count >= length
        {
            sides[side].skip = header.totalLength - waiting.count - length
            sides[side].records += 1
            if header.type == .changeCipherSpec {
                if negotiation.version == .tls12 { changeCipherSpec(side) }
            } else if isProtected(header.type, side), !sides[side].epochs.isEmpty {
                sides[side].epochs[0].sequence &+= 1
                // It may have been the first record of other keys.
                lose(TLSLimits.shortestRecord, side)
            }
            return
        }
        sides[side].skip = 0
        sides[side].isSearching = true
        let unknown = Int(TLSLimits.sequencesTried) * TLSLimits.shortestRecord
        lose(waiting.count.addingSaturated(length ?? unknown), side)
    }

    /// Counts bytes that may have held records.
    private mutating func lose(_ count: Int, _ side: Int) {
        sides[side].lostBytes = sides[side].lostBytes.addingSaturated(count)
    }

    /// Reads the hello in a record that a hole cut: other messages may follow the hello there.
    ///
    /// Of a client's hello the beginning is enough.
    private mutating func readBeginning(_ waiting: Span<UInt8>, _ side: Int) {
        guard let header = try? TLSRecordHeader(waiting, at: 0), header.type == .handshake,
            waiting.count > TLSRecordHeader.byteCount
        else { return }
        let first = waiting[TLSRecordHeader.byteCount]
        guard first == TLSHandshakeType.clientHello || first == TLSHandshakeType.serverHello else { return }
        let end = min(header.totalLength, waiting.count)
        let content = waiting.extracting(TLSRecordHeader.byteCount..<end)
        handshake(content, side, epoch: nil)
        guard first == TLSHandshakeType.clientHello, side == Self.client, !sides[side].hasHello else { return }
        let body = content.extracting(droppingFirst: min(TLSHandshakeType.headBytes, content.count))
        if let hello = try? TLSClientHello(beginning: body) { clientHello(hello) }
    }

    /// Searches for a record that can be authenticated, after a hole with no known record start after it.
    mutating func search(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        _ side: Int,
        _ secrets: borrowing TLSSecrets,
        into plaintext: inout ByteWriter
    ) -> Outcome {
        guard negotiation.isComplete else { return wait(bytes.count - position, side) }
        let start = position
        while position < bytes.count {
            switch TLSRecordHeader.looksLikeRecord(bytes, from: position) {
            case .some(false):
                position += 1
                continue
            case .none, .some(true):
                // The skipped bytes are reported before the record.
                if position > start { return skip(position - start, side) }
            }
            let header: TLSRecordHeader
            do throws(WireError) {
                guard let read = try TLSRecordHeader(bytes, at: position),
                    bytes.count - position >= read.totalLength
                else { return .needsBytes }
                header = read
            } catch {
                position += 1
                continue
            }
            let record = bytes.extracting(position..<position + header.totalLength)
            if let event = found(record, header, side, secrets, into: &plaintext) {
                position += record.count
                return .event(event)
            }
            guard sides[side].stopped == nil else { return .again }
            position += 1
        }
        return skip(position - start, side)
    }

    /// Reports bytes of the search that are not decrypted.
    private mutating func skip(_ count: Int, _ side: Int) -> Outcome {
        lose(count, side)
        return .event(.skipped(count: count))
    }

    /// Returns the event of a record after a hole; `nil` when it is not a record, or when the search was given up.
    private mutating func found(
        _ record: Span<UInt8>,
        _ header: TLSRecordHeader,
        _ side: Int,
        _ secrets: borrowing TLSSecrets,
        into plaintext: inout ByteWriter
    ) -> Event? {
        if header.type == .changeCipherSpec, header.length == 1, record[TLSRecordHeader.byteCount] == 1,
            negotiation.version == .tls12, sides[side].epochs.isEmpty
        {
            changeCipherSpec(side)
            sides[side].isSearching = false
            sides[side].records += 1
            return .record
        }
        guard header.length >= TLSLimits.protectedBytes,
            negotiation.version == .tls12 || header.type == .applicationData
        else { return nil }
        let start = plaintext.count
        let wasPlain = sides[side].epochs.isEmpty
        switch open(record, side, secrets, into: &plaintext) {
        case .opened(let type, let epoch):
            sides[side].records += 1
            return opened(type, start, epoch, side, &plaintext)
        case .tolerated:
            break
        case .refused(let reason):
            switch reason {
            case .notAuthenticated, .holeNotBridged:
                let reason = TLSStatus.holeNotBridged(from: Self.sender(side))
                if sides[side].trialBytes <= 0 { stop(side, reason) } else { sides[side].doubt = reason }
            default: stop(side, reason)
            }
        }
        if wasPlain {
            sides[side].epochs = []
            sides[side].handshake.lose()
        }
        return nil
    }
}
