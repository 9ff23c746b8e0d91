import NIM
import Testing
import WireFormat
import WireJSON

@Suite("Packets of Socket.IO 0.9")
struct PacketTests {
    @Test(
        "every spelling of a packet is kept",
        arguments: [
            "0", "0::", "0::/chat", "1::", "1::/chat?x=1", "2::", "2:::", "3:1::hello", "3:1+::hello", "3:::",
            "3:::a:b",
            "4:::{\"a\":1}", "5:2+::{\"name\":\"e\",\"args\":[1]}", "6:::2", "6:::2+[1]", "7:::1+0", "7::", "8::", "8",
            "3:",
            "3:7", "3:+::x",
        ]
    )
    func spellings(text: String) throws {
        let packet = try NIMPacket(text: text)
        #expect(packet.encoded() == Array(text.utf8))
        #expect(try NIMPacket(object: packet.object()) == packet)
        #expect(NIMPacketType(name: packet.type.name) == packet.type)
    }

    @Test("the parts of a packet")
    func parts() throws {
        let packet = try NIMPacket(text: "5:12+:/room:{\"name\":\"e\"}")
        #expect(packet.type == .event && packet.id == Array("12".utf8) && packet.asksForData)
        #expect(packet.endpoint == Array("/room".utf8) && packet.data == Array("{\"name\":\"e\"}".utf8))
        #expect(try NIMPacket(text: "2::").isKeepAlive)
        #expect(try NIMPacket(text: #"3:::{"SID":1,"CID":2,"SER":0}"#).isKeepAlive)
        #expect(try !NIMPacket(text: "1::").isKeepAlive)
    }

    @Test(
        "what is no packet is refused with its place",
        arguments: [
            ("", 0, WireError.Code.truncated), ("9::", 0, .value), ("x", 0, .value), ("33::", 1, .value),
            ("{\"a\":1}", 0, .value), ("3:::{\"SID\":1", 12, .json), ("4:::", 4, nil), ("4:::x", 4, .json),
            ("5:::{", 5, .json),
        ] as [(String, Int, WireError.Code?)]
    )
    func refusals(text: String, offset: Int, code: WireError.Code?) throws {
        guard let code else {
            #expect(try NIMPacket(text: text).encoded() == Array(text.utf8))
            return
        }
        let error = #expect(throws: WireError.self) { try NIMPacket(text: text) }
        #expect(error?.code == code && error?.offset == offset)
    }

    @Test(
        "a text that is no packet of NIM stays a message",
        arguments: ["3:::hello", "3:::{\"chat\":1}", "3:::{\"sid\":1}"]
    )
    func otherMessages(text: String) throws {
        let packet = try NIMPacket(text: text)
        #expect(packet.direction == nil && packet.body() == nil && packet.messages().isEmpty)
    }

    @Test(
        "polling bodies: one packet bare, several with lengths in UTF-16 units",
        arguments: [
            (["3:::{\"sid\":1}"], "3:::{\"sid\":1}"), (["2::", "8::"], "\u{FFFD}3\u{FFFD}2::\u{FFFD}3\u{FFFD}8::"),
            (["3:::房😀", "2::"], "\u{FFFD}7\u{FFFD}3:::房😀\u{FFFD}3\u{FFFD}2::"), ([], ""),
            (["\u{FFFD}x", "2::"], "\u{FFFD}2\u{FFFD}\u{FFFD}x\u{FFFD}3\u{FFFD}2::"),
        ]
    )
    func polling(packets: [String], text: String) throws {
        let written = try NIMPollingBody(packets.map { Array($0.utf8) })
        #expect(written.encoded() == Array(text.utf8))
        let bytes = Array(text.utf8)
        let read = try NIMPollingBody(decoding: bytes.span)
        #expect(read.packets == packets.map { Array($0.utf8) } && read.encoded() == bytes)
        var writer = ByteWriter()
        read.encode(into: &writer)
        #expect(writer.array == bytes)
    }

    @Test("a framed body of one packet, and a length with zeros, keep their spelling")
    func unusualPolling() throws {
        for text in ["\u{FFFD}3\u{FFFD}2::", "\u{FFFD}03\u{FFFD}2::\u{FFFD}3\u{FFFD}8::"] {
            let bytes = Array(text.utf8)
            #expect(try NIMPollingBody(decoding: bytes.span).encoded() == bytes)
        }
    }

    @Test(
        "wrong lengths are refused with their place",
        arguments: [
            ("\u{FFFD}9\u{FFFD}2::", 3, WireError.Code.length), ("\u{FFFD}1\u{FFFD}😀", 3, .length),
            ("\u{FFFD}x\u{FFFD}2::", 3, .value), ("\u{FFFD}3\u{FFFD}2::2::", 10, .value), ("\u{FFFD}", 3, .value),
            ("\u{FFFD}99999999999999999999\u{FFFD}2::", 3, .length),
        ]
    )
    func wrongLengths(text: String, offset: Int, code: WireError.Code) throws {
        let bytes = Array(text.utf8)
        var found: WireError?
        do throws(WireError) { _ = try NIMPollingBody(decoding: bytes.span) } catch { found = error }
        #expect(found?.code == code && found?.offset == offset, "\(String(describing: found))")
    }

