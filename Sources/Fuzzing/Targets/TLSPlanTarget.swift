package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import Transport
import WireFormat

/// TLS 1.3 connections whose plaintext is known, and their session facts.
package struct TLSPlanTarget: PlanTarget {
    /// `tls-plan`.
    package let name = "tls-plan"
    /// The purpose of the target, for lists of targets.
    package let summary =
        "TLS 1.3 made of a plan: suites, early data, second hellos, key updates, holes, missing secrets"
    package static let headBytes = TLSPlan.headBytes
    package static let stepBytes = 3

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        if input.count > 3, input[3] & 0xF0 == 0xF0 { return try end(Array(input.dropFirst(4)), &features) }
        let plan = TLSPlan(input)
        for record in plan.records { features.reach("tls-plan", record.event ?? "-", record.side) }
        features.reach("tls-plan.mode", plan.mode, plan.reasons.count)
        features.reach("tls-plan.session", String(plan.session.prefix(60)))
        var limits = TransportLimits()
        limits.tlsHandshakeBytes = plan.helloLimit
        let reading = TLSReading(plan.pieces, plan.cut, try TLSReading.secrets(plan.keyLog), limits: limits)
        try reading.compare(plan.records, plan.reasons)
        try PlanMeaning.compare(reading.session.line, plan.session, "what a TLS connection says of itself")
        guard plan.hole == nil else { return }
        try PlanMeaning.compare(reading.left, plan.left, "bytes of TLS that are left over")
        for side in 0..<2 {
            let mine = plan.records.filter { $0.side == side }
            try PlanMeaning.compare(reading.events[side], mine.compactMap(\.event), list: "records of TLS")
            let passed = mine.reduce(0) { $1.event == nil ? $0 + $1.bytes.count : $0 } - plan.left[side]
            try PlanMeaning.compare(reading.skipped[side], passed, "bytes of TLS that are passed over")
        }
    }

    /// Compares the notices of a handshake that does not complete.
    private func end(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = TLSEndPlan(input)
        let probe = PlanEvents.probe(try TLSReading.secrets(plan.keyLog))
        let outcome = try CaptureBytes.probe(probe, plan.session.capture())
        for notice in plan.notices { features.reach("tls-plan.end", notice) }
        // The notice about an unknown system concerns the plaintext and not TLS.
        let notices = outcome.capture.notices.lines.filter { !$0.hasPrefix("flow 1: not followed: unknown: ") }
        try PlanMeaning.compare(notices, plan.notices, list: "notices of TLS")
        if let unread = plan.unread {
            let found = outcome.capture.summary.undecodedBytes
            try PlanMeaning.compare(found, unread, "bytes of TLS that nobody can read")
        }
        try PlanMeaning.compare(try PlanEvents.ends(plan.session.capture()), plan.ends, list: "ends of a connection")
    }

    /// Returns random plans, and one plan for each suite, each form of early data and each fault.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for form in 0..<24 as Range<UInt8> {
            seeds.append([2, form << 3 | form % 8, random.byte(), 0, 0, random.byte()] + random.bytes(15))
        }
        for alert in TLSHelloWriter.alerts.indices { seeds.append([2, 0, 0, 0xF0, 4, UInt8(alert), random.byte()]) }
        for kind in 0..<8 as Range<UInt8> {
            for form in 0..<8 as Range<UInt8> { seeds.append([2, 0, 0, 0xF0, kind, 5, form << 1 | kind & 1]) }
            seeds.append([2, 0, 0, 0xF0, kind, random.byte(), random.byte() | 32])
        }
        for form in 0..<4 as Range<UInt8> {
            for kind in [8, 0x10, 0x18] as [UInt8] { seeds.append([2, 0, 0, 0xF0, kind, random.byte(), form]) }
            // Secrets of key updates in the key log, and key updates.
            seeds.append([2, form, 32, 0, 0, 0, 1, 9, 0, form & 1, 0, 0, form & 1 | 8, 30, 0, 1, 0, 0, 9, 20, 0])
            // Heartbeats.
            seeds.append([2, form, 0xC0, 0, 0, 0, 12, 9, 201, 13, 9, 255, 14, 30, 0, 15, 30, 0])
            // Two holes in a record.
            for side in 0..<2 as Range<UInt8> {
                let data = [14 | side, 60 + form, 0, 14 | side, 81 + form, 0, 14 | side, 50, 0] as [UInt8]
                seeds.append([2, form, 0, 12, side << 7 | form & 1, form << 4 | 8] + data)
            }
            // Many records in a hole, up to the number of record numbers that are tried.
            for count in 3..<8 as Range<UInt8> {
                let burst = [6 | form & 1, 90, 0] as [UInt8]
                seeds.append([2, form, 0, 12 | form >> 1, (form & 1) << 7 | count << 4 | form, 9] + burst + burst)
            }
        }
        // Records that are cut off.
        for form in 0..<4 as Range<UInt8> {
            for kind in [0x1C, 0x1E] as [UInt8] {
                seeds.append([2, 0, 0, 0xF0, kind, random.byte(), form & 1 | form << 3 & 16])
            }
        }
        // A missing secret with nothing after it, also after refused early data.
        for place in 0..<5 as Range<UInt8> {
            for form in [0, 5, 6] as [UInt8] {
                seeds.append([2, form << 3 | random.byte() & 7, 0, 6, place, random.byte()])
            }
        }
        for mode in 6..<16 as Range<UInt8> {
            for place in 0..<10 as Range<UInt8> {
                let more = place < 5 ? place : place | 0x80
                seeds.append([2, random.byte(), random.byte(), mode, more, random.byte()] + random.bytes(18))
            }
        }
        return seeds
    }
}
