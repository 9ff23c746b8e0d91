import Testing

@testable import Inspection

@Suite("Sets of message ids")
struct IdSetTests {
    @Test("the set agrees with the library's over any order of adding and removing", arguments: 0..<8)
    func likeASet(_ seed: Int) {
        var random = Seeded(seed)
        var ids = IdSet()
        var expected: Set<UInt16> = []
        // Few ids, so that each is added and removed often; those at the edges of a word and of all are among them.
        let some: [UInt16] = [0, 1, 63, 64, 65, 127, 128, 0x7FFF, 0x8000, 0xFFBF, 0xFFC0, 0xFFFF]
        for _ in 0..<1000 {
            let id = some.randomElement(using: &random) ?? 0
            if Bool.random(using: &random) {
                ids.insert(id)
                expected.insert(id)
            } else {
                let wasThere = ids.remove(id)
                #expect(wasThere == (expected.remove(id) != nil))
            }
            #expect(ids.count == expected.count)
        }
        ids.removeAll()
        #expect(ids.count == 0)
        for id in some {
            let isThere = ids.remove(id)
            #expect(!isThere)
        }
        ids.insert(64)
        #expect(ids.count == 1)
    }
}
