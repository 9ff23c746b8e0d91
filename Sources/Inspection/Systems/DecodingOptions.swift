import WireFormat

/// What decoders are told of how to read.
struct DecodingOptions: Sendable {
    /// Protection against hostile input.
    var limits = Limits()
    /// How deep units are to be read.
    var depth = DecodingDepth.all
    /// Whether tokens are kept in full.
    var showsSecrets = false
    /// Whether whoever takes the events reads a content from its tape where it is there.
    var leavesContentOnTape = false
    /// The key with which bodies are obfuscated, where it is given.
    var obfuscationKey: [UInt8]?
    /// What topics carry that no table knows: the payload's name by topic.
    var payloads: [String: String] = [:]
}
