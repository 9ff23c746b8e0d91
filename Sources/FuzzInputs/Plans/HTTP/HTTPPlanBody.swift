/// An HTTP body in a coding (RFC 9110 section 8.4.1), and the part of its content that can be decoded.
struct HTTPPlanBody: Sendable {
    private(set) var fields: [(name: String, value: String)] = []
    private(set) var bytes: [UInt8] = []
    private(set) var content: [UInt8] = []
    /// The code of the reason why the content is incomplete.
    private(set) var failure = ""

    /// Creates an empty body.
    init() {}

    /// Encodes a content.
    ///
    /// - Parameter inflated: the limits for inflated data.
    init(_ plain: [UInt8], _ coding: Int, _ inflated: (bytes: Int, ratio: Int)) {
        var deflate = PlannedDeflate()
        content = plain
        func name(_ value: String) {
            fields = [(name: coding & 1 == 0 ? "Content-Encoding" : "content-encoding", value: value)]
        }
        switch coding {
        case 0, 4, 8, 12: bytes = plain
        case 1:
            name(" gzip")
            bytes = PlannedGzip.pack(plain, 1)
        case 2:
            name(" deflate")
            bytes = PlannedDeflate.zlib(plain)
        case 3:
            name(" Deflate")
            bytes = deflate.stream(plain)
        case 5:
            name(" X-GZIP")
            bytes = PlannedGzip.pack(plain, 2 | 8)
        case 6:
            name("identity, gzip\t")
            bytes = PlannedGzip.pack(plain, 3 | 4)
        case 7:
            name(" identity")
            bytes = plain
        case 9:
            // Other codings are not decoded.
            name(" br")
            bytes = plain
            failure = "unsupported"
        case 10:
            name(" gzip, deflate")
            bytes = plain
            failure = "unsupported"
        case 11:
            name(" gzip")
            bytes = PlannedGzip.pack(plain, 1) + [0]
            failure = "trailing"
        case 13:
            name(" gzip")
            bytes = PlannedGzip.pack(plain, 1).dropLast(2)
            failure = "truncated"
        case 14:
            name(" gzip")
            bytes = planBytes(plain.count, 20).map { $0 | 0x80 }
            content = []
            failure = "value"
        default:
            name(" deflate")
            bytes = PlannedDeflate.zlib(plain) + [1, 2]
            failure = "trailing"
        }
        // An empty body has no coding error.
        if bytes.isEmpty { failure = "" }
        guard ![0, 4, 7, 8, 9, 10, 12, 14].contains(coding) else { return }
        let allowed = max(inflated.bytes, bytes.count * inflated.ratio)
        if content.count > allowed {
            content = Array(content.prefix(allowed))
            failure = "limit"
        }
    }

    /// Applies a transfer coding around that of the content (RFC 9112 section 7).
    ///
    /// - Parameter isUndone: whether readers undo it: it is gzip then. They undo a single coding only.
    mutating func transfer(isUndone: Bool) {
        guard isUndone, fields.allSatisfy({ $0.value == " identity" }) else {
            content = bytes
            failure = bytes.isEmpty ? "" : "unsupported"
            return
        }
        bytes = PlannedGzip.pack(bytes, 1)
    }
}
