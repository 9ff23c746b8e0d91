import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Message UIDs")
struct MessageUIDTests {
    /// An id that was seen, with what its 80 bits mean.
    struct Sample: Sendable {
        var uid: String
        var layout: MessageUID.Layout
        var time: Int64
        var sequence: Int?
        var type: Int32
        var hash: UInt32
        var target: String?
        var timestamp: String
    }

    // Time stamps by Python's datetime.
    static let samples: [Sample] = [
        Sample(
            uid: "BKR5-28P4-JT85-SK8H",
            layout: .b,
            time: 1_601_372_982_418,
            sequence: 2004,
            type: 1,
            hash: 0x1E5111,
            timestamp: "2020-09-29T09:49:42.418Z"
        ),
        Sample(
            uid: "BUFE-A62U-32C4-01I2",
            layout: .b,
            time: 1_642_750_828_920,
            sequence: 1574,
            type: 1,
            hash: 0x000642,
            target: "24",
            timestamp: "2022-01-21T07:40:28.920Z"
        ),
        Sample(
            uid: "BKV3-S94Q-43C5-4JF0",
            layout: .b,
            time: 1_601_904_874_088,
            sequence: 2102,
            type: 1,
            hash: 0x124DE0,
            target: "test2",
            timestamp: "2020-10-05T13:34:34.088Z"
        ),
        Sample(
            uid: "BD60-6IFB-QI25-4JF0",
            layout: .b,
            time: 1_568_469_231_535,
            sequence: 1313,
            type: 1,
            hash: 0x124DE0,
            target: "test2",
            timestamp: "2019-09-14T13:53:51.535Z"
        ),
        Sample(
            uid: "BDRP-VGD3-H93H-G6M5",
            layout: .b,
            time: 1_571_395_929_742,
            sequence: 657,
            type: 12,
            hash: 0x181AC5,
            timestamp: "2019-10-18T10:52:09.742Z"
        ),
        Sample(
            uid: "BKE3-39Q0-4ME7-QRCS",
            layout: .b,
            time: 1_599_619_898_624,
            sequence: 2407,
            type: 1,
            hash: 0x3D6D9C,
            timestamp: "2020-09-09T02:51:38.624Z"
        ),
        Sample(
            uid: "5A2T-98B7-454E-L6O2",
            layout: .a,
            time: 1_461_071_448_889,
            type: 1,
            hash: 0x48EA_9B02,
            target: "1000000355",
            timestamp: "2016-04-19T13:10:48.889Z"
        ),
        Sample(
            uid: "5ARV-RRC4-44QV-N7KD",
            layout: .a,
            time: 1_467_803_986_977,
            type: 1,
            hash: 0x35FB_9E8D,
            target: "13099101012",
            timestamp: "2016-07-06T11:19:46.977Z"
        ),
        Sample(
            uid: "5CQK-MT6L-G43A-D3EE",
            layout: .a,
            time: 1_484_621_850_284,
            type: 1,
            hash: 0x06A6_8DCE,
            target: "user9",
            timestamp: "2017-01-17T02:57:30.284Z"
        ),
        Sample(
            uid: "5DO7-P929-L2KP-MC3I",
            layout: .a,
            time: 1_492_566_483_533,
            type: 8,
            hash: 0xA99B_3072,
            timestamp: "2017-04-19T01:48:03.533Z"
        ),
        Sample(
            uid: "5GSB-RPM1-KP8H-9JHF",
            layout: .a,
            time: 1_519_444_243_981,
            type: 6,
            hash: 0x5114_CE2F,
            timestamp: "2018-02-24T03:50:43.981Z"
        ),
    ]

    @Test("ids that were seen decode to their parts", arguments: samples)
    func decode(_ sample: Sample) throws {
        let uid = try MessageUID(sample.uid)
        #expect(uid.layout == sample.layout)
        #expect(uid.time == sample.time)
        #expect(uid.sequence == sample.sequence)
        #expect(uid.type.rawValue == sample.type)
        #expect(uid.hash == sample.hash)
        #expect(uid.timestamp == sample.timestamp)
        if let target = sample.target {
            #expect(uid.matches(target: target))
            #expect(!uid.matches(target: target + "0"))
        }
    }

    @Test("their parts encode to the ids", arguments: samples)
    func encode(_ sample: Sample) throws {
        let uid = try MessageUID(
            layout: sample.layout,
            time: sample.time,
            sequence: sample.sequence,
            type: ConversationType(rawValue: sample.type),
            hash: sample.hash
        )
        #expect("\(uid)" == sample.uid)
        #expect(uid == (try MessageUID(sample.uid)))
        #expect(try MessageUID(json: uid.json) == uid)
    }

