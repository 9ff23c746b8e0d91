package import Capture
package import FuzzInputs
package import Fuzzer

/// The results of reading a capture up to TCP: the connections in order of their beginning, the items of each in order,
/// and the counts.
package struct ReadConnections {
    /// One item of a connection.
    package enum Item: Equatable {
        case bytes([UInt8], packet: Int, time: Int64)
        case gap(offset: Int, length: Int)
        case end
        case notice(TCPNotice)
        case conflict(TCPPlanStream.Conflict)
    }

    /// A connection.
    package struct Connection {
        var flow: Flow
        /// The items, each with its direction.
        private(set) var items: [(side: FlowSide, item: Item)] = []
        /// The number of connections that ended before this one; `nil` if this one did not end before the capture.
        var ending: Int?

        /// Returns the direction from a port, followed by the other direction.
        func sides(port: UInt16) -> [FlowSide] {
            flow.first.port == port ? [.first, .second] : [.second, .first]
        }

        /// Returns the stream of a direction; `nil` for missing bytes.
        func stream(_ side: FlowSide) -> [UInt8?] {
            var stream: [UInt8?] = []
            for (end, item) in items where end == side {
                switch item {
                case .bytes(let bytes, _, _): stream += bytes.map { $0 }
                case .gap(_, let length): stream += [UInt8?](repeating: nil, count: length)
                case .end, .notice, .conflict: break
                }
            }
            return stream
        }

        /// Returns the stretches of a direction's stream.
        func pieces(_ side: FlowSide) -> [ReachPlan.Piece] {
            var pieces: [ReachPlan.Piece] = []
            for (end, item) in items where end == side {
                switch (pieces.last, item) {
                case (.bytes(let earlier)?, .bytes(let bytes, _, _)):
                    pieces[pieces.count - 1] = .bytes(earlier + bytes)
                case (_, .bytes(let bytes, _, _)): pieces.append(.bytes(bytes))
                case (_, .gap(_, let length)): pieces.append(.hole(length))
                case (_, .end), (_, .notice), (_, .conflict): break
                }
            }
            return pieces
        }

        /// The length of each direction's stream.
        private(set) var lengths = Sides(first: 0, second: 0)

        /// Adds the next item of a direction.
        mutating func add(_ item: Item, _ side: FlowSide) {
            items.append((side, item))
            switch item {
            case .bytes(let bytes, _, _): lengths[side] += bytes.count
            case .gap(_, let length): lengths[side] += length
            case .end, .notice, .conflict: break
            }
        }

        /// Returns the packet and the time of each byte of a direction; 0 for holes.
        func sources(_ side: FlowSide) -> (packets: [Int], times: [Int64]) {
            var packets: [Int] = []
            var times: [Int64] = []
            for (end, item) in items where end == side {
                switch item {
                case .bytes(let bytes, let packet, let time):
                    packets += [Int](repeating: packet, count: bytes.count)
                    times += [Int64](repeating: time, count: bytes.count)
                case .gap(_, let length):
                    packets += [Int](repeating: 0, count: length)
                    times += [Int64](repeating: 0, count: length)
                case .end, .notice, .conflict: break
                }
            }
            return (packets, times)
        }

        /// Returns the number of times that the end of a stream was reported.
        func ends(_ side: FlowSide) -> Int { items.count { $0.side == side && $0.item == .end } }

        /// Returns the notices about a stream.
        func notices(_ side: FlowSide) -> [TCPNotice] {
            items.compactMap { end, item in
                if end == side, case .notice(let notice) = item { notice } else { nil }
            }
        }

        /// Returns the bytes that differ from those of an earlier packet.
        func conflicts(_ side: FlowSide) -> [TCPPlanStream.Conflict] {
            items.compactMap { end, item in
                if end == side, case .conflict(let conflict) = item { conflict } else { nil }
            }
        }
    }

    package private(set) var connections: [Connection] = []
    package private(set) var counts: [String: Int] = [:]
    /// The number of packets of other protocols.
    package private(set) var others = 0
    private var open: [Int: (number: Int, order: TCPConnection)] = [:]
    private var context: ReassemblyContext
    private let limits: CaptureLimits
    private var ended = 0
    private var failure: Violation?

    /// Reads a capture.
    ///
    /// - Parameters:
    ///   - waiting: the total wait for input before a packet with a number, in nanoseconds; 0 for files.
    package init(
        _ file: [UInt8],
        limits: CaptureLimits = CaptureLimits(),
        waiting: (_ packet: Int) -> Int64 = { _ in 0 }
    ) throws(Violation) {
        self.limits = limits
        context = ReassemblyContext(limits: limits)
        var segments = SegmentReader(limits: limits)
        do throws(CaptureError) {
            var reader = try CaptureReader(bytes: file, limits: limits)
            while let block = try reader.next() {
                var events: [FlowEvent] = []
                let bytes = segments.read(block) { event, _ in events.append(event) }
                for event in events { take(event, bytes, waiting) }
            }
            if let damage = reader.damage { failure = Violation(.meaning, "a whole file is damaged: \(damage)") }
        } catch {
            throw Violation(.meaning, "a whole file is refused: \(error)")
        }
        for place in open.keys.sorted(by: { open[$0]?.number ?? 0 < open[$1]?.number ?? 0 }) { finish(place) }
        counts = segments.counts.named
        others = segments.counts.other
        if let failure { throw failure }
    }

    private mutating func take(_ event: FlowEvent, _ bytes: [UInt8], _ waiting: (Int) -> Int64) {
        switch event {
        case .begin(let place, let flow):
            if open[place] != nil { failure = Violation(.numbers, "a connection begins where another one is") }
            open[place] = (connections.count, TCPConnection())
            connections.append(Connection(flow: flow))
        case .end(let place):
            if let number = open[place]?.number { connections[number].ending = ended }
            ended += 1
            finish(place)
        case .conflict(let conflict):
            guard let number = open[conflict.place]?.number else { return }
            let found = TCPPlanStream.Conflict(
                packet: conflict.packet,
                sequence: conflict.sequence,
                length: conflict.length,
                earlier: conflict.earlier.bytes,
                later: conflict.later.bytes
            )
            connections[number].add(.conflict(found), conflict.side)
        case .segment(let segment):
            guard segment.payload.lowerBound >= 0, segment.payload.upperBound <= bytes.count,
                segment.missingCount >= 0, let (number, connection) = open.removeValue(forKey: segment.place)
            else {
                failure = Violation(.coverage, "the segment \(segment.payload) lies outside, or has no connection")
                return
            }
            var order = connection
            context.waitingTime = waiting(segment.packet)
            let payload = Array(bytes[segment.payload])
            let direct = order.receive(segment, payload.span, &context)
            if !direct.isEmpty {
                let item = Item.bytes(Array(payload[direct]), packet: segment.packet, time: segment.time)
                connections[number].add(item, segment.side)
            }
            if order.mayDeliver { drain(&order, number, .normal) }
            open[segment.place] = (number, order)
        }
    }

    private mutating func drain(_ order: inout TCPConnection, _ number: Int, _ patience: TCPConnection.Patience) {
        while let delivery = order.next(patience, limits: limits, &context) {
            switch delivery {
            case .bytes(let bytes, let packet, let time, let side):
                connections[number].add(.bytes(bytes, packet: packet, time: time), side)
            case .gap(let offset, let length, let side):
                let place = connections[number].lengths[side]
                if offset != place {
                    failure = Violation(.meaning, "a hole at \(place) of a stream is told to be at \(offset)")
                }
                connections[number].add(.gap(offset: offset, length: length), side)
            case .end(let side): connections[number].add(.end, side)
            case .notice(let notice, let side): connections[number].add(.notice(notice), side)
            }
        }
    }

    private mutating func finish(_ place: Int) {
        guard let (number, connection) = open.removeValue(forKey: place) else { return }
        var order = connection
        drain(&order, number, .final)
        if order.heldCost != 0 { failure = Violation(.memory, "something is held after the end") }
    }
}

