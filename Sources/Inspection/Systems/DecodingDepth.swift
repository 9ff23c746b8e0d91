/// How deep a unit is to be read: what the output and the filter need.
struct DecodingDepth: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// The payload, and which chat messages it holds.
    static let payload = DecodingDepth(rawValue: 1)
    /// The messages' contents.
    static let contents = DecodingDepth(rawValue: 2)
    /// Everything.
    static let all: DecodingDepth = [.payload, .contents]
}
