import Reporting
import WireFormat

// The findings of the rules over one connection of NIM, or one session over HTTP.
extension NIMCheck {
    static let requestUnanswered = FindingRule(
        id: "nim-request-unanswered",
        severity: .error,
        title: "The server did not answer a request.",
        basis: "A response has the ser of its request; the Web SDK waits 8 s for it."
    )
    static let answerWithoutRequest = FindingRule(
        id: "nim-answer-without-request",
        severity: .error,
        title: "A response answers nothing.",
        basis: "A response is found by its ser among the requests that wait; only pushes need none that waits."
    )
    static let answerMismatch = FindingRule(
        id: "nim-answer-mismatch",
        severity: .error,
        title: "A packet has the serial of a request that it does not answer.",
        basis: "A response has sid, cid and ser of its request; the Web SDK takes whatever has the ser for the answer."
    )
    static let serialReused = FindingRule(
        id: "nim-serial-reused",
        severity: .error,
        title: "A serial is used again while its first use waits for an answer.",
        basis: "Requests count from 1 to 32767 and begin again at 1; the serial alone pairs a response."
    )
    static let serialInvalid = FindingRule(
        id: "nim-serial-invalid",
        severity: .warning,
        title: "A request has a serial that no request of its kind has.",
        basis: "Requests have the serials 1 to 32767, and a heartbeat always has 0."
    )
    static let heartbeatMissing = FindingRule(
        id: "nim-heartbeat-missing",
        severity: .warning,
        title: "The client sent nothing for more than two intervals of its heartbeat.",
        basis: "The Web SDK sends a heartbeat (1_2) every 30 s, or as far apart as its heartbeats are seen to be."
    )
    static let heartbeatUnanswered = FindingRule(
        id: "nim-heartbeat-unanswered",
        severity: .warning,
        title: "The server did not answer a heartbeat.",
        basis: "Every heartbeat (1_2) has a response; the Web SDK waits 5 s for it."
    )
    static let requestAfterKick = FindingRule(
        id: "nim-request-after-kick",
        severity: .error,
        title: "The client goes on with a session that the server ended.",
        basis: "2_5 and, in chat rooms, 13_3 say that the client was kicked: the session is over."
    )
    static let duplicateMessage = FindingRule(
        id: "nim-duplicate-message",
        severity: .warning,
        title: "A message comes twice.",
        basis: "idServer stands for one message, and so does idClient; what is sent again says so with resend (tag 13)."
    )
    static let format = FindingRule(
        id: "nim-format",
        severity: .error,
        title: "A unit is no packet.",
        basis:
            "Every unit is a packet of Socket.IO 0.9 as text; one of data holds a JSON object of sid, cid and what goes "
            + "with them."
    )
    static let rules = [
        format, requestUnanswered, answerWithoutRequest, answerMismatch, serialReused, serialInvalid, heartbeatMissing,
        heartbeatUnanswered, requestAfterKick, duplicateMessage,
    ]
}