    @Test(
        "the hash is Java's String.hashCode, of which layout B keeps 22 bits",
        arguments: [
            ("", 0), ("a", 97), ("hello", 99_162_322), ("polygenelubricants", 0x8000_0000), ("用户", 954_895),
            ("😀", 1_772_899), ("1000000355", 0x48EA_9B02),
        ] as [(String, UInt32)]
    )
    func hash(_ target: String, _ expected: UInt32) {
        #expect(MessageUID.hash(ofTarget: target, layout: .a) == expected)
        #expect(MessageUID.hash(ofTarget: target, layout: .b) == expected & 0x3F_FFFF)
    }

    @Test("any text of the alphabet reads as one id and writes itself again")
    func anyText() throws {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUV")
        var state: UInt64 = 42
        for _ in 0..<2000 {
            var text = ""
            for index in 0..<16 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text.append(alphabet[Int(state >> 59)])
                if index % 4 == 3, index < 15 { text.append("-") }
            }
            let uid = try MessageUID(text)
            #expect("\(uid)" == text)
            #expect(try MessageUID(json: uid.json) == uid)
        }
        for text in ["0000-0000-0000-0000", "VVVV-VVVV-VVVV-VVVV"] { #expect("\(try MessageUID(text))" == text) }
    }

    @Test(
        "text of another length is refused",
        arguments: [("", 0), ("BKR5-28P4-JT85-SK8", 18), ("BKR5-28P4-JT85-SK8H ", 20), ("BKR528P4JT85SK8H", 16)]
    )
    func wrongLength(_ text: String, _ count: Int) {
        let error = #expect(throws: WireError.self) { try MessageUID(text) }
        #expect(error?.code == .length && error?.needed == 19 && error?.available == count)
    }

    @Test("a byte that is not of the alphabet is refused at its place")
    func wrongBytes() {
        let text = Array("BKR5-28P4-JT85-SK8H".utf8)
        for index in text.indices {
            for byte in [UInt8(ascii: "W"), UInt8(ascii: "b"), 0x2F, 0x3A, 0x40, 0x00, 0xC3] {
                var changed = text
                changed[index] = byte
                let error = #expect(throws: WireError.self) { try MessageUID(changed.span) }
                #expect(error?.code == .value && error?.offset == index)
            }
        }
        let error = #expect(throws: WireError.self) { try MessageUID("BKR50-28P4-JT85-SKH") }
        #expect(error?.code == .value && error?.offset == 4)
    }

    @Test(
        "parts that a layout has no room for are refused by name",
        arguments: [
            (.b, 1 << 42, 0, 1, 0, "time"), (.b, -1, 0, 1, 0, "time"), (.b, 1_104_537_599_999, 0, 1, 0, "time"),
            (.b, 1_600_000_000_000, 4096, 1, 0, "sequence"), (.b, 1_600_000_000_000, -1, 1, 0, "sequence"),
            (.b, 1_600_000_000_000, nil, 1, 0, "sequence"), (.b, 1_600_000_000_000, 0, 16, 0, "type"),
            (.b, 1_600_000_000_000, 0, -1, 0, "type"), (.b, 1_600_000_000_000, 0, 1, 1 << 22, "hash"),
            (.a, 1 << 43, nil, 1, 0, "time"), (.a, 2_209_075_200_000, nil, 1, 0, "time"),
            (.a, 1_500_000_000_000, 0, 1, 0, "sequence"), (.a, 1_500_000_000_000, nil, 32, 0, "type"),
        ] as [(MessageUID.Layout, Int64, Int?, Int32, UInt32, String)]
    )
    func wrongParts(
        _ layout: MessageUID.Layout,
        _ time: Int64,
        _ sequence: Int?,
        _ type: Int32,
        _ hash: UInt32,
        _ part: String
    ) {
        let error = #expect(throws: WireError.self) {
            try MessageUID(
                layout: layout,
                time: time,
                sequence: sequence,
                type: ConversationType(rawValue: type),
                hash: hash
            )
        }
        #expect(error?.code == .value && error?.path == [part])
    }

    @Test(
        "parts from JSON are refused when they are missing or wrong",
        arguments: [
            ("{}", WireError.Code.required, "type"), (#"{"type":1}"#, .required, "hash"),
            (#"{"type":1,"hash":1}"#, .required, "time"), (#"{"type":"1"}"#, .value, "type"),
            (#"{"type":1,"hash":4294967296}"#, .value, "hash"), (#"{"layout":"C"}"#, .value, "layout"),
            (#"{"type":1,"hash":1,"sequence":1.5}"#, .value, "sequence"),
            (#"{"type":1,"hash":1,"time":1600000000000}"#, .value, "sequence"),
        ]
    )
    func wrongJSON(_ text: String, _ code: WireError.Code, _ part: String) throws {
        let value = try JSONValue(parsing: text)
        let error = #expect(throws: WireError.self) { try MessageUID(json: value) }
        #expect(error?.code == code && error?.path == [part])
    }
}
