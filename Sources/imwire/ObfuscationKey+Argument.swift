import ArgumentParser
import RongCloud
import WireFormat

extension ObfuscationKey {
    /// Reads the key from an argument of 16 hex digits.
    @Sendable
    static func argument(_ text: String) throws -> ObfuscationKey {
        do {
            return try ObfuscationKey(Hex.decode(text))
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
