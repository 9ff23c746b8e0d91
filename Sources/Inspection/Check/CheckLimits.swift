/// How much the check remembers: every table is bounded, whatever a capture holds.
struct CheckLimits: Hashable, Sendable {
    /// Sessions judged at the same time; of more, those idle for longest are judged and forgotten.
    var sessions = 4096
    /// Sessions of long polling that share one connection; of more, those idle for longest count as gone from it.
    var sessionsOfConnection = 64
    /// Requests of one kind in one session that wait for their answer; of more, the oldest are only counted.
    var requests = 1024
    /// Message UIDs remembered of one session, the latest.
    var messageUIDs = 8192
    /// Notices, chat rooms, object names and pulls remembered of one session, of each.
    var names = 256
    /// Tokens remembered of a capture; more are counted as left out.
    var tokens = 4096
    /// Openings and ends of connections that a worker keeps for the rules over all connections.
    var openings = 65_536
    /// Findings kept; more are counted.
    var findings = 10_000
    /// Findings kept of one rule in one session; more are counted.
    var findingsOfRule = 100
    /// Events that a finding names.
    var evidence = 16
}

/// How long things may take, in nanoseconds.
enum CheckTimes {
    static let second: Int64 = 1_000_000_000
    /// An answer that the capture holds before its request, because packets came out of order, waits so long for it.
    static let reordering = 5 * second
    /// So long after the start in the middle of a session, or after a hole, answers may belong to what was not seen.
    static let blindness = 60 * second
    /// So long after a notice the client must have asked for what it is about.
    static let pull = 10 * second
    /// What an end sends so soon after the other ended or refused the session, or answered, it may have sent before it knew.
    static let crossing = second
    /// Clocks may differ by so much.
    static let skew = 60 * second
    /// Refused connections with one token that are further apart than this are no loop.
    static let retry = 600 * second
    /// A connection so soon after the server ended the last one is no decision of a user.
    static let reconnect = 10 * second

    /// A time in seconds with one digit after the point.
    static func seconds(_ time: Int64) -> String {
        let tenths = time / 100_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
