import WireFormat

/// The list of extensions at the end of a hello (RFC 8446 section 4.2).
struct TLSExtensions: ~Escapable {
    static let serverName: UInt16 = 0
    static let applicationProtocols: UInt16 = 16
    static let encryptThenMAC: UInt16 = 22
    static let preSharedKey: UInt16 = 41
    static let earlyData: UInt16 = 42
    static let supportedVersions: UInt16 = 43

    /// The number of protocol names kept of one list.
    private static let protocolsKept = 64

    private var reader: ByteReader<NoTrace>

    /// Begins before the first extension; a hello may end without a list.
    @_lifetime(copy body)
    init(_ outer: inout ByteReader<NoTrace>, _ body: Span<UInt8>) throws(WireError) {
        let range = outer.isAtEnd ? body.count..<body.count : try outer.text("extensions")
        reader = ByteReader(body)
        reader.skip(range.lowerBound)
        reader = try reader.slice("extensions", count: range.count)
    }

    /// Returns the type and the content of the next extension; `nil` after the last.
    mutating func next() throws(WireError) -> (type: UInt16, content: Range<Int>)? {
        guard !reader.isAtEnd else { return nil }
        let type = try reader.uint16("extension type")
        return (type, try reader.text("extension"))
    }

    /// Returns the names in an extension of application protocols (RFC 7301 section 3.1).
    static func protocols(_ content: Span<UInt8>) throws(WireError) -> [String] {
        var reader = ByteReader(content)
        _ = try reader.uint16("protocol list length")
        var names: [String] = []
        while !reader.isAtEnd {
            let count = try reader.uint8("protocol name length")
            let name = try reader.bytes("protocol name", count: Int(count))
            if names.count < protocolsKept { names.append(String(decodingUTF8: content.extracting(name))) }
        }
        return names
    }
}
