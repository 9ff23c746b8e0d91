import WireFormat

extension TLSStream {
    /// The result of opening a protected record.
    enum Opening {
        /// The record is authentic; its content was appended to the plaintext.
        case opened(TLSContentType, TLSEpoch.Name)
        /// The record needs keys that are missing; later records may not.
        case tolerated
        /// Neither the record nor later ones can be decrypted.
        case refused(TLSStatus)
    }

    /// Decrypts a record with the keys that it may need.
    mutating func open(
        _ record: Span<UInt8>,
        _ side: Int,
        _ secrets: borrowing TLSSecrets,
        into plaintext: inout ByteWriter
    ) -> Opening {
        if sides[side].epochs.isEmpty { changeCipherSpec(side) }
        var missing: TLSEpoch?
        var hasCipher = false
        var index = 0
        while index < sides[side].epochs.count {
            defer { index += 1 }
            guard let cipher = cipher(index, side, secrets) else {
                if missing == nil { missing = sides[side].epochs[index] }
                continue
            }
            hasCipher = true
            let sequences = 0..<min(sides[side].possibleSequences, TLSLimits.sequencesTried)
            if let opened = open(record, with: cipher, index, sequences, reserve: 0, side, into: &plaintext) {
                return opened
            }
            guard sides[side].trialBytes > 0 else { return .refused(refusal(missing, side, secrets)) }
            // A key update may have been lost.
            if sides[side].isUncertain, index == sides[side].epochs.count - 1, !sides[side].epochs[index].isGuess {
                guessKeyUpdate(side)
            }
        }
        if sides[side].isUncertain, hasCipher, let opened = openFar(record, side, secrets, into: &plaintext) {
            return opened
        }
        if !hasCipher { return .refused(refusal(missing, side, secrets)) }
        if sides[side].epochs.first?.cipher == nil || sides[side].toleratesUnopened {
            let reason = refusal(missing, side, secrets)
            if sides[side].epochs.first?.name == .earlyData {
                sides[side].untold = reason
            } else if missing != nil {
                sides[side].doubt = reason
            }
            return .tolerated
        }
        return .refused(refusal(sides[side].isUncertain ? missing : nil, side, secrets))
    }

    /// Tries sequence numbers, counted from that of the next record, until one fits or the trial bytes are used up.
    ///
    /// - Parameter reserve: the trial bytes to leave.
    private mutating func open(
        _ record: Span<UInt8>,
        with cipher: TLSRecordCipher,
        _ index: Int,
        _ sequences: Range<UInt64>,
        reserve: Int,
        _ side: Int,
        into plaintext: inout ByteWriter
    ) -> Opening? {
        let first = sides[side].epochs[index].sequence
        for step in sequences {
            let sequence = first &+ step
            if let type = cipher.open(record, sequence: sequence, into: &plaintext) {
                return .opened(type, accept(index, sequence, side, byteCount: record.count))
            }
            sides[side].trialBytes -= record.count + TLSLimits.trialOverhead
            guard sides[side].trialBytes > reserve else { return nil }
        }
        return nil
    }

    /// Tries what only a long or an unlucky hole has swallowed: many records, or several key updates.
    private mutating func openFar(
        _ record: Span<UInt8>,
        _ side: Int,
        _ secrets: borrowing TLSSecrets,
        into plaintext: inout ByteWriter
    ) -> Opening? {
        let reserve = limits.reservedTrialBytes
        guard sides[side].trialBytes > reserve else { return nil }
        let possible = sides[side].possibleSequences
        let tried = TLSLimits.sequencesTried
        let known = sides[side].epochs.count
        for index in 0..<known where possible > tried {
            guard let cipher = cipher(index, side, secrets) else { continue }
            let sequences = tried..<possible
            if let opened = open(record, with: cipher, index, sequences, reserve: reserve, side, into: &plaintext) {
                return opened
            }
        }
        for _ in 1..<TLSLimits.keyUpdatesTried {
            guard guessKeyUpdate(side) else { break }
            let index = sides[side].epochs.count - 1
            guard let cipher = cipher(index, side, secrets) else { break }
            let sequences = 0..<min(possible, tried)
            if let opened = open(record, with: cipher, index, sequences, reserve: reserve, side, into: &plaintext) {
                return opened
            }
        }
        sides[side].epochs.removeLast(sides[side].epochs.count - known)
        return nil
    }

