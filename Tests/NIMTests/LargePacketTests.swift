import NIM
import Testing
import WireFormat
import WireJSON

@Suite("A large packet is read as a small one is")
struct LargePacketTests {
    /// A limit under which every packet is large.
    private static var small: NIMLimits {
        var limits = NIMLimits()
        limits.largeBytes = 1
        return limits
    }

    @Test("the numbers of all recorded packets are found without a tape")
    func numbers() throws {
        var count = 0
        for unit in try Fixture.units() {
            let packet = try NIMPacket(bytes: unit.bytes)
            let large = try NIMPacket(decoding: unit.bytes.span, limits: Self.small)
            #expect(packet == large)
            guard packet.direction != nil else { continue }
            count += 1
            #expect(large.isLarge(Self.small) && !large.isLarge())
            for scope in [nil, NIMScope.im, .chatroom] {
                #expect(packet.messages(in: scope) == large.largeMessages(in: scope, most: 100).messages)
                #expect(large.hasValues == (packet.body(in: scope) != nil))
                var names: [String] = []
                large.forEachValue(in: scope) { position, _, value in names.append(value?.name ?? "[\(position)]") }
                #expect(names == packet.body(in: scope)?.members?.map(\.key.text) ?? [])
            }
        }
        #expect(count > 5)
    }

    @Test("the seconds to wait are no value of the command in a large packet either", arguments: ["30", "{}", "[]"])
    func secondsToWait(_ value: String) throws {
        let text = #"3:::{"sid":7,"cid":1,"ser":3,"code":416,"r":[\#(value),2]}"#
        var names: [String?] = []
        try NIMPacket(text: text).forEachValue(in: .im) { _, _, value in names.append(value?.name) }
        #expect(names == [value == "30" ? nil : "msg", nil])
    }

    @Test("very many messages are cut, and that is told")
    func messages() throws {
        let element = #"{"8":0,"9":"hi","11":"m"}"#
        let list = Array(repeating: element, count: 20).joined(separator: ",")
        let text = #"3:::{"sid":4,"cid":4,"code":200,"r":[["# + list + #"],1],"ser":0}"#
        let packet = try NIMPacket(text: text)
        let all = packet.messages(in: .im)
        let some = packet.largeMessages(in: .im, most: 7)
        #expect(some.messages == Array(all.prefix(7)) && some.isCut == (all.count > 7))
    }

    @Test("a step goes over everything that may stand between brackets")
    func steps() {
        let text = #" { "a" : [ 1 , {"b":"]}\"" } ] , "c":-1.5e3, "a":null,"d\u0041":"x" } "#
        let bytes = Array(text.utf8)
        var steps = JSONSteps(bytes.span, in: 0..<bytes.count)
        var found: [String] = []
        while let (key, value) = steps.next() {
            let name = key.flatMap { JSONSteps.text(bytes.span, in: $0) } ?? "-"
            found.append(name + "=" + String(decoding: bytes[value], as: UTF8.self))
        }
        #expect(found == [#"a=[ 1 , {"b":"]}\"" } ]"#, "c=-1.5e3", "a=null", #"dA="x""#])
        #expect(JSONSteps.member("a", bytes.span, in: 0..<bytes.count).map { Array(bytes[$0]) } == Array("null".utf8))
        #expect(JSONSteps.member("dA", bytes.span, in: 0..<bytes.count) != nil)
    }
}
