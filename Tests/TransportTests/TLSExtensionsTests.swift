import Testing
import WireFormat

@testable import Transport

/// The lists of extensions in hellos.
@Suite struct TLSExtensionsTests {
    private func types(_ body: [UInt8]) throws(WireError) -> [UInt16] {
        var outer = ByteReader(body.span)
        var extensions = try TLSExtensions(&outer, body.span)
        var types: [UInt16] = []
        while let (type, _) = try extensions.next() { types.append(type) }
        return types
    }

    @Test("a list has as many extensions as its length says, and what follows it is none")
    func length() throws {
        #expect(try types([]) == [])
        #expect(try types([0, 0]) == [])
        #expect(try types([0, 5, 0, 16, 0, 1, 7]) == [16])
        #expect(try types([0, 5, 0, 16, 0, 1, 7, 0, 43, 0, 0]) == [16])
        #expect(try types([0, 9, 0, 16, 0, 1, 7, 0, 43, 0, 0]) == [16, 43])
    }

    @Test("lengths that do not fit are errors", arguments: [[0], [0, 1], [0, 1, 0], [0, 4, 0, 16, 0, 1, 7]])
    func wrong(_ body: [UInt8]) {
        #expect(throws: WireError.self) { try types(body) }
    }

    @Test("of the names of protocols the first 64 are kept", arguments: [0, 1, 63, 64, 65, 200])
    func protocols(_ count: Int) throws {
        let names = (0..<count).map { "p\($0)" }
        let list = names.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        let content = [UInt8(list.count >> 8), UInt8(list.count & 0xFF)] + list
        let kept = try TLSExtensions.protocols(content.span)
        #expect(kept == Array(names.prefix(64)))
    }

    @Test("a session of which nothing is known says nothing")
    func empty() {
        let session = TLSSession()
        #expect(session.serverName == nil && session.version == nil && session.cipherSuite == nil)
        #expect(session.offeredProtocols == [] && session.applicationProtocol == nil)
        #expect(!session.offersEarlyData && session.acceptsEarlyData == nil && !session.isRetried)
    }
}
