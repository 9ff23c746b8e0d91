import Testing
import Transport

/// What the first bytes of a connection say of TLS.
@Suite struct TLSRecordHeaderTests {
    static let hellos: [([UInt8], Bool?)] = [
        ([22, 3, 1, 2, 0, 1], true), ([22, 3, 0, 0, 0, 1], true), ([22, 3, 4, 0x48, 255, 2, 9, 9], true),
        ([], nil), ([22], nil), ([22, 3], nil), ([22, 3, 1], nil), ([22, 3, 1, 2], nil), ([22, 3, 1, 2, 0], nil),
        ([21], false), ([23, 3, 1, 2, 0, 1], false), ([22, 2], false), ([22, 4], false), ([22, 3, 5], false),
        ([22, 3, 1, 0x49], false), ([22, 3, 1, 2, 0, 0], false), ([22, 3, 1, 2, 0, 3], false),
    ]
    static let records: [([UInt8], Bool?)] = [
        ([20, 3, 3, 0, 1], true), ([23, 3, 1, 0x48, 255, 7], true), ([21, 3, 2, 0, 0], true),
        ([], nil), ([22], nil), ([23, 3, 3, 0], nil), ([19], false), ([24], false), ([23, 3, 0], false),
        ([23, 3, 4], false), ([23, 2], false), ([23, 3, 3, 0x49], false),
    ]

    @Test("a hello is told by six bytes, and what cannot be one by the first that does not fit", arguments: hellos)
    func hello(_ bytes: [UInt8], _ isHello: Bool?) {
        #expect(TLSRecordHeader.looksLikeHello(bytes.span, from: 0) == isHello)
        let later = [0, 0] + bytes
        #expect(TLSRecordHeader.looksLikeHello(later.span, from: 2) == isHello)
    }

    @Test("a record is told by five bytes", arguments: records)
    func record(_ bytes: [UInt8], _ isRecord: Bool?) {
        #expect(TLSRecordHeader.looksLikeRecord(bytes.span, from: 0) == isRecord)
        let later = [0, 0] + bytes
        #expect(TLSRecordHeader.looksLikeRecord(later.span, from: 2) == isRecord)
    }
}
