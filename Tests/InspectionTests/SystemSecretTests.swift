import Capture
import Foundation
import Reporting
import Testing
import WireFormat
import WireJSON

@testable import Inspection

/// Sessions of LeanCloud, NIM and YC that are full of marked secrets, through everything that prints.
@Suite("Secrets of other systems stay out of every output")
struct SystemSecretTests {
    private static let mark = "MARK3Rf00dCafe"

    private static var leanCloud: [TestSegment] {
        func field(_ number: UInt64) -> [UInt8] { Bytes.field(number, mark) }
        let commands: [(FrameSender, UInt8, UInt8?, UInt64, [UInt8])] = [
            (.client, 0, 1, 102, field(2) + field(3) + field(10) + field(14)),
            (.server, 0, 5, 102, field(10)),
            (.client, 1, 30, 110, field(14) + field(15)),
            (.client, 10, 80, 111, field(2) + field(4)),
            (.client, 13, 100, 113, field(3)),
            (.client, 20, 170, 116, field(13) + field(14)),
            (.client, 2, nil, 104, Bytes.field(1, #"{"_lctype":-1,"_lctext":"http://x/?token=\#(Self.mark)"}"#)),
            (.client, 2, nil, 104, Bytes.field(1, #"{"_lctype":7,"appSecret":"\#(Self.mark)"}"#)),
            (.client, 2, nil, 104, Bytes.field(1, "see http://x/?a=1&token=\(Self.mark)")),
        ]
        var segments: [TestSegment] = []
        for (index, name) in ["lc.protobuf2.3", "lc.proto2base64.3"].enumerated() {
            var talk = Talk(port: UInt16(50701 + index), sdkVersion: nil)
            talk.exchange(
                "GET",
                "/1.1/rtm/notifications?client_id=tom&token=\(Self.mark)",
                answer: #"{"notifications":[],"token":"\#(Self.mark)"}"#,
                type: "application/json"
            )
            talk.upgrade(path: "/?token=\(Self.mark)", subprotocol: name)
            for (i, (sender, cmd, op, number, body)) in commands.enumerated() {
                let head = [8, cmd] + (op.map { Bytes.field(2, Int64($0)) } ?? []) + Bytes.field(5, Int64(i + 1))
                let unit = head + Bytes.field(number, body)
                if index == 0 { talk.binary(sender, unit) } else { talk.text(sender, Data(unit).base64EncodedString()) }
            }
            talk.close()
            segments += talk.segments
        }
        var json = Talk(port: 50703, sdkVersion: nil)
        json.upgrade(path: "/")
        for command in ["session", "conv", "room", "blacklist"] {
            json.text(
                .client,
                #"{"cmd":"\#(command)","op":"open","appId":"a","peerId":"t","i":1,"n":"\#(Self.mark)","s":"\#(Self.mark)"}"#
            )
        }
        json.text(.server, #"{"cmd":"session","op":"opened","i":1,"st":"\#(Self.mark)"}"#)
        json.text(.client, #"{"cmd":"report","op":"upload","i":3,"type":"token","data":"\#(Self.mark)"}"#)
        json.text(.client, #"{"cmd":"direct","i":4,"cid":"c","msg":"{\"_lctype\":7,\"token\":\"\#(Self.mark)\"}"}"#)
        json.close()
        return segments + json.segments
    }

    private static var nim: [TestSegment] {
        let packets: [(FrameSender, String)] = [
            (.server, "1::"),
            (
                .client,
                #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"11":"\#(mark)","19":"me","1000":"\#(mark)"}}]}"#
            ),
            (.server, #"3:::{"sid":2,"cid":3,"code":302,"ser":1}"#),
            (
                .client,
                #"3:::{"SID":3,"CID":1,"SER":2,"Q":[{"t":"String","v":"n"},{"t":"String","v":"\#(mark)"},{"t":"int","v":1}]}"#
            ),
            (.client, #"3:::{"SID":6,"CID":1,"SER":3,"Q":[{"t":"int","v":1}]}"#),
            (.server, #"3:::{"sid":6,"cid":1,"code":200,"r":[[{"1":"b","2":"\#(mark)","3":"o"}]],"ser":3}"#),
            (
                .client,
                #"3:::{"SID":7,"CID":1,"SER":3,"Q":[{"t":"Property","v":{"8":0,"9":"http://x/?token=\#(mark)"}}]}"#
            ),
            (
                .client,
                #"3:::{"SID":7,"CID":1,"SER":3,"Q":[{"t":"Property","v":{"8":100,"10":"{\"appSecret\":\"\#(mark)\"}"}}]}"#
            ),
            (.server, #"3:::{"sid":7,"cid":1,"code":200,"ser":9}"#),
        ]
        var socket = Talk(port: 50711, sdkVersion: nil)
        socket.upgrade(path: "/socket.io/1/websocket/s1?token=\(mark)")
        for (sender, packet) in packets { socket.text(sender, packet) }
        socket.close()
        var polling = Talk(port: 50712, sdkVersion: nil)
        let path = "/socket.io/1/xhr-polling/s2?token=\(mark)"
        polling.exchange(
            "GET",
            "/lbs/webconf.jsp?k=a&token=\(mark)",
            answer: #"{"token":"\#(mark)"}"#,
            type: "text/json"
        )
        for (sender, packet) in packets {
            if sender == .server {
                polling.exchange("GET", path, answer: packet, type: "text/plain")
            } else {
                polling.exchange("POST", path, body: packet, answer: "1", type: "text/plain")
            }
        }
        polling.end()
        return socket.segments + polling.segments
    }

    private static var yc: [TestSegment] {
        var talk = Talk(port: 50721, sdkVersion: nil)
        for _ in 0..<2 {
            talk.exchange(
                "GET",
                "/chat/list?token=\(mark)",
                answer: #"{"ret_code":200,"token":"\#(mark)","result":[{"id":"p1","type":"new_chat","content":"#
                    + #"{"topic":"7","ChatType":9,"url":"http://x/?token=\#(mark)","appSecret":"\#(mark)"}}]}"#,
                type: "application/json"
            )
        }
        talk.end()
        return talk.segments
    }

    /// Everything that `decode`, `stats`, `flows` and `check` print of a capture.
    private static func outputs(_ capture: [UInt8]) async throws -> [(name: String, text: String)] {
        var found: [(String, String)] = []
        for format in CaptureDecoder.Format.allCases {
            let decoded = try await Decoded(capture) { $0.format = format }
            found.append((format.rawValue, String(decoding: decoded.output, as: UTF8.self)))
        }
        func reader() throws -> CaptureReader {
            try CaptureReader(descriptor: Decoded.file(of: capture), closesDescriptor: true)
        }
        var statistics = StatisticsReport()
        _ = try await statistics.add(reader())
        var flows = FlowsReport()
        _ = try await flows.add(reader(), name: nil)
        found += [("stats", statistics.text(.text)), ("stats, JSON", statistics.text(.json))]
        found += [("flows", flows.text(.text)), ("flows, JSON", flows.text(.json))]
        let checked = try await check(capture)
        for format in FindingReport.Format.allCases {
            found.append(("check, \(format)", checked.report.text(format, version: "1")))
        }
        return found
    }

    @Test("no output holds a marked secret, in any spelling", arguments: ["leancloud", "nim", "yc"])
    func everywhere(system: String) async throws {
        let segments = ["leancloud": Self.leanCloud, "nim": Self.nim, "yc": Self.yc][system] ?? []
        let capture = CaptureFile.write(segments.sorted { $0.time < $1.time })
        let bytes = Array(Self.mark.utf8)
        // What follows the first four characters, which are shown.
        let spellings = [
            Self.mark, Hex.encode(bytes), String(Self.mark.dropFirst(5)), Hex.encode(Array(bytes.dropFirst(5))),
            bytes.dropFirst(5).prefix(4).map { Hex.encode([$0]) }.joined(separator: " "),
        ]
        for (name, text) in try await Self.outputs(capture) {
            #expect(!text.isEmpty, "\(name)")
            for spelling in spellings { #expect(!text.contains(spelling), "\(name): \(spelling)") }
        }
        // It is there for those who ask.
        let shown = try await Decoded(capture) { $0.options.showsSecrets = true }
        #expect(String(decoding: shown.output, as: UTF8.self).components(separatedBy: Self.mark).count > 2)
        #expect(!(try await check(capture)).findings.isEmpty)
    }
}
