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

    /// The shortest time in nanoseconds between two repetitions for want of an acknowledgment.
    ///
    /// Source: the lower limit of the retransmission timeout in Linux, `TCP_RTO_MIN`; RFC 6298 recommends a second.
    /// Packets that the capture has twice are closer together.
    private static let shortestTimeout: Int64 = 200_000_000

    /// The latest time of a packet, in nanoseconds since 1970.
    var lastTime: Int64 { max(heard.first, heard.second) }

    @inline(__always)
    mutating func note(_ segment: Segment) {
        heard[segment.side] = max(heard[segment.side], segment.time)
    }

    /// Notes a segment without new bytes that asks for an acknowledgment: a repetition, or a keep-alive (RFC 9293 section
    /// 3.8.4).
    mutating func noteRepetition(_ segment: Segment) {
        let side = segment.side
        if repetitions[side].first <= heard[side.other] { repetitions[side].first = segment.time }
        repetitions[side].last = segment.time
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
