/// The depth to which a unit is decoded, as the output and the filter need it.
struct DecodingDepth: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// The payload, and its list of chat messages.
    static let payload = DecodingDepth(rawValue: 1)
    /// The messages' contents.
    static let contents = DecodingDepth(rawValue: 2)
    static let all: DecodingDepth = [.payload, .contents]
}
