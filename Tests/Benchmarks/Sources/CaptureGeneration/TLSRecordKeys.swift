import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Protects the records of one direction (RFC 8446 section 5.2).
struct TLSRecordKeys {
    static let handshake: UInt8 = 22
    static let applicationData: UInt8 = 23

    private let key: SymmetricKey
    private let vector: [UInt8]
    private var sequence: UInt64 = 0

    init(secret: SymmetricKey) {
        key = TLSSecrets.expand(secret, "key", count: 16)
        vector = TLSSecrets.expand(secret, "iv", count: 12).bytes
    }

    /// As many records as the bytes need; each holds 2^14 bytes at most.
    mutating func records(_ bytes: [UInt8], type: UInt8) throws -> [UInt8] {
        var records: [UInt8] = []
        records.reserveCapacity(bytes.count + 22)
        var rest = bytes[...]
        repeat {
            try appendRecord(rest.prefix(1 << 14), type, to: &records)
            rest = rest.dropFirst(1 << 14)
        } while !rest.isEmpty
        return records
    }

    private mutating func appendRecord(_ part: ArraySlice<UInt8>, _ type: UInt8, to records: inout [UInt8]) throws {
        var nonce = vector
        for index in 0..<8 { nonce[4 + index] ^= UInt8(truncatingIfNeeded: sequence >> UInt64(56 - 8 * index)) }
        sequence += 1
        var header: [UInt8] = [Self.applicationData, 3, 3]
        header.append(bigEndian: UInt16(part.count + 17))
        let box = try AES.GCM.seal(
            part + [type],
            using: key,
            nonce: AES.GCM.Nonce(data: nonce),
            authenticating: header
        )
        records += header
        records += box.ciphertext
        records += box.tag
    }
}

extension SymmetricKey {
    /// Its bytes.
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
