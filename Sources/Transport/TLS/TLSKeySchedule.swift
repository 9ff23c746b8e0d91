import WireFormat

/// Derives the keys of records from secrets.
enum TLSKeySchedule {
    /// The PRF label for the keys of both directions in TLS 1.2.
    private static let keyExpansion = Array("key expansion".utf8)

    /// HKDF-Expand-Label with an empty context (RFC 8446 section 7.1).
    static func expandLabel(_ hash: TLSHash, _ secret: [UInt8], _ label: String, count: Int) -> [UInt8] {
        let name = Array("tls13 ".utf8) + Array(label.utf8)
        let info = [UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), UInt8(name.count)] + name + [0]
        return TLSPrimitives.expand(hash, secret, info: info, count: count)
    }

    /// Returns the traffic secret after a key update (RFC 8446 section 7.2).
    static func updated(_ hash: TLSHash, _ secret: [UInt8]) -> [UInt8] {
        expandLabel(hash, secret, "traffic upd", count: hash.count)
    }

    /// Derives the keys from a traffic secret of TLS 1.3 (RFC 8446 section 7.3).
    static func cipher13(_ hash: TLSHash, _ aead: TLSAEAD, secret: [UInt8]) -> TLSRecordCipher {
        let key = expandLabel(hash, secret, "key", count: aead.keyCount)
        let iv = expandLabel(hash, secret, "iv", count: 12)
        return TLSRecordCipher(form: .tls13(aead), key: TLSKey(key), iv: iv, macKey: nil)
    }

    /// Returns `count` bytes of the PRF of TLS 1.2 (RFC 5246 section 5).
    static func prf(_ hash: TLSHash, secret: [UInt8], label: [UInt8], seed: [UInt8], count: Int) -> [UInt8] {
        let key = TLSKey(secret)
        let seed = label + seed
        var output: [UInt8] = []
        var round = seed
        while output.count < count {
            round = TLSPrimitives.hmac(hash, key, round)
            output += TLSPrimitives.hmac(hash, key, round + seed)
        }
        return Array(output.prefix(count))
    }

    /// Derives the keys of one direction in TLS 1.2 (RFC 5246 section 6.3).
    ///
    /// - Parameter encryptsThenMACs: whether both ends agreed on RFC 7366, which only affects CBC.
    static func cipher12(
        _ protection: TLSProtection,
        master: [UInt8],
        clientRandom: TLSClientRandom,
        serverRandom: TLSClientRandom,
        from sender: FrameSender,
        encryptsThenMACs: Bool
    ) -> TLSRecordCipher {
        let macCount: Int
        let keyCount: Int
        let ivCount: Int
        let form: TLSRecordCipher.Form
        switch protection.bulk {
        case .aead(let aead):
            macCount = 0
            keyCount = aead.keyCount
            // AES-GCM takes 4 bytes from the key block and 8 from the record (RFC 5288), ChaCha20 all 12 from the key
            // block (RFC 7905).
            ivCount = if case .aesGCM = aead { 4 } else { 12 }
            form = .tls12(aead)
        case .cbc(let count, let mac):
            macCount = mac.count
            keyCount = count
            ivCount = 0
            form = .cbc(mac, encryptsThenMACs: encryptsThenMACs)
        }
        let block = prf(
            protection.hash,
            secret: master,
            label: keyExpansion,
            seed: serverRandom.bytes + clientRandom.bytes,
            count: 2 * (macCount + keyCount + ivCount)
        )
        var parts = block[...]
        func take(_ count: Int) -> ArraySlice<UInt8> {
            let both = parts.prefix(2 * count)
            parts = parts.dropFirst(2 * count)
            return sender == .client ? both.prefix(count) : both.suffix(count)
        }
        let macKey = take(macCount)
        let key = take(keyCount)
        let iv = take(ivCount)
        return TLSRecordCipher(
            form: form,
            key: TLSKey(key),
            iv: Array(iv),
            macKey: macCount > 0 ? TLSKey(macKey) : nil
        )
    }
}
