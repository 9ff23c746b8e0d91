import Inspection
import Testing
import WireFormat
import WireJSON

/// What the sub-protocol of WebSocket tells.
@Suite
struct SubprotocolTests {
    @Test("LeanCloud's subprotocol in the answer to the switch says whose connection it is, and in which form")
    func subprotocolOfTheAnswer() async throws {
        let names = ["leancloud-base64-chat", "leancloud-deflate-chat", "leancloud-protobuf-chat"]
        for name in names {
            let segments = CaptureFile.read(try Bundled.file("\(name).pcap")).segments
            let events = try await Decoded(segments).events()
            let isSwitch = { (segment: TestSegment) in
                segment.payload.starts(with: Array("GET ".utf8)) && segment.payload.containsText("pgrade: websocket")
            }
            let ports = Set(segments.filter(isSwitch).map(\.flow))
            let cut = segments.filter { segment in
                !ports.contains(segment.flow) || !isSwitch(segment) && segment.flags & TestSegment.syn == 0
            }
            let late = try await Decoded(cut).events()
            #expect(late.compactMap(\.hex) == events.compactMap(\.hex), "\(name)")
            let answer = late.first { $0.transport == "http" && $0.json["frame"]?["status"]?.int64 == 101 }
            #expect(answer?.codes == ["http-unpaired"], "\(name)")
        }
    }
}

extension [UInt8] {
    fileprivate func containsText(_ text: String) -> Bool { String(decoding: self, as: UTF8.self).contains(text) }
}
