package import FuzzInputs
package import Fuzzer
import Transport
import WireFormat

/// TLS 1.2 connections with known plaintext and session facts.
package struct TLSOldPlanTarget: PlanTarget {
    package let name = "tls12-plan"
    package let summary =
        "TLS 1.2 made of a plan: suites of every form, renegotiation, alerts, cut hellos, missing and wrong secrets"
    package static let headBytes = 5
    package static let stepBytes = 3

    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = TLSOldPlan(input)
        for record in plan.records { features.reach("tls12-plan", record.event ?? "-", record.side) }
        features.reach("tls12-plan.session", String(plan.session.prefix(60)), plan.mode)
        let reading = TLSReading(plan.pieces, plan.cut, try TLSReading.secrets(plan.keyLog))
        try reading.compare(plan.records, plan.reasons)
        try PlanMeaning.compare(reading.session.line, plan.session, "what a TLS 1.2 connection says of itself")
        // The events of a record that lacks bytes are not specified.
        guard plan.hole == nil else { return }
        try PlanMeaning.compare(reading.left, [0, 0], "bytes of TLS 1.2 that are left over")
        for side in 0..<2 {
            let mine = plan.records.filter { $0.side == side }
            try PlanMeaning.compare(reading.events[side], mine.compactMap(\.event), list: "records of TLS 1.2")
            let passed = mine.reduce(0) { $1.event == nil ? $0 + $1.bytes.count : $0 }
            try PlanMeaning.compare(reading.skipped[side], passed, "bytes of TLS 1.2 that are passed over")
        }
    }

    /// Plans with random steps, and one for each suite and for each error.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for suite in TLSOldSealer.Suite.all.indices {
            seeds.append([2, UInt8(suite), random.byte(), 0, random.byte()] + random.bytes(15))
        }
        // Heartbeats; a server that requests handshakes, and one that sends warnings.
        for options in 0..<4 as Range<UInt8> {
            let heartbeats = [6, 9, 201, 7, 9, 255] as [UInt8]
            seeds.append([2, random.byte(), options << 4, 0, 0xFF] + heartbeats + [1, 3, 0] + heartbeats)
        }
        for place in TLSOldSealer.Suite.unread.indices {
            seeds.append([2, 0, random.byte(), UInt8(place) << 3 | 3, random.byte()] + random.bytes(6))
        }
        for place in 0..<32 as Range<UInt8> {
            seeds.append([2, random.byte(), random.byte(), place << 3 | 6, random.byte()] + random.bytes(6))
        }
        for wrong in [1, 2, 4, 5, 7, 9, 10, 15] as [UInt8] {
            for _ in 0..<2 { seeds.append([2, random.byte(), random.byte(), wrong, random.byte()] + random.bytes(24)) }
        }
        return seeds
    }
}
