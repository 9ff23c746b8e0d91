import Capture

/// IP datagrams in fragments whose stream is known.
package struct FragmentPlanTarget: PlanTarget {
    /// `fragment-plan`.
    package let name = "fragment-plan"
    /// What is attacked.
    package let summary = "IP fragments made of a plan: any order, overlaps, conflicts, numbers used again"
    static let headBytes = 1
    static let stepBytes = 4

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = FragmentPlan(input)
        let expected = plan.stream
        features.reach("fragment-plan", Features.bucket(plan.count), Features.bucket(expected.count))
        let streams = try StreamsTarget.reassemble(WireCapture(plan.packets).bytes, &features)
        guard streams.count == 1, let first = streams.first?.first else {
            throw Violation("meaning", "one connection became \(streams.count)")
        }
        let bytes = first.pieces.flatMap(\.bytes)
        guard first.gapBytes == 0, bytes.count == expected.count else {
            throw Violation(
                "meaning",
                "a stream in fragments is too short or too long: \(bytes.count) of \(expected.count)"
            )
        }
        if let place = bytes.indices.first(where: { bytes[$0] != expected[$0] }) {
            throw Violation(
                "meaning",
                "a stream in fragments holds another byte: at \(place) \(bytes[place]), first came \(expected[place])"
            )
        }
    }
}
