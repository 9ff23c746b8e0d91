import Testing
import Transport

@testable import Redaction

@Suite("Compressors of new messages")
struct MessageDeflaterTests {
    @Test("of very many directions, few have one at a time, and all messages can be inflated")
    func manyDirections() throws {
        let uses = RecentUses<MessageDeflater>(limit: 4)
        let directions = (0..<20).map { _ in MessageDeflater(windowBits: -15, uses) }
        let readers = directions.map { _ in Inflater(.raw) }
        for round in 0..<3 {
            for (place, direction) in directions.enumerated() {
                let message = Array("message \(round) of direction \(place), as the ones before it".utf8)
                // Two messages in a row: the second one refers to the first.
                for _ in 0..<2 {
                    let packed = try #require(direction.deflate(message))
                    #expect(packed.suffix(4) == [0, 0, 0xFF, 0xFF])
                    let plain = try PerMessageDeflate.inflate(
                        Array(packed.dropLast(4)),
                        readers[place],
                        keepsContext: true,
                        limits: TransportLimits()
                    )
                    #expect(plain == message)
                }
                #expect(directions.count(where: \.holdsMemory) <= 4)
            }
        }
    }

    @Test("make a block of each message, also of an empty one that follows another")
    func emptyMessages() throws {
        let deflater = MessageDeflater(windowBits: -15, RecentUses<MessageDeflater>(limit: 4))
        let reader = Inflater(.raw)
        for text in ["", "a message", "", "", "a message"] {
            let packed = try #require(deflater.deflate(Array(text.utf8)))
            #expect(packed.count > 4 && packed.suffix(4) == [0, 0, 0xFF, 0xFF])
            let plain = try PerMessageDeflate.inflate(
                packed.dropLast(4),
                reader,
                keepsContext: true,
                limits: TransportLimits()
            )
            #expect(plain == Array(text.utf8))
        }
    }
}
