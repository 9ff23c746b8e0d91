import WireFormat

/// The limits of the check's memory: every table is bounded, whatever a capture contains.
struct CheckLimits: Hashable, Sendable {
    /// The number of sessions judged at the same time; beyond it, those idle for longest are judged and forgotten.
    var sessions = 4096
    /// The number of long-polling sessions on one connection; beyond it, the one idle for longest counts as gone.
    var sessionsOfConnection = 64
    /// The number of requests of one kind in one session that wait for an answer; excess requests are not judged.
    var requests = 1024
    /// The number of message UIDs remembered per session: the latest ones.
    var messageUIDs = 8192
    /// The number of notices, of chat rooms, of object names and of pulls remembered per session.
    var names = 256
    /// The number of tokens remembered per capture; further tokens are counted as left out.
    var tokens = 4096
    /// The number of connection starts and ends that a worker keeps for the rules over all connections.
    var openings = 65_536
    /// The number of findings kept, the most severe ones; further ones are only counted.
    var findings = 10_000
    /// The number of findings kept per rule, severity and connection; further ones are only counted.
    var findingsOfRule = 100
    /// The number of events that a finding names.
    var evidence = 16
}

/// The time limits of the rules, in nanoseconds.
enum CheckTimes {
    static let second: Int64 = 1_000_000_000
    /// The time that an answer waits for its request if packets are out of order in the capture.
    static let reordering = 5 * second
    /// The longest time from an answer to its request: that for which the answer waits, and a second for requests right
    /// after the frame up to which it waits.
    static let earlyAnswer = reordering + second
    /// The time after a start in mid-session or a hole during which answers may belong to uncaptured requests.
    static let blindness = 60 * second
    /// The time after a notice in which the client has to pull.
    static let pull = 10 * second
    /// The time after an end, a refusal or an answer in which the peer may still send without knowing of it.
    static let crossing = second
    /// The allowed difference between clocks.
    static let skew = 60 * second
    /// The time after which a refused connection with a token no longer counts towards a loop.
    static let retry = 600 * second
    /// The time after a close by the server in which a new connection is not a user's decision.
    static let reconnect = 10 * second

    /// Returns a time in seconds with three digits after the point, rounded up, so that a time beyond a limit differs
    /// from the limit.
    static func milliseconds(_ time: Int64) -> String {
        let milliseconds = time.addingSaturated(999_999) / 1_000_000
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        return "\(milliseconds / 1000).\(fraction)"
    }

    /// Returns a time in seconds with one digit after the point.
    static func seconds(_ time: Int64) -> String {
        let tenths = time / 100_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
