import Capture

/// TCP connections whose streams are known.
package struct TCPPlanTarget: PlanTarget {
    /// `tcp-plan`.
    package let name = "tcp-plan"
    /// What is attacked.
    package let summary = "TCP segments made of a plan: any order, overlaps, conflicts, repetitions, numbers that wrap"
    static let headBytes = 2
    static let stepBytes = 4

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = TCPPlan(input)
        features.reach("tcp-plan", plan.hasConflicts ? 1 : 0, Features.bucket(plan.packets.count))
        let streams = try StreamsTarget.reassemble(WireCapture(plan.packets).bytes, &features)
        guard streams.count == 1, let stream = streams.first else {
            throw Violation("meaning", "one connection became \(streams.count)")
        }
        for (number, direction) in [stream.first, stream.second].enumerated() {
            let end = number == 0 ? "client" : "server"
            let expected = plan.streams[number]
            var bytes: [UInt8?] = []
            for piece in direction.pieces {
                bytes += [UInt8?](repeating: nil, count: max(0, piece.offset - bytes.count)) + piece.bytes
            }
            bytes += [UInt8?](repeating: nil, count: max(0, direction.end - bytes.count))
            features.reach("tcp-plan.pieces", Features.bucket(direction.pieces.count), Features.bucket(bytes.count))
            if direction.conflicts > 0, !plan.hasConflicts {
                throw Violation("meaning", "a conflict is told of the \(end)'s stream, where none is")
            }
            let holes = expected.count { $0 == nil }
            if direction.gapBytes != holes {
                throw Violation(
                    "meaning",
                    "holes in the \(end)'s stream are told otherwise: \(direction.gapBytes) bytes of \(holes)"
                )
            }
            guard bytes.count == expected.count else {
                throw Violation(
                    "meaning",
                    "the \(end)'s stream is too short or too long: \(bytes.count) of \(expected.count)"
                )
            }
            if let place = bytes.indices.first(where: { bytes[$0] != expected[$0] }) {
                throw Violation(
                    "meaning",
                    "the \(end)'s stream holds another byte: at \(place) \(Self.text(bytes[place])), first came"
                        + " \(Self.text(expected[place]))"
                )
            }
        }
    }

    private static func text(_ byte: UInt8?) -> String { byte.map { "\($0)" } ?? "nothing" }

    /// Plans of any steps; one with so many holes that lists of what waits are divided.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        var holes: [UInt8] = [10, 0]
        for _ in 0..<120 { holes += [8, 150, 9, 0] }
        seeds.append(holes)
        // What fills many holes at once, from the end on.
        for place in 0..<20 as Range<UInt8> { holes += [10, place * 6, 250, 0] }
        seeds.append(holes)
        return seeds
    }
}
