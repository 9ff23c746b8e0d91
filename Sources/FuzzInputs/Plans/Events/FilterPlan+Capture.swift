// The capture that all filters are applied to.
extension FilterPlan {
    /// A capture with messages in several packets, texts of many kinds, and lists with gaps; its times have
    /// nanoseconds.
    package static let capture: [UInt8] = {
        var plan: [UInt8] = [0x40]
        for number in 0..<20 as Range<UInt8> { plan += [number & 1 == 0 ? 0 : 0x80, number * 9, number, 0] }
        var session = SampleSession(port: 50009)
        // Texts of two letters with repetitions, letters of both cases, numbers, punctuation, spaces, line ends, and
        // letters of other scripts.
        for text in [
            "a", "b", "aab", "aabaab", "aabaaabaaabb", "abababaab", "bbabbbabb", "aaaaaab", "abc", "ABC", "aA", "cd",
            "xYz", "12", "7", "-3", "255", "a b", "ab\nz", "-_a1", "中文a", "é🙂", "A_z 中\n", "Z[^]a",
        ] {
            let value = text.utf8.map { byte in
                let digits = String(byte, radix: 16)
                return byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
            session.send(
                fromClient: true,
                Array("GET /ping?r=\(value.joined()) HTTP/1.1\r\nHost: im.example\r\n\r\n".utf8)
            )
            session.send(fromClient: false, Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
        }
        var lists = SampleSession(port: 50010)
        lists.upgrade(extensions: nil, version: "4.2.0")
        let measures = [
            "[999,1000]", "[1024]", "[1500,60]", "[1000000]", "[524288,1048576]", "[1000000000]", "[1073741824]",
            "[60]", "[3600]", "[43200,86400]",
        ]
        let few = ["[]", "[null]", "[1,null,3]", "[3]", "[null,3]", "[3,3]", "null", "5"]
        for (number, list) in (few + measures).enumerated() {
            let data =
                SessionPlan.varint(1, 3) + SessionPlan.bytes(2, "app:list")
                + SessionPlan.bytes(3, "{\"l\":\(list)}")
            let head = [0x32] + SessionPlan.text("ppMsgP") + SessionPlan.text("lin") + SessionPlan.number(number + 1, 2)
            lists.message(fromClient: true, head + data)
        }
        let packets = WebSocketPlan(plan).session.packets + session.packets + lists.packets
        return WireCapture(packets, nanoseconds: UInt64(nanoseconds)).bytes
    }()

    /// The nanoseconds after the microseconds of each time.
    static let nanoseconds = 250
    /// The field with the lists.
    static let listField = "messages.content.l"
}
