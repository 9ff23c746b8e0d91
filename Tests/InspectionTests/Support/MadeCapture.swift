import RongCloud
import WireFormat

/// A capture of several connections at the same time, with messages of the lengths where layouts change.
enum MadeCapture {
    /// Lengths around those where the WebSocket length field grows, and one that needs many packets.
    static let lengths = [1, 125, 126, 127, 65535, 65536, 200_000]

    /// The frames of each connection's client, without the WebSocket layer: PUBLISH frames of exactly these lengths.
    static func frame(length: Int, id: UInt16) -> [UInt8] {
        guard length > 1 else { return Bytes.pingRequest }
        let empty = Bytes.publish("ppMsgP", to: "bob", id: id, Bytes.upStream("RC:TxtMsg", #"{"content":""}"#)).count
        // The length of the content is a varint, so that its own length changes with it.
        for padding in max(0, length - empty - 4)...max(0, length - empty) {
            let content = #"{"content":""# + String(repeating: "x", count: padding) + #""}"#
            let frame = Bytes.publish("ppMsgP", to: "bob", id: id, Bytes.upStream("RC:TxtMsg", content))
            if frame.count == length { return frame }
        }
        preconditionFailure("no content gives a frame of \(length) bytes")
    }

    /// All packets, those of the connections taking turns.
    static let segments = made()

    private static func made() -> [TestSegment] {
        let talks = [whole(port: 50001), fragmented(port: 50002, size: 700), fragmented(port: 50003, size: 33)]
        var segments: [TestSegment] = []
        for index in 0..<(talks.map(\.count).max() ?? 0) {
            for talk in talks where index < talk.count { segments.append(talk[index]) }
        }
        let start = talks[0][0].time
        for index in segments.indices { segments[index].time = start + Int64(index) * 1_000_000 }
        return segments
    }

    private static func whole(port: UInt16) -> [TestSegment] {
        var talk = Talk(port: port)
        talk.segmentSize = 16000
        talk.frame(.server, Bytes.connAck(user: "ann"))
        for (index, length) in lengths.enumerated() {
            let id = UInt16(index + 1)
            talk.frame(.client, frame(length: length, id: id))
            talk.frame(.server, length == 1 ? Bytes.pingResponse : Bytes.pubAck(id: id))
        }
        talk.close()
        return talk.segments
    }

    private static func fragmented(port: UInt16, size: Int) -> [TestSegment] {
        var talk = Talk(port: port, sdkVersion: "2.5.10")
        talk.frame(.server, Bytes.connAck(user: "eve"))
        for (index, length) in [127, 700, 3000].enumerated() {
            let id = UInt16(index + 1)
            talk.fragments(.client, frame(length: length, id: id), size: size)
            talk.fragments(.server, Bytes.pubAck(id: id), size: 5)
        }
        talk.close()
        return talk.segments
    }
}
