import Testing
import Transport

@Suite("Which of many objects hold memory")
struct RecentUsesTests {
    /// An object that holds memory from its use to its eviction.
    private final class Holder: Evictable {
        var lastUse = 0
        var holdsMemory = false
        let mustStay: Bool

        init(mustStay: Bool = false) { self.mustStay = mustStay }

        func use(_ uses: RecentUses<Holder>) {
            let isNew = !holdsMemory
            holdsMemory = true
            uses.note(self, isNew: isNew)
        }

        func evict() -> Bool {
            if !mustStay { holdsMemory = false }
            return !mustStay
        }
    }

    @Test("only so many at a time, and never without the one in use", arguments: [2, 3, 10, 64])
    func limit(_ limit: Int) {
        let uses = RecentUses<Holder>(limit: limit)
        let holders = (0..<200).map { _ in Holder() }
        for round in 0..<5 {
            for place in holders.indices {
                let holder = holders[(place * 7 + round) % holders.count]
                holder.use(uses)
                #expect(holder.holdsMemory)
                #expect(holders.count(where: \.holdsMemory) <= limit)
            }
        }
    }

    @Test("those used longest ago give way")
    func order() {
        let uses = RecentUses<Holder>(limit: 4)
        let holders = (0..<5).map { _ in Holder() }
        for holder in holders[..<4] { holder.use(uses) }
        holders[0].use(uses)
        holders[4].use(uses)
        #expect(holders.map(\.holdsMemory) == [true, false, false, false, true])
    }

    @Test("released ones take no room, and those that must stay do not prevent others from giving way")
    func releasedAndStaying() {
        let uses = RecentUses<Holder>(limit: 4)
        for _ in 0..<100 { Holder().use(uses) }
        let staying = (0..<20).map { _ in Holder(mustStay: true) }
        for holder in staying { holder.use(uses) }
        let others = (0..<50).map { _ in Holder() }
        for holder in others {
            holder.use(uses)
            #expect(others.count(where: \.holdsMemory) <= 8)
        }
    }
}
