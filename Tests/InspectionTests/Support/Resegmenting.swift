/// Ways in which a network may deliver the same streams.
enum Resegmenting {
    /// The same streams in packets of other sizes: what one end sends in a row is joined and cut anew.
    ///
    /// - Parameter size: the length of the next piece.
    static func cut(_ segments: [TestSegment], size: () -> Int) -> [TestSegment] {
        var runs: [TestSegment] = []
        var lastRun: [Set<TestEndpoint>: Int] = [:]
        for segment in segments where !segment.isBareAcknowledgment {
            if let index = lastRun[segment.flow], runs[index].source == segment.source,
                runs[index].flags & (TestSegment.syn | TestSegment.fin) == 0,
                segment.flags & (TestSegment.syn | TestSegment.fin) == 0,
                runs[index].sequence &+ UInt32(runs[index].payload.count) == segment.sequence
            {
                runs[index].payload += segment.payload
            } else {
                lastRun[segment.flow] = runs.count
                runs.append(segment)
            }
        }
        return runs.flatMap { run -> [TestSegment] in
            guard !run.payload.isEmpty, run.flags & TestSegment.fin == 0 else { return [run] }
            var pieces: [TestSegment] = []
            var start = 0
            while start < run.payload.count {
                let end = min(run.payload.count, start + size())
                var piece = run
                piece.payload = Array(run.payload[start..<end])
                piece.sequence &+= UInt32(start)
                pieces.append(piece)
                start = end
            }
            return pieces
        }
    }

    /// One packet in three twice, the second time up to five places later.
    static func repeated(_ segments: [TestSegment], _ random: inout Seeded) -> [TestSegment] {
        var keyed: [(Int, TestSegment)] = []
        for (index, segment) in segments.enumerated() {
            keyed.append((index * 10, segment))
            if random.oneIn(3) { keyed.append((index * 10 + 5 + 10 * random.below(5), segment)) }
        }
        let ordered = keyed.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        var last = Int64.min
        return ordered.map { entry in
            var segment = entry.element.1
            segment.time = max(last, segment.time)
            last = segment.time
            return segment
        }
    }
}
