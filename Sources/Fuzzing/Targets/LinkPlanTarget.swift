import Capture

/// Link layers, tags and tunnels around a connection that a plan makes: its streams must come out of them.
package struct LinkPlanTarget: PlanTarget {
    package let name = "link-plan"
    package let summary = "link layers made of a plan: tags, PPP, 802.11, IPv6 headers and tunnels around a connection"
    static let headBytes = 7
    static let stepBytes = 2

    package init() {}

    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = LinkPlan(input)
        features.reach("link-plan.link", Int(plan.link), input.count > 5 ? Int(input[5] & 15) : 0)
        if input.count > 1 { features.reach("link-plan.more", Int(plan.link), Int(input[1] & 15)) }
        let file = LinkSamples.file(plan.link, [], plan.packets)
        let streams = try StreamsTarget.reassemble(file, &features)
        guard streams.count == 1, let stream = streams.first else {
            throw Violation("meaning", "one connection in its headers became \(streams.count)")
        }
        for (number, direction) in [stream.first, stream.second].enumerated() {
            let bytes = direction.pieces.flatMap(\.bytes)
            guard bytes == plan.streams[number], direction.gapBytes == 0 else {
                throw Violation(
                    "meaning",
                    "of a stream in its headers \(bytes.count) bytes came, \(direction.gapBytes) were missing;"
                        + " \(plan.streams[number].count) were sent"
                )
            }
        }
    }
}
