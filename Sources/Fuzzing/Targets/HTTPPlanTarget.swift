package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import Transport
import WireFormat
import WireJSON

/// HTTP connections whose messages are known.
package struct HTTPPlanTarget: PlanTarget {
    /// `http-plan`.
    package let name = "http-plan"
    /// The purpose of the target, for lists of targets.
    package let summary =
        "HTTP/1.1 made of a plan: lengths, chunks, codings, 1xx, 204, HEAD, pipelines, tunnels, TLS, limits"
    package static let headBytes = 3
    package static let stepBytes = 6

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = HTTPPlan(input)
        for (place, kind) in plan.kinds.enumerated() {
            features.reach("http-plan.kind", kind.0, kind.1)
            if place > 0 { features.reach("http-plan.pair", plan.kinds[place - 1].0, kind.0) }
        }
        for answer in plan.answers { features.reach("http-plan.failure", answer.failure, answer.status) }
        features.reach("http-plan.broken", plan.broken?.code ?? "-", plan.broken?.fromClient == true ? 1 : 0)
        let methods = plan.answered.map { plan.requests[$0].method }
        for cut in input.count & 3 == 0 ? [ChunkPlan.large, .small] : [.large] {
            try compare(plan, fromClient: true, cut, plan.requests, methods: nil)
            try compare(plan, fromClient: false, cut, plan.answers, methods: methods)
        }
        for (text, path, expected) in plan.targets {
            let target = HTTPTarget(text)
            let query = target.query.map { "\($0.name)=\($0.value)" }
            try PlanMeaning.compare([target.path] + query, [path] + expected, list: "parts of a target")
        }
        try compareExchanges(plan)
    }

    /// Reads one direction, and compares its messages and its error.
    private func compare(
        _ plan: HTTPPlan,
        fromClient: Bool,
        _ cut: ChunkPlan,
        _ expected: [HTTPPlan.Message],
        methods: [String]?
    ) throws(Violation) {
        let bytes = plan.parts.filter { $0.fromClient == fromClient }.flatMap(\.bytes)
        var limits = TransportLimits()
        limits.httpBodyBytes = plan.bodyLimit
        limits.httpHeadBytes = plan.headLimit
        (limits.inflatedBytes, limits.inflatedRatio) = plan.inflated
        var reading = Reading(limits: limits, expected: expected, methods: methods)
        var start = 0
        var failure: WireError?
        do throws(WireError) {
            for end in cut.ends(of: bytes) {
                try reading.take(bytes[start..<end])
                start = end
            }
        } catch {
            failure = error
        }
        reading.end()
        let (found, waiting) = (reading.found, reading.waiting)
        for (place, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
            throw Violation(
                .meaning,
                "an HTTP message is not what was sent: number \(place + 1) is \(Self.text(pair.0)), sent was"
                    + " \(Self.text(pair.1))",
                kind: "meaning: an HTTP message"
            )
        }
        let code = plan.broken.flatMap { $0.fromClient == fromClient ? $0.code : nil }
        try PlanMeaning.compare(failure?.code.rawValue ?? "in order", code ?? "in order", "what is wrong with HTTP")
        guard found.count == expected.count, waiting.isEmpty || code != nil else {
            throw Violation(
                .meaning,
                "HTTP messages are lost or made up: \(found.count) of \(expected.count), \(waiting.count) bytes left"
            )
        }
    }

    /// The reading of one direction.
    private struct Reading {
        let limits: TransportLimits
        let expected: [HTTPPlan.Message]
        /// The methods of the requests that the messages answer; `nil` if they are requests.
        let methods: [String]?
        private(set) var found: [HTTPPlan.Message] = []
        /// The bytes that belong to no message yet.
        private(set) var waiting: [UInt8] = []
        private var stream: HTTPStream

        init(limits: TransportLimits, expected: [HTTPPlan.Message], methods: [String]?) {
            self.limits = limits
            self.expected = expected
            self.methods = methods
            stream = HTTPStream(limits: limits)
        }

        /// Reads the messages that more bytes complete.
        mutating func take(_ bytes: ArraySlice<UInt8>) throws(WireError) {
            waiting += bytes
            let unread = waiting
            var position = 0
            while true {
                let method = methods.flatMap { found.count < $0.count ? $0[found.count] : nil }
                let message = try stream.next(unread.span, at: &position, requestMethod: method)
                try checkPiece()
                guard let message else { break }
                found.append(HTTPPlanTarget.message(message, limits))
            }
            waiting.removeFirst(position)
        }

        /// Checks that the latest piece of a body consists of the sent bytes.
        private func checkPiece() throws(WireError) {
            guard found.count < expected.count, let piece = stream.pieces.last else { return }
            let body = expected[found.count].body
            let source = waiting[piece.position..<piece.position + piece.range.count]
            guard piece.range.upperBound <= body.count, source.elementsEqual(body[piece.range]) else {
                throw WireError(.value, at: piece.position)
            }
        }

        /// Takes the message that the end of the stream completes, if there is one.
        mutating func end() {
            if let last = stream.end() { found.append(HTTPPlanTarget.message(last, limits)) }
        }
    }

    private static func message(_ message: HTTPMessage, _ limits: TransportLimits) -> HTTPPlan.Message {
        let decoded = message.decodedBody(limits: limits)
        var found = HTTPPlan.Message(body: message.body, length: message.length)
        found.fields = message.fields.all.map { "\($0.name)=\($0.value)" }
        found.bodyLength = message.bodyLength
        found.content = decoded.bytes
        found.failure = decoded.failure?.code.rawValue ?? ""
        switch message.start {
        case .request(let method, let target): (found.method, found.target) = (method, target)
        case .response(let status): found.status = status
        }
        return found
    }

    private static func text(_ message: HTTPPlan.Message) -> String {
        "\(message.method)\(message.status) of \(message.length) bytes with \(message.fields.joined(separator: "; ")),"
            + " \(message.bodyLength) bytes \(Oracles.hex(message.body)), which is \(Oracles.hex(message.content))"
            + " \(message.failure)"
    }

    /// Compares the events with the plan: which request each response belongs to, and which packets carried both.
    private func compareExchanges(_ plan: HTTPPlan) throws(Violation) {
        var session = SampleSession()
        var packets: [Bool: [Int]] = [true: [], false: []]
        // A message beyond the plan's limit is within the usual one.
        let isBroken = plan.broken.map { $0.code != "limit" } ?? false
        var hands = 0..<0
        for (place, part) in plan.parts.enumerated() where part.number >= 0 || isBroken {
            if place == plan.partsBeforeTunnel { hands = Self.shakeHands(plan, &session) }
            packets[part.fromClient]?.append(session.packets.count + 1)
            session.send(fromClient: part.fromClient, part.bytes)
        }
        session.close()
        if plan.seal == .late, !hands.isEmpty {
            let (first, count) = session.answerLate(hands)
            packets[true] = packets[true]?.map { first.contains($0 - 1) ? $0 - count : $0 }
        }
        let found = try Self.exchanges(of: session, isBroken: isBroken)
        let expected = Self.expectedExchanges(plan, packets, session, isBroken: isBroken)
        try PlanMeaning.compare(found, expected, list: "exchanges")
    }

    /// Returns the exchanges that the session decodes to, and its broken message if it has one.
    private static func exchanges(of session: SampleSession, isBroken: Bool) throws(Violation) -> [String] {
        let secrets = try TLSReading.secrets(session.keyLog)
        let outcome = try CaptureBytes.probe(PlanEvents.probe(secrets), session.capture())
        var found: [String] = []
        for line in outcome.output.split(separator: 10) {
            guard let event = try? JSONValue(parsing: Array(line)), let frame = event["frame"] else { continue }
            let number = frame["query"]?["r"]?.string ?? "-"
            let numbers = event["packets"]?.elements?.map { "\($0.int64 ?? 0)" }.joined(separator: " ") ?? "-"
            let codes = (event["diagnostics"]?.elements ?? []).compactMap { $0["code"]?.string }
            if isBroken, frame["type"]?.string == "UNDECODED" {
                let what = "\(event["sender"]?.string ?? "-") \(codes.joined(separator: " "))"
                found.append("\(what) in \(numbers) at \(event["time"]?.string ?? "-")")
                continue
            }
            found.append(
                "\(frame["method"]?.string ?? "-") \(number) \(frame["status"]?.int64 ?? 0) packets \(numbers)"
                    + " bytes \(event["bytes"]?.int64 ?? 0) at \(event["time"]?.string ?? "-")"
            )
        }
        return found
    }

    /// Returns the exchanges of a plan.
    ///
    /// - Parameter packets: the packets of the messages, by whether the client sends them.
    private static func expectedExchanges(
        _ plan: HTTPPlan,
        _ packets: [Bool: [Int]],
        _ session: SampleSession,
        isBroken: Bool
    ) -> [String] {
        func time(ofPacket number: Int) -> String {
            PlanMoment.text(Int64(session.packets[max(1, number) - 1].time), digits: 6)
        }
        var expected: [String] = []
        for (place, pair) in zip(plan.answers, plan.answered).enumerated() where pair.0.status >= 200 {
            let request = plan.requests[pair.1]
            // A tunnel has no event; only the messages inside it have one.
            guard request.method != "CONNECT" else { continue }
            let numbers = [packets[true]?[pair.1] ?? 0, packets[false]?[place] ?? 0]
            // If the stream's end is the response's end, the time is that of the server's FIN.
            let isLast = plan.endsWithStream && place == plan.answers.count - 1
            let time = time(ofPacket: isLast ? session.packets.count - 1 : numbers[1])
            expected.append(
                "\(request.method) \(pair.1 - plan.proxies) \(pair.0.status) packets \(numbers[0]) \(numbers[1])"
                    + " bytes \(request.length + pair.0.length) at \(time)"
            )
        }
        if let request = plan.requests.last, plan.answered.last ?? -1 < plan.requests.count - 1 {
            let number = packets[true]?.last ?? 0
            expected.append(
                "\(request.method) \(plan.requests.count - 1 - plan.proxies) 0 packets \(number)"
                    + " bytes \(request.length) at \(time(ofPacket: number))"
            )
        }
        if isBroken, !expected.isEmpty, let broken = plan.broken {
            let number = packets[broken.fromClient]?.last ?? 0
            let end = broken.fromClient ? "client" : "server"
            expected.append("\(end) http-\(broken.code) in \(number) at \(time(ofPacket: number))")
        }
        return expected
    }

    /// Performs a TLS 1.3 handshake if the plan uses TLS, and returns the packets of the handshake.
    private static func shakeHands(_ plan: HTTPPlan, _ session: inout SampleSession) -> Range<Int> {
        guard plan.seal != .none else { return 0..<0 }
        let first = session.packets.count
        session.shakeHands(TLSPlan([0, UInt8(plan.parts.count & 3), 0, 0, 0, 0]))
        return first..<session.packets.count
    }

    /// Returns random plans, and one plan for each limit, each coding and each kind of invalid HTTP.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for kind in 0..<21 as Range<UInt8> { seeds.append([0, kind << 2 & 12, kind << 2 | 3] + random.bytes(12)) }
        // Inside TLS, in tunnels, and in TLS without a tunnel.
        for form in 0..<4 as Range<UInt8> {
            for seal in [4, 5, 12, 13] as [UInt8] {
                seeds.append([seal, form << 6, seal | form << 5 | random.byte() & 0x80] + random.bytes(6))
            }
            for choice in 0..<4 as Range<UInt8> {
                seeds.append([1, form << 6, choice << 6 | form << 4] + random.bytes(6 * 2))
            }
        }
        for coding in 0..<16 as Range<UInt8> {
            for limits in [0, 48, 3] as [UInt8] {
                let steps = [1, coding & 1, 9, 250 &- coding, coding << 6, (coding >> 2) << 5 | 8] as [UInt8]
                seeds.append([1, limits, 0] + steps + random.bytes(6))
            }
        }
        return seeds
    }
}
