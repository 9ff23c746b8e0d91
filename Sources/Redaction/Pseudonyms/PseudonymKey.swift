import Crypto
import WireFormat

/// The key of all pseudonyms, taken in by the hash once.
struct PseudonymKey: Sendable {
    /// SHA-256 after the key with each of HMAC's paddings.
    private let inner: SHA256
    private let outer: SHA256

    private static let blockSize = 64
    /// Longer values take memory of their own.
    private static let mostOnStack = 1024

    init(_ key: SymmetricKey) {
        var block = key.withUnsafeBytes { bytes in
            bytes.count > Self.blockSize ? Array(SHA256.hash(data: bytes)) : Array(bytes)
        }
        block += [UInt8](repeating: 0, count: Self.blockSize - block.count)
        var inner = SHA256()
        inner.update(data: block.map { $0 ^ 0x36 })
        self.inner = inner
        var outer = SHA256()
        outer.update(data: block.map { $0 ^ 0x5C })
        self.outer = outer
    }

    /// Two words that depend on the key and what is given only: HMAC-SHA-256 (RFC 2104) of it all.
    func seed(_ value: Span<UInt8>, purpose: UInt8, attempt: UInt8) -> (UInt64, UInt64) {
        var hash = inner
        withUnsafeTemporaryAllocation(byteCount: 2 + min(value.count, Self.mostOnStack), alignment: 1) { head in
            head[0] = purpose
            head[1] = attempt
            value.withUnsafeBytes { bytes in
                if 2 + bytes.count <= head.count {
                    head[2...].copyBytes(from: bytes)
                    hash.update(bufferPointer: UnsafeRawBufferPointer(head))
                } else {
                    hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: head[..<2]))
                    hash.update(bufferPointer: bytes)
                }
            }
        }
        var result = outer
        hash.finalize().withUnsafeBytes { result.update(bufferPointer: $0) }
        return result.finalize().withUnsafeBytes { bytes in
            (
                UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}
