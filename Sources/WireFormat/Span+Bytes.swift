extension Array where Element == UInt8 {
    /// A copy of borrowed bytes.
    @inlinable
    public init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }
}

extension String {
    /// The text of UTF-8 bytes; ill-formed parts become U+FFFD.
    public init(decodingUTF8 bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

extension Span where Element == UInt8 {
    /// Whether these bytes are the bytes of `literal`.
    @inlinable
    public func equals(_ literal: StaticString) -> Bool {
        guard count == literal.utf8CodeUnitCount else { return false }
        for index in indices where self[index] != (unsafe literal.utf8Start[index]) { return false }
        return true
    }

    /// Whether these bytes are the same as those.
    @inlinable
    public func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
