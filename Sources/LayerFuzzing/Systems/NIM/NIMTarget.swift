package import FuzzInputs
package import Fuzzer
import NIM
import WireFormat
import WireJSON

/// Packets of NIM's Web SDK, bodies of its polling, handshakes and robot templates.
///
/// The first byte of an input has options: bits 0 and 1 the kind of input, bit 2 a chat room's packet.
package struct NIMTarget: FuzzTarget {
    package let name = "nim"
    package let summary = "NIM's Socket.IO packets, polling bodies, handshakes, contents and robot templates"
    /// Member names and marks.
    package var words: [[UInt8]] {
        [
            "3:::", "5:1+::", "\"SID\":", "\"CID\":", "\"SER\":", "\"Q\":", "\"sid\":", "\"cid\":", "\"code\":",
            "\"r\":",
            "\"t\":\"Property\"", "\"v\":", "\u{FFFD}", "<template>", "<LinearLayout>", "</text>", "<![CDATA[",
            "&#x41;",
        ].map { Array($0.utf8) }
    }

    package init() {}

    /// Runs one input.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard let options = input.first else { return }
        let bytes = Array(input.dropFirst())
        switch options & 3 {
        case 0: try Self.packet(bytes, options & 4 != 0 ? .chatroom : .im, &features)
        case 1: try Self.polling(bytes, &features)
        case 2:
            do throws(WireError) {
                let handshake = try NIMHandshake(decoding: bytes.span)
                features.reach("nim.handshake", Features.bucket(handshake.transports.count))
            } catch {
                features.reach("nim.handshake", error)
                try Oracles.place(error, in: bytes.count, "nim's handshake")
            }
        default:
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(WireError) {
                let template = try NIMRobotTemplate(parsing: text)
                features.reach("nim.template", template.root.name, Features.bucket(template.root.children.count))
            } catch {
                features.reach("nim.template", error)
                try Oracles.place(error, in: text.utf8.count, "nim's template")
            }
        }
    }

    private static func packet(_ bytes: [UInt8], _ scope: NIMScope, _ features: inout Features) throws(Violation) {
        let tree = FieldTree()
        let shown = attempt { () throws(WireError) in try tree.append(nim: bytes.span) }
        try Oracles.coverage(tree, of: 0..<bytes.count, "nim")
        let packet: NIMPacket
        do throws(WireError) {
            packet = try NIMPacket(decoding: bytes.span)
        } catch {
            features.reach("nim", error)
            guard case .failure(error) = shown else {
                throw Violation(.disagreement, "the packet ends in \(error), its tree in \(shown)")
            }
            return try Oracles.place(error, in: bytes.count, "nim")
        }
        if case .failure(let error) = shown {
            throw Violation(.coverage, "the packet is read, and its tree says \(error)")
        }
        features.reach("nim.packet", Int(packet.type.rawValue), Int(truncatingIfNeeded: packet.sid ?? -1))
        features.reach(
            "nim.command",
            Int(truncatingIfNeeded: packet.sid ?? -1),
            Int(truncatingIfNeeded: packet.cid ?? -1)
        )
        try Oracles.same(packet.encoded(), bytes, .roundtrip, "\(Oracles.hex(bytes)) is written otherwise")
        let object = packet.object(in: scope)
        let again = attempt { () throws(WireError) in try NIMPacket(object: object, in: scope) }
        guard case .success(packet) = again else {
            throw Violation(.roundtrip, "\(Oracles.hex(bytes)) by way of its frame object: \(again)")
        }
        for message in packet.messages(in: scope) {
            features.reach("nim.message", Int(truncatingIfNeeded: message.type ?? -1))
            guard let attach = message.attach, let type = message.type,
                let document = try? JSONDocument(Array(attach.utf8)),
                let shape = NIMContents.shape(type: type, document.root, isRoom: scope == .chatroom)
            else { continue }
            features.reach("nim.content", shape.id ?? "", NIMContents.check(document.root, as: shape).count)
        }
        _ = packet.secretPaths(in: scope)
    }

    private static func polling(_ bytes: [UInt8], _ features: inout Features) throws(Violation) {
        let body: NIMPollingBody
        do throws(WireError) {
            body = try NIMPollingBody(decoding: bytes.span)
        } catch {
            features.reach("nim.polling", error)
            return try Oracles.place(error, in: bytes.count, "nim's polling")
        }
        features.reach("nim.polling", Features.bucket(body.packets.count))
        try Oracles.same(body.encoded(), bytes, .roundtrip, "\(Oracles.hex(bytes)) is written otherwise")
        let again = attempt { () throws(WireError) in try NIMPollingBody(body.packets) }
        guard case .success(let other) = again, other.packets == body.packets else {
            throw Violation(.roundtrip, "\(body.packets.count) packets written anew: \(again)")
        }
        var last = 0
        for range in body.ranges {
            guard range.lowerBound >= last, range.upperBound <= bytes.count else {
                throw Violation(.coverage, "a packet at \(range) after \(last) of \(bytes.count) bytes")
            }
            last = range.upperBound
        }
    }

    /// The JSON of a packet.
    package func shape(of input: [UInt8]) -> Shape? {
        guard let options = input.first else { return nil }
        let bytes = Array(input.dropFirst())
        let first = Shape("options", .token, [options])
        if options & 3 == 0, let brace = bytes.firstIndex(of: UInt8(ascii: "{")),
            let json = JSONShape.json(Array(bytes[brace...]))
        {
            return Shape("input", [first, Shape("head", .text, Array(bytes[..<brace])), json])
        }
        return Shape("input", [first, Shape("text", .text, bytes)])
    }

    /// Packets of each type and direction, bodies with one and with several packets, templates.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        let packets = [
            "0::", "1::", "2::", "3:::", "8::", "5:1+::{\"name\":\"a\",\"args\":[]}", "6:::1", "7:::1+0",
            #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"3":16,"18":"app","19":"me","1000":"token"}}]}"#,
            #"3:::{"sid":2,"cid":3,"ser":1,"code":200,"r":[{"19":"me"},[{"4":"1"}]]}"#,
            #"3:::{"SID":7,"CID":1,"SER":5,"Q":[{"t":"property","v":{"0":"0","1":"me","2":"you","8":"100","9":"hi","10":"{\"type\":1,\"data\":{\"value\":2}}","11":"c"}}]}"#,
            #"3:::{"sid":4,"cid":2,"ser":0,"code":200,"r":[{"headerPacket":{"sid":7,"cid":102},"body":{"1":"a","2":"b"}},"77"]}"#,
            #"3:::{"SID":1,"CID":2,"SER":0}"#,
            #"3:::{"sid":7,"cid":101,"ser":0,"code":200,"r":[{"8":"5","10":"{\"id\":1}"}]}"#,
        ]
        let mark = "\u{FFFD}"
        let bodies = ["", "2::", "\(mark)3\(mark)2::\(mark)4\(mark)3:::", "\(mark)7\(mark)3:::\"中\""]
        let templates = [
            #"<template id="1"><LinearLayout><text name="t">a &amp; b</text><image url='u'/></LinearLayout></template>"#,
            "<?xml version=\"1.0\"?><!-- c --><template><text><![CDATA[x]]></text></template>",
        ]
        return packets.flatMap { [[0] + Array($0.utf8), [4] + Array($0.utf8)] } + bodies.map { [1] + Array($0.utf8) }
            + [[2] + Array("abc:25:60:websocket,xhr-polling".utf8)] + templates.map { [3] + Array($0.utf8) }
    }
}
