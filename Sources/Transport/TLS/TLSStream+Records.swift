import WireFormat

extension TLSStream {
    /// Reads the record at `position`, where a record is known to begin.
    mutating func record(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        _ side: Int,
        _ secrets: borrowing TLSSecrets,
        into plaintext: inout ByteWriter
    ) -> Outcome {
        let header: TLSRecordHeader
        do throws(WireError) {
            guard let read = try TLSRecordHeader(bytes, at: position) else { return .needsBytes }
            header = read
        } catch {
            // A stream joined in the middle seldom begins with a record.
            if sides[side].hasHello { stop(side, .malformed(error)) } else { stopBoth(.handshakeNotCaptured) }
            return .again
        }
        let isPlainAlert = header.type == .alert && header.length == 2
        if !sides[side].hasHello, header.type != .handshake, !isPlainAlert {
            stopBoth(.handshakeNotCaptured)
            return .again
        }
        guard bytes.count - position >= header.totalLength else { return .needsBytes }
        let record = bytes.extracting(position..<position + header.totalLength)
        if isProtected(header.type, side) {
            return protected(record, available: bytes.count - position, at: &position, side, secrets, into: &plaintext)
        }
        return plain(record, header, at: &position, side)
    }

    /// Returns whether a record of this type is protected, as far as known.
    func isProtected(_ type: TLSContentType, _ side: Int) -> Bool {
        if negotiation.version == .tls13 || session.isRetried { return type == .applicationData }
        return !sides[side].epochs.isEmpty || type == .applicationData
    }

    private mutating func take(_ record: Span<UInt8>, _ position: inout Int, _ side: Int) {
        position += record.count
        sides[side].records += 1
        sides[side].isWaiting = false
    }

    // MARK: - Plain records

    private mutating func plain(
        _ record: Span<UInt8>,
        _ header: TLSRecordHeader,
        at position: inout Int,
        _ side: Int
    ) -> Outcome {
        let body = record.extracting(droppingFirst: TLSRecordHeader.byteCount)
        if header.type == .handshake, !sides[side].hasHello, !sides[side].handshake.isInsideMessage {
            // A HelloRequest may precede the ServerHello.
            let allowed =
                side == Self.client
                ? [TLSHandshakeType.clientHello] : [TLSHandshakeType.serverHello, TLSHandshakeType.helloRequest]
            if !body.isEmpty, !allowed.contains(body[0]) {
                stopBoth(.handshakeNotCaptured)
                return .again
            }
        }
        take(record, &position, side)
        return .event(content(header.type, body, side, epoch: nil))
    }

    /// Handles the content of a record that is not application data.
    private mutating func content(
        _ type: TLSContentType,
        _ body: Span<UInt8>,
        _ side: Int,
        epoch: TLSEpoch.Name?
    ) -> Event {
        switch type {
        case .handshake:
            handshake(body, side, epoch: epoch)
        case .alert where body.count == 2:
            let alert = TLSAlert(isFatal: body[0] == 2, code: body[1])
            guard alert.code == TLSAlert.closeNotify else { return .alert(alert) }
            sides[side].hasEnded = true
            return .end
        case .changeCipherSpec where negotiation.version != .tls13 && !session.isRetried:
            changeCipherSpec(side)
        default: break
        }
        return .record
    }

    /// Sets the keys for later records to those of the newest pair of hellos (TLS 1.2).
    mutating func changeCipherSpec(_ side: Int) {
        sides[side].epochs = [TLSEpoch(.tls12)]
        sides[side].handshake.reset()
    }

    // MARK: - Protected records

    private mutating func protected(
        _ record: Span<UInt8>,
        available: Int,
        at position: inout Int,
        _ side: Int,
        _ secrets: borrowing TLSSecrets,
        into plaintext: inout ByteWriter
    ) -> Outcome {
        guard negotiation.isComplete else {
            if side == Self.client, session.isRetried {
                // Early data that a HelloRetryRequest refused.
                take(record, &position, side)
                return .event(.skipped(count: record.count))
            }
            return wait(available, side)
        }
        if sides[side].epochs.first?.name == .earlyData, session.acceptsEarlyData == nil {
            guard isPeerOver(side) || available > limits.waitingBytes else {
                sides[side].isWaiting = true
                return .needsBytes
            }
            // Without the server's answer the early data counts as accepted.
            session.acceptsEarlyData = true
        }
        let start = plaintext.count
        switch open(record, side, secrets, into: &plaintext) {
        case .opened(let type, let epoch):
            take(record, &position, side)
            return .event(opened(type, start, epoch, side, &plaintext))
        case .tolerated:
            take(record, &position, side)
            if side == Self.server { settleEarlyData() }
            return .event(.skipped(count: record.count))
        case .refused(let reason):
            stop(side, reason)
            return .again
        }
    }

    /// Waits for the other direction's hello, unless that direction is over.
    mutating func wait(_ available: Int, _ side: Int) -> Outcome {
        guard !isPeerOver(side), available <= limits.waitingBytes else {
            stopBoth(.handshakeNotCaptured)
            return .again
        }
        sides[side].isWaiting = true
        return .needsBytes
    }

    /// Returns whether no more bytes of the other direction are read.
    private func isPeerOver(_ side: Int) -> Bool {
        let other = sides[1 - side]
        return other.stopped != nil || other.hasEnded || other.isFinished
    }

    /// Counts early data as accepted if the server continued without a readable answer.
    mutating func settleEarlyData() {
        if session.offersEarlyData, session.acceptsEarlyData == nil { session.acceptsEarlyData = true }
    }

    /// Handles the content of a record that was decrypted.
    mutating func opened(
        _ type: TLSContentType,
        _ start: Int,
        _ epoch: TLSEpoch.Name,
        _ side: Int,
        _ plaintext: inout ByteWriter
    ) -> Event {
        if type == .applicationData { return .applicationData(count: plaintext.count - start) }
        let body = Array(copying: plaintext.span.extracting(start..<plaintext.count))
        plaintext.truncate(to: start)
        return content(type, body.span, side, epoch: epoch)
    }
}
