import Testing

@testable import Inspection

@Suite("Requests that wait")
struct PendingRequestsTests {
    private func request(_ id: UInt16, slot: Int32) -> PendingRequests<UInt16>.Request {
        PendingRequests<UInt16>.Request(time: Int64(slot), packet: 0, slot: slot, topic: 0, id: id)
    }

    @Test("the table agrees with a dictionary over any order of requests and answers", arguments: 0..<20)
    func likeADictionary(_ seed: Int) {
        var random = Seeded(seed)
        var table = PendingRequests<UInt16>()
        var expected: [UInt16: Int32] = [:]
        // Few ids, many of which want the same places.
        let mask: UInt16 = seed % 2 == 0 ? 0xFF0F : .max
        let ids = (0..<40).map { _ in UInt16.random(in: 0...UInt16.max, using: &random) & mask }
        for slot in 0..<Int32(2000) {
            let id = ids.randomElement(using: &random) ?? 0
            if Bool.random(using: &random) {
                let given = table.insert(request(id, slot: slot), limit: 1024)
                #expect(given == expected.updateValue(slot, forKey: id) ?? -1)
            } else {
                #expect(table.take(id)?.slot == expected.removeValue(forKey: id))
            }
        }
        var slots: [Int32] = []
        table.forEachSlot { slots.append($0) }
        #expect(slots.sorted() == expected.values.sorted())
    }

    @Test("at the limit each new request gives up one, and never more wait")
    func limit() {
        var table = PendingRequests<UInt16>()
        var given: Set<Int32> = []
        for slot in 0..<Int32(1000) {
            let slot = table.insert(request(UInt16(slot) &* 7919, slot: slot), limit: 64)
            if slot >= 0 { given.insert(slot) }
        }
        var waiting: Set<Int32> = []
        table.forEachSlot { waiting.insert($0) }
        #expect(waiting.count == 64)
        #expect(waiting.union(given) == Set(0..<1000))
        #expect(waiting.contains(999))
    }
}
