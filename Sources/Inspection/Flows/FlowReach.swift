import Capture
import WireFormat

/// When each end of a connection was heard last, and what the other end has repeated in vain since then.
struct FlowReach: Sendable {
    /// When an end repeated bytes, or sent a keep-alive, since the other end was heard last.
    private struct Repetitions: Sendable {
        var first = Int64.min
        var last = Int64.min
    }

    /// The latest time of each end's packets, in nanoseconds since 1970.
    private var heard = Sides(first: Int64.min, second: Int64.min)
    private var repetitions = Sides(first: Repetitions(), second: Repetitions())
    /// The time at which an end was heard again after an interruption that no event has told of yet; otherwise later than
    /// any time.
    private var resumption = Int64.max

    /// The shortest time in nanoseconds between two repetitions for want of an acknowledgment.
    ///
    /// Source: the lower limit of the retransmission timeout in Linux, `TCP_RTO_MIN`; RFC 6298 recommends a second.
    /// Packets that the capture has twice are closer together.
    private static let shortestTimeout: Int64 = 200_000_000
    /// The longest time in nanoseconds that an end may be silent while the other end repeats bytes, without an
    /// interruption: less than the time limits of the rules by a multiple.
    private static let longestDelay: Int64 = 1_000_000_000

    /// The latest time of a packet, in nanoseconds since 1970.
    var lastTime: Int64 { max(heard.first, heard.second) }

    @inline(__always)
    mutating func note(_ segment: Segment) {
        if repetitions[segment.side.other].first > heard[segment.side] { noteResumption(segment) }
        heard[segment.side] = max(heard[segment.side], segment.time)
    }

    /// Notes a segment without new bytes that asks for an acknowledgment: a repetition, or a keep-alive (RFC 9293 section
    /// 3.8.4).
    mutating func noteRepetition(_ segment: Segment) {
        let side = segment.side
        if repetitions[side].first <= heard[side.other] { repetitions[side].first = segment.time }
        repetitions[side].last = segment.time
    }

    /// Notes that an end is heard again that was silent while the other end repeated bytes.
    @inline(never)
    private mutating func noteResumption(_ segment: Segment) {
        guard interruption(of: segment.side) != nil else { return }
        let passed = segment.time.subtractingSaturated(repetitions[segment.side.other].first)
        if passed > Self.longestDelay { resumption = segment.time }
    }

    /// Returns whether the connection was interrupted before a time, and no event from then on has told of it yet: an end
    /// sent nothing for more than a second, not even an acknowledgment, while the other end repeated bytes.
    ///
    /// A request of HTTP may come out later than its packet; it was sent before the interruption.
    @inline(__always)
    mutating func takeResumption(before time: Int64) -> Bool {
        guard time >= resumption else { return false }
        resumption = .max
        return true
    }

    /// The time of the last packet of an end that has sent nothing since the other end began to repeat bytes, in
    /// nanoseconds since 1970; `nil` if there is no such end.
    ///
    /// An end that receives bytes acknowledges them, also repeated ones: so this end received nothing any more, or
    /// could send nothing.
    var interruptionTime: Int64? {
        interruption(of: .first) ?? interruption(of: .second)
    }

    private func interruption(of side: FlowSide) -> Int64? {
        let repeated = repetitions[side.other]
        // An end that was never heard may send on a way that is not captured.
        guard heard[side] > .min, repeated.first > heard[side],
            repeated.last.subtractingSaturated(repeated.first) >= Self.shortestTimeout
        else { return nil }
        return heard[side]
    }
}
