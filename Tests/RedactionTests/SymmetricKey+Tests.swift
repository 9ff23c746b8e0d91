import Crypto

extension SymmetricKey {
    /// The key of all tests that do not need another one: under a random key, a pseudonym may by chance hold the text
    /// that a test looks for.
    static let ofTests = SymmetricKey(data: bytesOfTests)
    static let bytesOfTests = (0..<32).map { UInt8($0) }
}
