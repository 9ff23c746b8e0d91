import RongCloud
import TLSRecording
import WireFormat

/// A RongCloud session over WebSocket, in the open and as a TLS library puts it on the wire.
struct EncryptedTalk {
    /// The session in the open.
    let plain: [TestSegment]

    /// - Parameter length: bytes of the longest frame; beyond 16 KiB it needs several records.
    init(longest length: Int) {
        var talk = Talk(port: 50443)
        talk.segmentSize = 4000
        talk.frame(.server, Bytes.connAck(user: "ann"))
        for (index, length) in [60, 200, length].enumerated() {
            let id = UInt16(index + 1)
            talk.frame(.client, MadeCapture.frame(length: length, id: id))
            talk.frame(.server, Bytes.pubAck(id: id))
        }
        let content = #"{"content":"an answer"}"#
        talk.frame(.server, Bytes.push("s_msg", to: "ann", id: 9, Bytes.upStream("RC:TxtMsg", content)))
        talk.frame(.client, Bytes.clientPubAck(id: 9))
        talk.close()
        plain = talk.segments
    }

    /// What the applications say, one entry a segment.
    var conversation: [TLSWire.Flight] {
        plain.filter { !$0.payload.isEmpty }.map { segment in
            TLSWire.Flight(fromClient: segment.source == plain[0].source, bytes: segment.payload)
        }
    }

    /// The packets of a recorded session, between the same ends.
    static func packets(_ wire: TLSWire) -> [TestSegment] {
        var talk = Talk(port: 50443, sdkVersion: nil)
        for flight in wire.flights { talk.send(flight.fromClient ? .client : .server, flight.bytes) }
        talk.end()
        return talk.segments
    }
}
