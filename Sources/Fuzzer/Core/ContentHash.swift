import Crypto
import WireFormat

/// The names of inputs.
package enum ContentHash {
    /// Returns the name of an input: the first 16 hex digits of its SHA-256.
    package static func name(of bytes: [UInt8]) -> String {
        Hex.encode(Array(SHA256.hash(data: bytes).prefix(8)))
    }
}
