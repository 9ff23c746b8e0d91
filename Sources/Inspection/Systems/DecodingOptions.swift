/// The options of the decoders.
struct DecodingOptions: Sendable {
    /// The limits that protect against hostile input.
    var limits = Limits()
    /// The depth to which units are decoded.
    var depth = DecodingDepth.all
    /// Whether tokens are kept in full.
    var showsSecrets = false
    /// Whether the consumer of the events reads a content from its tape, if it is there.
    var leavesContentOnTape = false
    /// The key with which bodies are obfuscated, if given.
    var obfuscationKey: [UInt8]?
    /// The payload names for topics for which no table has one, by topic.
    var payloads: [String: String] = [:]
}
