import Inspection
import Transport
import WireFormat
import WireJSON

/// HTTP connections whose messages are known.
package struct HTTPPlanTarget: PlanTarget {
    /// `http-plan`.
    package let name = "http-plan"
    /// What is attacked.
    package let summary = "HTTP/1.1 made of a plan: lengths, chunks, 1xx, 204, 304, HEAD, pipelines"
    static let headBytes = 1
    static let stepBytes = 5

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = HTTPPlan(input)
        for (place, kind) in plan.kinds.enumerated() {
            features.reach("http-plan.kind", kind.0, kind.1)
            if place > 0 { features.reach("http-plan.pair", plan.kinds[place - 1].0, kind.0) }
        }
        let methods = plan.answered.map { plan.requests[$0].method }
        for cut in [ChunkPlan.large, .small] {
            try compare(plan, fromClient: true, cut, plan.requests, methods: nil)
            try compare(plan, fromClient: false, cut, plan.answers, methods: methods)
        }
        try compareExchanges(plan)
    }

    /// Reads one direction.
    private func compare(
        _ plan: HTTPPlan,
        fromClient: Bool,
        _ cut: ChunkPlan,
        _ expected: [HTTPPlan.Message],
        methods: [String]?
    ) throws(Violation) {
        let bytes = plan.parts.filter { $0.fromClient == fromClient }.flatMap(\.bytes)
        var stream = HTTPStream()
        var found: [HTTPPlan.Message] = []
        var waiting: [UInt8] = []
        var start = 0
        do throws(WireError) {
            for end in cut.ends(of: bytes) {
                waiting += bytes[start..<end]
                start = end
                var position = 0
                while true {
                    let method = methods.flatMap { found.count < $0.count ? $0[found.count] : nil }
                    guard let message = try stream.next(waiting.span, at: &position, requestMethod: method) else {
                        break
                    }
                    found.append(Self.message(message))
                }
                waiting.removeFirst(position)
            }
        } catch {
            throw Violation("meaning", "HTTP that is in order is refused: \(error)")
        }
        if let last = stream.end() { found.append(Self.message(last)) }
        for (place, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
            throw Violation(
                "meaning",
                "an HTTP message is not what was sent: number \(place + 1) is \(Self.text(pair.0)), sent was"
                    + " \(Self.text(pair.1))"
            )
        }
        guard found.count == expected.count, waiting.isEmpty else {
            throw Violation(
                "meaning",
                "HTTP messages are lost or made up: \(found.count) of \(expected.count), \(waiting.count) bytes left"
            )
        }
    }

    private static func message(_ message: HTTPMessage) -> HTTPPlan.Message {
        let content = message.decodedBody(limits: TransportLimits()).bytes
        var found = HTTPPlan.Message(body: message.body, content: content, length: message.length)
        switch message.start {
        case .request(let method, let target): (found.method, found.target) = (method, target)
        case .response(let status): found.status = status
        }
        return found
    }

    private static func text(_ message: HTTPPlan.Message) -> String {
        "\(message.method)\(message.status) of \(message.length) bytes with \(Oracles.hex(message.body)), which is"
            + " \(Oracles.hex(message.content))"
    }

    /// Which answer belongs to which request, on the way from packets to events.
    private func compareExchanges(_ plan: HTTPPlan) throws(Violation) {
        var session = SampleSession()
        for part in plan.parts { session.send(fromClient: part.fromClient, part.bytes) }
        session.close()
        let outcome = try CaptureBytes.probe(CaptureProbe(), session.capture())
        var found: [String] = []
        for line in outcome.output.split(separator: 10) {
            guard let frame = (try? JSONValue(parsing: Array(line)))?["frame"] else { continue }
            let number = frame["query"]?["r"]?.string ?? "-"
            found.append("\(frame["method"]?.string ?? "-") \(number) \(frame["status"]?.int64 ?? 0)")
        }
        var expected: [String] = []
        for (answer, number) in zip(plan.answers, plan.answered) where answer.status >= 200 {
            expected.append("\(plan.requests[number].method) \(number) \(answer.status)")
        }
        for (one, other) in zip(found, expected) where one != other {
            throw Violation("meaning", "an exchange is not what was sent: \(one), sent was \(other)")
        }
        guard found.count == expected.count else {
            throw Violation("meaning", "exchanges are lost or made up: \(found.count) of \(expected.count)")
        }
    }
}
