import Reporting
import RongCloud
import WireFormat

/// Judges message UIDs: their format, and whether their time is the message's.
struct UIDRules: SessionRule {
    static let format = FindingRule(
        id: "message-uid-format",
        severity: .warning,
        title: "A message UID is not written as one.",
        basis: "A message UID has four groups of four characters, 0 to 9 and A to V, joined by hyphens."
    )
    static let time = FindingRule(
        id: "message-uid-time",
        severity: .warning,
        title: "The time in a message UID is not that of its message.",
        basis: "The first 42 bits of a message UID (43 in the older layout) are the time at which the server took the "
            + "message, in milliseconds."
    )
    static let rules = [format, time]

    /// Whether each finding was reported: once per session, because a server with another kind of id has it in every
    /// message.
    private var isSaid = (format: false, time: false)

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        // Servers of the TCP form have ids of their own.
        guard event.sender == .server, session.form != .tcp else { return }
        if session.type == .puback, let uid = event.units.rongCloud.layout.messageUId, !uid.isEmpty {
            judge(bytes.extracting(uid), event.serverMilliseconds, "messageUId", event, &log)
            return
        }
        let messages = event.units.rongCloud.messages.count
        for index in event.units.rongCloud.messages.indices {
            guard let uid = event.units.rongCloud.messages[index].uid, !uid.isEmpty else { continue }
            let time = event.units.rongCloud.messages[index].sentTime
            judge(bytes.extracting(uid), time, messages > 1 ? "messages[\(index)].uid" : "uid", event, &log)
        }
    }

    private mutating func judge(
        _ text: Span<UInt8>,
        _ time: Int64?,
        _ path: @autoclosure () -> String,
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) {
        do throws(WireError) {
            let uid = try MessageUID(text)
            guard let time, time > 0 else { return }
            let skew = uid.time.subtractingSaturated(time).magnitude
            guard skew > CheckTimes.skew.magnitude / 1_000_000, !isSaid.time else { return }
            isSaid.time = true
            log.add(
                Self.time,
                event,
                "\(path()): \(quoted(text)) is of \(TimestampWriter.text(uid.time.multipliedSaturated(by: 1_000_000))), "
                    + "its message of \(TimestampWriter.text(time.multipliedSaturated(by: 1_000_000)))"
            )
        } catch {
            guard !isSaid.format else { return }
            isSaid.format = true
            log.add(Self.format, event, "\(path()): \(quoted(text)) is no message UID")
        }
    }
}
