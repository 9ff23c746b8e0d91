import WireFormat

/// The fields of a ClientHello that are used here (RFC 8446 section 4.1.2, RFC 5246 section 7.4.1.2).
struct TLSClientHello {
    var random: TLSClientRandom
    var serverName: String?
    var protocols: [String] = []
    var offersEarlyData = false

    /// Reads a hello of which only the beginning was captured: its random, all that the keys depend on.
    init(beginning body: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(body)
        _ = try reader.uint16("version")
        random = try Self.random(&reader, body)
    }

    init(_ body: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(body)
        _ = try reader.uint16("version")
        random = try Self.random(&reader, body)
        let sessionIDCount = try reader.uint8("session id length")
        _ = try reader.bytes("session id", count: Int(sessionIDCount))
        _ = try reader.text("cipher suites")
        let methodCount = try reader.uint8("compression methods length")
        _ = try reader.bytes("compression methods", count: Int(methodCount))
        var extensions = try TLSExtensions(&reader, body)
        while let (type, range) = try extensions.next() {
            switch type {
            case TLSExtensions.serverName: serverName = try Self.serverName(body.extracting(range))
            case TLSExtensions.applicationProtocols:
                protocols = try TLSExtensions.protocols(body.extracting(range))
            case TLSExtensions.earlyData: offersEarlyData = true
            default: break
            }
        }
    }

    /// Reads the 32 bytes of a hello's random.
    static func random(_ reader: inout ByteReader<NoTrace>, _ body: Span<UInt8>) throws(WireError) -> TLSClientRandom {
        let range = try reader.bytes("random", count: 32)
        guard let random = TLSClientRandom(body.extracting(range)) else {
            throw WireError(.length, at: range.lowerBound, path: ["random"])
        }
        return random
    }

    /// Returns the first host name in the list (RFC 6066 section 3).
    private static func serverName(_ content: Span<UInt8>) throws(WireError) -> String? {
        var reader = ByteReader(content)
        _ = try reader.uint16("server name list length")
        while !reader.isAtEnd {
            let type = try reader.uint8("name type")
            let name = try reader.text("host name")
            if type == 0 { return String(decodingUTF8: content.extracting(name)) }
        }
        return nil
    }
}

/// The fields of a ServerHello that are used here (RFC 8446 section 4.1.3, RFC 5246 section 7.4.1.3).
struct TLSServerHello {
    var random: TLSClientRandom
    var version: TLSVersion
    var cipherSuite: TLSCipherSuite
    var compression: UInt8
    var applicationProtocol: String?
    var encryptsThenMACs = false
    var takesPSK = false

    /// The random that marks a ServerHello as a HelloRetryRequest: the SHA-256 of that word.
    private static let retryRandom: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
        0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]

    /// Whether this is a HelloRetryRequest.
    var isRetry: Bool { random.bytes == Self.retryRandom }

    init(_ body: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(body)
        version = TLSVersion(rawValue: try reader.uint16("version"))
        random = try TLSClientHello.random(&reader, body)
        let sessionIDCount = try reader.uint8("session id length")
        _ = try reader.bytes("session id", count: Int(sessionIDCount))
        cipherSuite = TLSCipherSuite(rawValue: try reader.uint16("cipher suite"))
        compression = try reader.uint8("compression method")
        var extensions = try TLSExtensions(&reader, body)
        while let (type, range) = try extensions.next() {
            let content = body.extracting(range)
            switch type {
            case TLSExtensions.applicationProtocols: applicationProtocol = try TLSExtensions.protocols(content).first
            case TLSExtensions.encryptThenMAC: encryptsThenMACs = true
            case TLSExtensions.preSharedKey: takesPSK = true
            case TLSExtensions.supportedVersions:
                var inner = ByteReader(content)
                version = TLSVersion(rawValue: try inner.uint16("selected version"))
            default: break
            }
        }
    }
}

/// The fields of the EncryptedExtensions message that are used here (RFC 8446 section 4.3.1).
struct TLSEncryptedExtensions {
    var applicationProtocol: String?
    var acceptsEarlyData = false

    init(_ body: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(body)
        var extensions = try TLSExtensions(&reader, body)
        while let (type, range) = try extensions.next() {
            switch type {
            case TLSExtensions.applicationProtocols:
                applicationProtocol = try TLSExtensions.protocols(body.extracting(range)).first
            case TLSExtensions.earlyData: acceptsEarlyData = true
            default: break
            }
        }
    }
}
