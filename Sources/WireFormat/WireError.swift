/// The reason why bytes could not be decoded, and the exact place.
///
/// All decoders of this package throw this error type. Its text has the form `PUBLISH.targetId: needs 300 bytes, 12
/// left, at offset 17`.
public struct WireError: Error, Hashable, Sendable {
    /// The class of the failure.
    ///
    /// The raw values are the error classes of the adapter protocol.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The input ends before the value does.
        case truncated
        /// Bytes are left after the last value.
        case trailing
        /// A length that cannot be right: negative, too many length bytes, or beyond its container.
        case length
        /// A checksum that does not match.
        case checksum
        /// Text that is not in the encoding that its place demands.
        case string
        /// A protobuf varint of more than ten bytes, or a tag of more than five.
        case varint
        /// A protobuf wire type that does not exist or does not close its group.
        case wireType
        /// A required field that is missing.
        case required
        /// Bytes that are not JSON.
        case json
        /// A limit that was reached, such as a depth or a length; the path or ``expected`` names the limit.
        case limit
        /// A form that exists but is not implemented.
        case unsupported
        /// A value outside the range that its place allows.
        case value
    }

    /// The class of the failure.
    public var code: Code
    /// The byte offset of the first offending byte, from the start of the outermost input.
    ///
    /// For a value that is cut off, the offset of its first byte. For a value that cannot be encoded, ``nowhere``.
    public var offset: Int
    /// The names of the fields that lead to the place, outermost first.
    public var path: [String]
    /// The number of bytes (or units of the limit) that were needed, if known.
    public var needed: Int?
    /// The number of bytes that were available, if known.
    public var available: Int?
    /// The expected input in a few words, if the code alone does not say it.
    public var expected: String?

    /// The offset of an error that concerns a value and not bytes, such as a value that cannot be encoded.
    public static let nowhere = -1

    /// Makes an error.
    public init(
        _ code: Code,
        at offset: Int = WireError.nowhere,
        path: [String] = [],
        needed: Int? = nil,
        available: Int? = nil,
        expected: String? = nil
    ) {
        self.code = code
        self.offset = offset
        self.path = path
        self.needed = needed
        self.available = available
        self.expected = expected
    }

    /// Returns the same error with the containing `field` in front of its path.
    public func inside(_ field: String) -> WireError {
        var outer = self
        outer.path.insert(field, at: 0)
        return outer
    }

    /// Returns the same error with `base` added to its offset; ``nowhere`` stays.
    public func shifted(by base: Int) -> WireError {
        var outer = self
        if offset != Self.nowhere { outer.offset += base }
        return outer
    }
}

extension WireError: CustomStringConvertible {
    /// The path, the failure, the figures and the offset on one line; without an offset if it is ``nowhere``.
    public var description: String {
        var parts: [String] = []
        // A field that is named like the failure already says it.
        let isSaid = code == .truncated ? needed != nil : expected != nil && path.last == code.rawValue
        if !isSaid { parts.append(code.rawValue) }
        if let expected { parts.append("expected " + expected) }
        if let needed { parts.append("needs \(needed) \(needed == 1 ? "byte" : "bytes")") }
        if let available { parts.append("\(available) left") }
        if offset != Self.nowhere { parts.append("at offset \(offset)") }
        let place = path.isEmpty ? "" : path.joined(separator: ".") + ": "
        return place + parts.joined(separator: ", ")
    }
}