    /// Adds the keys after one more key update than is known, and returns whether there are such.
    @discardableResult
    private mutating func guessKeyUpdate(_ side: Int) -> Bool {
        guard var guess = sides[side].epochs.last?.updated else { return false }
        guess.isGuess = true
        sides[side].epochs.append(guess)
        return true
    }

    /// Continues with the keys and the sequence number that fitted.
    private mutating func accept(_ index: Int, _ sequence: UInt64, _ side: Int, byteCount: Int) -> TLSEpoch.Name {
        if index > 0 {
            sides[side].epochs.removeFirst(index)
            sides[side].epochs[0].isGuess = false
            sides[side].handshake.reset()
        }
        if sides[side].epochs.count > 1 { sides[side].epochs.removeAll { $0.isGuess } }
        let name = sides[side].epochs[0].name
        sides[side].epochs[0].sequence = sequence &+ 1
        if sides[side].isUncertain, name != .handshake { sides[side].handshake.reset() }
        sides[side].isUncertain = false
        sides[side].isSearching = false
        sides[side].lostBytes = 0
        sides[side].doubt = nil
        if name != .earlyData { sides[side].toleratesUnopened = false }
        if case .application = name {
            sides[side].isEstablished = true
            if side == Self.server { settleEarlyData() }
        }
        let budget = sides[side].trialBytes + byteCount * TLSLimits.trialRefund
        sides[side].trialBytes = min(budget, limits.trialBytes)
        return name
    }

    /// Returns the reason why a record was refused.
    private func refusal(_ missing: TLSEpoch?, _ side: Int, _ secrets: borrowing TLSSecrets) -> TLSStatus {
        guard let missing, let random = negotiation.clientRandom else {
            let sender = Self.sender(side)
            if sides[side].isUncertain { return .holeNotBridged(from: sender) }
            return .notAuthenticated(record: sides[side].records + 1, from: sender)
        }
        guard secrets.hasSecrets(for: random) else { return .noSecrets(random) }
        let (label, generation) = missing.label(from: Self.sender(side))
        return .noSecret(label.name(generation: Int(generation)), random)
    }

    /// Returns the keys of an epoch; `nil` when their secret is unknown.
    private mutating func cipher(_ index: Int, _ side: Int, _ secrets: borrowing TLSSecrets) -> TLSRecordCipher? {
        if let cipher = sides[side].epochs[index].cipher { return cipher }
        let epoch = sides[side].epochs[index]
        guard let protection = negotiation.protection, let clientRandom = negotiation.clientRandom,
            let serverRandom = negotiation.serverRandom
        else { return nil }
        let (label, generation) = epoch.label(from: Self.sender(side))
        var secret = secrets.secret(label, generation: generation, for: clientRandom)
        if secret == nil, let ancestor = epoch.ancestor { secret = TLSKeySchedule.updated(protection.hash, ancestor) }
        guard let secret else { return nil }
        let cipher: TLSRecordCipher
        if epoch.name == .tls12 {
            cipher = TLSKeySchedule.cipher12(
                protection,
                master: secret,
                clientRandom: clientRandom,
                serverRandom: serverRandom,
                from: Self.sender(side),
                encryptsThenMACs: negotiation.encryptsThenMACs
            )
        } else {
            guard case .aead(let aead) = protection.bulk else { return nil }
            cipher = TLSKeySchedule.cipher13(protection.hash, aead, secret: secret)
            sides[side].epochs[index].secret = secret
        }
        sides[side].epochs[index].cipher = cipher
        return cipher
    }
}