    @Test("the handshake, and the session in a path")
    func handshake() throws {
        let bytes = Array("44267d37-0001:60:60:websocket,xhr-polling".utf8)
        let handshake = try NIMHandshake(decoding: bytes.span)
        #expect(handshake.sessionId == "44267d37-0001" && handshake.heartbeatSeconds == 60)
        #expect(handshake.transports == ["websocket", "xhr-polling"])
        for other in ["hello", "id:½:60:websocket", "id:60:99999999999999999999:websocket", "id:-1:60:websocket"] {
            let other = Array(other.utf8)
            var isRefused = false
            do throws(WireError) { _ = try NIMHandshake(decoding: other.span) } catch { isRefused = true }
            #expect(isRefused)
        }
        let empty = try NIMHandshake(decoding: Array("id:::websocket".utf8).span)
        #expect(empty.heartbeatSeconds == nil && empty.closeSeconds == nil)
        #expect(NIMHandshake.session(inPath: "/socket.io/1/xhr-polling/abc?t=1")?.sessionId == "abc")
        #expect(NIMHandshake.session(inPath: "/socket.io/2/websocket/abc") == nil)
        #expect(NIMHandshake.session(inPath: "") == nil)
    }

    /// Reads bytes as packet, tree and body; nothing is lost, and errors have a place inside.
    private func judge(_ bytes: [UInt8]) throws {
        let tree = FieldTree()
        var isShown = true
        do throws(WireError) { try tree.append(nim: bytes.span) } catch { isShown = false }
        do throws(WireError) {
            let packet = try NIMPacket(bytes: bytes)
            #expect(packet.encoded() == bytes && isShown)
            let object = packet.object()
            let again = try NIMPacket(object: object)
            #expect(again == packet)
            _ = packet.messages().map(\.content)
        } catch {
            #expect(error.offset >= 0 && error.offset <= bytes.count && !isShown)
        }
        var next = 0
        for leaf in tree.leaves {
            #expect(leaf.range.lowerBound == next)
            next = leaf.range.upperBound
        }
        #expect(next == bytes.count)
        do throws(WireError) {
            let body = try NIMPollingBody(decoding: bytes.span)
            #expect(body.encoded() == bytes)
        } catch {
            #expect(error.offset >= 0 && error.offset <= bytes.count)
        }
    }

    @Test("cuts and changed bytes lose nothing", arguments: [5, 6, 14, 22, 26])
    func damage(unit: Int) throws {
        let bytes = try Fixture.units()[unit].bytes
        for length in 0..<bytes.count { try judge(Array(bytes[..<length])) }
        for index in bytes.indices {
            for flip: UInt8 in [0x01, 0x20, 0x80] {
                var copy = bytes
                copy[index] ^= flip
                try judge(copy)
            }
        }
        let framed = Array("\u{FFFD}7\u{FFFD}3:::房😀\u{FFFD}3\u{FFFD}2::".utf8)
        for index in framed.indices {
            try judge(Array(framed[..<index]))
            for flip: UInt8 in [0x01, 0x20, 0x80] {
                var copy = framed
                copy[index] ^= flip
                try judge(copy)
            }
        }
    }

    @Test("very many messages, members, values and packets take time in proportion to their number")
    func manyParts() throws {
        let count = 20_000
        let message = #"{"0":"0","8":"0","9":"hi"}"#
        let history = Array(repeating: message, count: count).joined(separator: ",")
        let members = (0..<count).map { "\"\($0)\":\"\"" }.joined(separator: ",")
        let values = Array(repeating: "1", count: count).joined(separator: ",")
        let duration = try ContinuousClock().measure {
            let packet = try NIMPacket(text: "3:::{\"sid\":7,\"cid\":6,\"ser\":1,\"code\":200,\"r\":[[\(history)]]}")
            #expect(packet.messages().count == count)
            let wide = try NIMPacket(
                text: "3:::{\"sid\":7,\"cid\":2,\"ser\":1,\"code\":200,\"r\":[{\(members)},\(values)]}"
            )
            #expect(wide.messages().count == 1 && wide.body()?.members?.count == count + 1)
            #expect(wide.secretPaths().isEmpty)
            let body = try NIMPollingBody(Array(repeating: Array("2::".utf8), count: count))
            #expect(body.packets.count == count)
        }
        #expect(duration < .seconds(20))
    }

    @Test("hostile sizes are refused")
    func hostileSizes() throws {
        let deep = Array(("4:::" + String(repeating: "[", count: 100_000)).utf8)
        #expect(throws: WireError.self) { try NIMPacket(bytes: deep) }
        var limits = NIMLimits()
        limits.frameBytes = 4
        let long = Array("3:::x".utf8)
        var isRefused = false
        do throws(WireError) { _ = try NIMPacket(decoding: long.span, limits: limits) } catch { isRefused = true }
        #expect(isRefused)
    }
}
