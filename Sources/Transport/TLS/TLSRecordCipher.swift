import WireFormat

/// One direction's keys from one change of keys to the next.
struct TLSRecordCipher: Sendable {
    /// The form of record protection.
    enum Form: Hashable, Sendable {
        /// An AEAD in TLS 1.3 (RFC 8446 section 5.2).
        case tls13(TLSAEAD)
        /// An AEAD in TLS 1.2 (RFC 5288 and RFC 7905).
        case tls12(TLSAEAD)
        /// CBC with HMAC (RFC 5246 section 6.2.3.2); with RFC 7366 the MAC covers the ciphertext.
        case cbc(TLSHash, encryptsThenMACs: Bool)
    }

    let form: Form
    let key: TLSKey
    let iv: [UInt8]
    let macKey: TLSKey?

    /// Decrypts a record and appends its content to `plaintext`.
    ///
    /// - Parameters:
    ///   - record: the head and body of the record.
    ///   - sequence: the record's number since the last change of keys, from 0.
    /// - Returns: the content type; `nil`, and nothing appended, when the record is not authentic.
    func open(_ record: Span<UInt8>, sequence: UInt64, into plaintext: inout ByteWriter) -> TLSContentType? {
        let body = record.extracting(droppingFirst: TLSRecordHeader.byteCount)
        switch form {
        case .tls13(let aead): return open13(record, body, aead, sequence, into: &plaintext)
        case .tls12(let aead): return open12(record, body, aead, sequence, into: &plaintext)
        case .cbc(let mac, let encryptsThenMACs):
            guard let macKey else { return nil }
            let opened =
                encryptsThenMACs
                ? openEncryptThenMAC(record, body, mac, macKey, sequence, into: &plaintext)
                : openMACThenEncrypt(record, body, mac, macKey, sequence, into: &plaintext)
            return opened ? TLSContentType(rawValue: record[0]) : nil
        }
    }

    // MARK: - AEAD

    private func open13(
        _ record: Span<UInt8>,
        _ body: Span<UInt8>,
        _ aead: TLSAEAD,
        _ sequence: UInt64,
        into plaintext: inout ByteWriter
    ) -> TLSContentType? {
        let start = plaintext.count
        let header = Array(copying: record.extracting(first: TLSRecordHeader.byteCount))
        guard
            TLSPrimitives.open(
                body,
                aead,
                key,
                nonce: nonce(xoring: sequence),
                authenticating: header,
                into: &plaintext
            )
        else { return nil }
        // The content is followed by its type and by zeros (RFC 8446 section 5.4).
        var end = plaintext.count
        var type: UInt8 = 0
        while end > start, type == 0 {
            end -= 1
            type = plaintext.span[end]
        }
        plaintext.truncate(to: end)
        return TLSContentType(rawValue: type)
    }

    private func open12(
        _ record: Span<UInt8>,
        _ body: Span<UInt8>,
        _ aead: TLSAEAD,
        _ sequence: UInt64,
        into plaintext: inout ByteWriter
    ) -> TLSContentType? {
        let explicitCount = if case .aesGCM = aead { 8 } else { 0 }
        guard body.count >= explicitCount + 16 else { return nil }
        let nonce =
            explicitCount == 0
            ? nonce(xoring: sequence)
            : iv + Array(copying: body.extracting(first: explicitCount))
        let isAuthentic = TLSPrimitives.open(
            body.extracting(droppingFirst: explicitCount),
            aead,
            key,
            nonce: nonce,
            authenticating: pseudoHeader(record, sequence, contentCount: body.count - explicitCount - 16),
            into: &plaintext
        )
        return isAuthentic ? TLSContentType(rawValue: record[0]) : nil
    }

    /// Returns the IV with the sequence number XORed into its last eight bytes (RFC 8446 section 5.3).
    private func nonce(xoring sequence: UInt64) -> [UInt8] {
        var nonce = iv
        for index in 0..<8 where index < nonce.count {
            nonce[nonce.count - 1 - index] ^= UInt8(truncatingIfNeeded: sequence >> (8 * UInt64(index)))
        }
        return nonce
    }

    /// Returns the bytes that TLS 1.2 authenticates besides the content: sequence number, type, version, length.
    private func pseudoHeader(_ record: Span<UInt8>, _ sequence: UInt64, contentCount: Int) -> [UInt8] {
        var writer = ByteWriter(capacity: 16)
        writer.append(bigEndian: sequence)
        writer.append(record.extracting(first: 3))
        writer.append(bigEndian: UInt16(truncatingIfNeeded: contentCount))
        return writer.array
    }

    // MARK: - CBC

    private func openEncryptThenMAC(
        _ record: Span<UInt8>,
        _ body: Span<UInt8>,
        _ hash: TLSHash,
        _ macKey: TLSKey,
        _ sequence: UInt64,
        into plaintext: inout ByteWriter
    ) -> Bool {
        let encryptedCount = body.count - hash.count
        guard encryptedCount >= 32 else { return false }
        let encrypted = body.extracting(first: encryptedCount)
        let header = pseudoHeader(record, sequence, contentCount: encryptedCount)
        let mac = TLSPrimitives.hmac(hash, macKey, header, encrypted)
        guard mac.span.equals(body.extracting(last: hash.count)) else { return false }
        return decryptBlocks(encrypted, into: &plaintext)
    }

    private func openMACThenEncrypt(
        _ record: Span<UInt8>,
        _ body: Span<UInt8>,
        _ hash: TLSHash,
        _ macKey: TLSKey,
        _ sequence: UInt64,
        into plaintext: inout ByteWriter
    ) -> Bool {
        let start = plaintext.count
        guard decryptBlocks(body, into: &plaintext) else { return false }
        let contentEnd = plaintext.count - hash.count
        guard contentEnd >= start else {
            plaintext.truncate(to: start)
            return false
        }
        let header = pseudoHeader(record, sequence, contentCount: contentEnd - start)
        let isAuthentic = carriesMAC(plaintext.span.extracting(droppingFirst: start), hash, macKey, header)
        plaintext.truncate(to: isAuthentic ? contentEnd : start)
        return isAuthentic
    }

    /// Returns whether content ends with its MAC.
    private func carriesMAC(_ content: Span<UInt8>, _ hash: TLSHash, _ macKey: TLSKey, _ header: [UInt8]) -> Bool {
        let mac = TLSPrimitives.hmac(hash, macKey, header, content.extracting(droppingLast: hash.count))
        return mac.span.equals(content.extracting(last: hash.count))
    }

    /// Decrypts blocks that follow an IV, and removes the padding: as many bytes as the last byte says, all of that
    /// value, and the last byte itself.
    private func decryptBlocks(_ encrypted: Span<UInt8>, into plaintext: inout ByteWriter) -> Bool {
        let start = plaintext.count
        guard encrypted.count >= 32,
            TLSPrimitives.decryptCBC(
                encrypted.extracting(droppingFirst: 16),
                key,
                iv: encrypted.extracting(first: 16),
                into: &plaintext
            )
        else { return false }
        let end = plaintext.count
        let padding = plaintext.span[end - 1]
        let contentEnd = end - 1 - Int(padding)
        var isPadding = contentEnd >= start
        var index = end
        while isPadding, index > contentEnd {
            index -= 1
            isPadding = plaintext.span[index] == padding
        }
        guard isPadding else {
            plaintext.truncate(to: start)
            return false
        }
        plaintext.truncate(to: contentEnd)
        return true
    }
}
