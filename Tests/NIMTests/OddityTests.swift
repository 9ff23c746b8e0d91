import NIM
import Testing
import WireFormat
import WireJSON

@Suite("What no field of a packet shows")
struct OddityTests {
    @Test("nothing is odd about the recorded packets")
    func recorded() throws {
        for (_, bytes) in try Fixture.units() {
            #expect(try NIMPacket(bytes: bytes).check().isEmpty)
        }
    }

    @Test(
        "each oddity has its place in the packet's bytes",
        arguments: [
            (#"3:::{"SID":1,"CID":2,"SER":0,"x":1}"#, "frame-member", #""x""#),
            (#"3:1::{"sid":1,"cid":2,"ser":0,"code":"no"}"#, "frame-number", #""no""#),
            (#"3:::{"SID":1,"CID":2,"SER":0,"Q":{"v":1}}"#, "frame-values", #"{"v""#),
            (#"3:::{"SID":6,"CID":23,"SER":9,"Q":[{"t":"int","v":1,"z":2}]}"#, "frame-member", #""z""#),
            (
                #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"19":"a","account":"b"}}]}"#, "frame-doubled",
                #""acc"#
            ),
        ]
    )
    func places(text: String, code: String, place: String) throws {
        let found = try #require(try NIMPacket(text: text).check().first)
        #expect(found.code == code)
        let rest = Array(text.utf8)[found.offset...]
        #expect(rest.starts(with: place.utf8), "\(String(decoding: rest, as: UTF8.self))")
    }

    @Test("a large packet is looked at in the same way, and of many oddities the first are told")
    func many() throws {
        let members = (0..<5000).map { "\"m\($0)\":\"0123456789\"" }.joined(separator: ",")
        let packet = try NIMPacket(
            text: #"3:::{"sid":7,"cid":2,"ser":0,"code":200,"r":[{"9":"a","9":"b"}],\#(members)}"#
        )
        let found = packet.check()
        #expect(found.count == 100 && found.allSatisfy { $0.code == "frame-member" })
        let list = Array(repeating: #"{"9":"a","9":"b","x":"0123456789"}"#, count: 3000).joined(separator: ",")
        let doubled = try NIMPacket(text: #"3:::{"sid":4,"cid":4,"ser":0,"code":200,"r":[[\#(list)]]}"#).check()
        #expect(doubled.first?.path == "msgs[0].body" && doubled.last?.path == "msgs[99].body")
    }

    @Test(
        "a bare packet says its type and no more",
        arguments: [("2::", true), ("8", true), ("6:::1", false), ("1::/a", false)]
    )
    func bare(text: String, isBare: Bool) throws {
        #expect(try NIMPacket(text: text).isBare == isBare)
    }
}