/// Compares the found values with the expected ones of a plan.
package enum PlanMeaning {
    /// Checks that two values are equal.
    package static func compare<Value: Equatable>(
        _ found: Value,
        _ expected: Value,
        _ what: @autoclosure () -> String
    ) throws(Violation) {
        guard found != expected else { return }
        let what = what()
        throw Violation(.meaning, "\(what): found \(found), made was \(expected)", kind: "meaning: \(what)")
    }

    /// Checks that two streams are equal; `nil` stands for a missing byte.
    package static func compare(_ found: [UInt8?], _ expected: [UInt8?], stream what: String) throws(Violation) {
        guard found != expected else { return }
        let place = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        func text(_ stream: [UInt8?]) -> String {
            guard let place else { return "\(stream.count) bytes" }
            return stream[place].map { "\($0) at \(place)" } ?? "nothing at \(place)"
        }
        throw Violation(
            .meaning,
            "\(what): found \(text(found)) of \(found.count), made was \(text(expected)) of \(expected.count)",
            kind: "meaning: \(what)"
        )
    }

    /// Checks that two lists are equal, element by element.
    package static func compare<Value: Equatable>(
        _ found: [Value],
        _ expected: [Value],
        list what: String
    ) throws(Violation) {
        guard found != expected else { return }
        if let place = zip(found, expected).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset {
            throw Violation(
                .meaning,
                "\(what): number \(place + 1) is \(found[place]), made was \(expected[place])",
                kind: "meaning: \(what)"
            )
        }
        let more = found.count > expected.count ? found[expected.count] : expected[found.count]
        throw Violation(
            .meaning,
            "\(what): \(found.count) of \(expected.count), such as \(more)",
            kind: "meaning: number of \(what)"
        )
    }
}

/// The counts by name, to be compared with those of a plan.
extension PacketCounts {
    /// All counts by name, without those that are 0.
    package var named: [String: Int] {
        var all: [String: Int] = [
            "packets": packets, "tcp": tcp, "fragments": fragments, "datagrams": reassembledDatagrams,
            "unreadDatagrams": unreadDatagrams, "incomplete": incompleteDatagrams, "overLimit": datagramsOverLimit,
            "overlaps": overlappingFragments, "fragmentConflicts": conflictingFragments, "malformed": malformed,
            "tunnelled": tunnelled, "otherRecords": otherRecords, "flows": flows, "evicted": evictedFlows,
            "late": latePackets, "lateBytes": lateBytes, "conflicts": conflictingSegments,
        ]
        for reason in UnreadPacket.allCases { all["\(reason)"] = unread[reason] }
        for (link, count) in unknownLinks { all["link \(link.rawValue)"] = count }
        return all.filter { $0.value != 0 }
    }
}
