import Capture
package import FuzzInputs
package import Fuzzer

/// TCP connections with missing, late and surplus packets, and packets of connections that have ended.
package struct WaitPlanTarget: PlanTarget {
    package let name = "waits-plan"
    package let summary =
        "TCP made of a plan: how long and how much waits, how far streams reach, ends, ports used again, no room"
    package static let headBytes = 1
    package static let stepBytes = 3

    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        switch (input.first ?? 0) & 7 {
        case 0...4: try wait(input, &features)
        case 7: try reach(input, &features)
        default: try table(input, &features)
        }
    }

    /// Checks sequence numbers that lie beyond all captured bytes.
    private func reach(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = ReachPlan(input)
        features.reach("waits-plan.reach", plan.kind, Features.bucket(plan.notices[0].count) * 8 + plan.pieces[0].count)
        let read = try ReadConnections(WireCapture(plan.packets).bytes)
        guard read.connections.count == 1, let connection = read.connections.first else {
            throw Violation(.meaning, "one connection became \(read.connections.count)")
        }
        for (number, side) in connection.sides(port: 50001).enumerated() {
            let notices = plan.notices[number].map(Self.notice)
            try PlanMeaning.compare(connection.pieces(side), plan.pieces[number], list: "stretches of a stream")
            try PlanMeaning.compare(
                connection.notices(side),
                notices,
                list: "what is said of a stream that reaches far"
            )
            try PlanMeaning.compare(connection.ends(side), plan.ends[number], "ends of a stream that reaches far")
        }
    }

    private func wait(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = WaitPlan(input)
        features.reach("waits-plan", plan.kind, Features.bucket(plan.notices[0].count))
        let read = try ReadConnections(WireCapture(plan.packets).bytes, limits: Self.limits(plan)) { packet in
            plan.waiting[packet - 1]
        }
        guard read.connections.count == 1, let connection = read.connections.first else {
            throw Violation(.meaning, "one connection became \(read.connections.count)")
        }
        for (number, side) in [FlowSide.first, .second].enumerated() {
            let end = number == 0 ? "client" : "server"
            let found = connection.stream(side)
            features.reach("waits-plan.stream", plan.kind, Features.bucket(found.count { $0 == nil }))
            try PlanMeaning.compare(found, plan.streams[number], stream: "the \(end)'s stream")
            try PlanMeaning.compare(
                connection.notices(side),
                plan.notices[number].map(Self.notice),
                list: "what is said of a stream"
            )
            try PlanMeaning.compare(connection.ends(side), plan.ends[number], "ends of a stream")
        }
    }

    private static func limits(_ plan: WaitPlan) -> CaptureLimits {
        var limits = CaptureLimits()
        switch plan.room {
        case (.segments, let count)?: limits.outOfOrderSegments = count
        case (.bytes, let count)?: limits.outOfOrderBytes = count
        case (.bytesInAll, let count)?: limits.outOfOrderBytesInAll = count
        case nil: break
        }
        return limits
    }

    private static func notice(_ planned: WaitPlan.Notice) -> TCPNotice {
        switch planned {
        case .late(let offset, let length): .late(offset: offset, length: length)
        case .stray(let distance, let length): .stray(distance: distance, length: length)
        case .limit(.segments): .limit(.segments)
        case .limit(.bytes): .limit(.bytes)
        case .limit(.bytesInAll): .limit(.bytesInAll)
        }
    }

    private func table(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = TablePlan(input)
        for (name, count) in plan.counts { features.reach("waits-plan.count", name, Features.bucket(count)) }
        var limits = CaptureLimits()
        limits.flows = TablePlan.limit
        let read = try ReadConnections(WireCapture(plan.packets).bytes, limits: limits)
        try PlanMeaning.compare(read.counts, plan.counts, "what was counted of connections")
        guard read.connections.count == plan.connections.count else {
            throw Violation(.meaning, "of connections \(plan.connections.count) became \(read.connections.count)")
        }
        for (number, pair) in zip(read.connections, plan.connections).enumerated() {
            let flow = pair.0.flow
            // The first end is the one seen first; the client is known by a SYN or by the higher port.
            let ends = ["10.0.0.1:\(pair.1.port)", "10.0.0.2:80"]
            let isClient = pair.1.first == 0
            try PlanMeaning.compare(
                "\(flow.number) \(flow.first) \(flow.second) \(flow.sawSYN) \(flow.client)",
                "\(number + 1) \(ends[pair.1.first]) \(ends[1 - pair.1.first]) \(pair.1.hasSYN)"
                    + " \(isClient ? "first" : "second")",
                "a connection among others"
            )
            let sides = isClient ? [FlowSide.first, .second] : [.second, .first]
            for (number, side) in sides.enumerated() {
                let made = pair.1.streams[number].map { Optional($0) }
                try PlanMeaning.compare(pair.0.stream(side), made, stream: "a stream among others")
                try PlanMeaning.compare(pair.0.ends(side), pair.1.ends[number], "ends of a stream among others")
                try PlanMeaning.compare(pair.0.notices(side), [], list: "what is said of a stream among others")
            }
        }
    }

    /// Plans with random steps, and some of each kind.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for kind in 0..<5 as Range<UInt8> {
            for choice in 0..<16 as Range<UInt8> { seeds.append([kind, choice] + random.bytes(24)) }
        }
        // Bytes after the end, and beginnings without the answer to a SYN.
        for choice in 0..<8 as Range<UInt8> {
            for kind in [0x40, 0x80, 0xC0] as [UInt8] {
                seeds.append([4, kind | choice &* 5 & 0x3F, choice, 9 &* choice])
            }
        }
        // Pauses just below and just above the time limit of waiting.
        for choice in 0..<8 as Range<UInt8> {
            for pauses in [15, 19, 20, 21, 24, 25, 28, 240, 236, 232, 248] as [UInt8] {
                for kind in 0..<2 as Range<UInt8> { seeds.append([kind, choice, 9, 9, 9, pauses]) }
            }
        }
        for _ in 0..<8 { seeds.append([5] + random.bytes(3 * 60)) }
        // Connections whose SYN arrives after its answer or after data.
        for first in [14, 14 | 0x80, 15] as [UInt8] {
            for more in 0..<2 as Range<UInt8> {
                let port = random.byte()
                seeds.append(
                    [5, first, port, 9, 13, port, 0, 8 | more << 7, port, 4, 8, port, 5] + random.bytes(3 * 4)
                )
            }
        }
        // A reset that neither end has sent, followed by further bytes of both ends, also after a long pause.
        for side in [0, 0x80] as [UInt8] {
            let port = random.byte()
            let talk = [8, port, 4, 0x88, port, 7] as [UInt8]
            let goesOn = [0x84 ^ side, port, 0, 8 | side, port, 5, 7, 0, 4] as [UInt8]
            seeds.append([5, 0, port, 1] + talk + goesOn + talk + random.bytes(6))
        }
        // Many forms of sequence numbers beyond the captured bytes.
        for (kind, count) in ([40, 40, 16, 32, 6, 12, 12] as [UInt8]).enumerated() {
            for number in 0..<count {
                let choice = kind < 2 || count < 10 ? number : number &* 37
                seeds.append([7, UInt8(kind), choice, random.byte(), random.byte()])
            }
        }
        // Repetitions around the time when a long connection is over, after a reset or after both ends.
        for wait in 0..<5 as Range<UInt8> {
            let port = random.byte()
            let begin = [5, 0, port, 1, 8, port, 9, 0x88, port, 9, 7, 0, 4 - wait % 2 * 4] as [UInt8]
            let ends = [[4, port, 0], [5, port, 0, 0x85, port, 0]] as [[UInt8]]
            for end in ends { seeds.append(begin + end + [7, 0, wait, 12, port, 0, 0x8C, port, 0] + random.bytes(6)) }
        }
        return seeds
    }
}
