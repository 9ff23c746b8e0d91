import Reporting
import WireFormat

// The findings of the rules over one connection of LeanCloud.
extension LeanCloudCheck {
    static let requestUnanswered = FindingRule(
        id: "leancloud-request-unanswered",
        severity: .error,
        title: "The server did not answer a command.",
        basis: "A command with i is answered with the same i; SDKs wait 20 s (JavaScript) or 30 s for it."
    )
    static let answerWithoutRequest = FindingRule(
        id: "leancloud-answer-without-request",
        severity: .error,
        title: "An answer answers nothing.",
        basis: "What the server sends with i is the answer to the client's command with the same i; a push has none."
    )
    static let answerMismatch = FindingRule(
        id: "leancloud-answer-mismatch",
        severity: .error,
        title: "A command has the i of another one that it does not answer.",
        basis: "An answer repeats i, and is what the table has as the command's answer, or tells of its failure."
    )
    static let serialReused = FindingRule(
        id: "leancloud-serial-reused",
        severity: .error,
        title: "The i of a command is used again while its first use waits for an answer.",
        basis: "A client counts i up on each connection; the i alone pairs an answer."
    )
    static let sessionOrder = FindingRule(
        id: "leancloud-session-order",
        severity: .error,
        title: "A client is used before it is opened, or after it is closed.",
        basis: "Conversations and messages need session/opened; the server answers other commands with 4105."
    )
    static let ackUnknown = FindingRule(
        id: "leancloud-ack-unknown",
        severity: .warning,
        title: "A receipt is for no message that was delivered.",
        basis: "A client acknowledges what came as direct: by cid and mid, or by cid and a range of times."
    )
    static let watermarkBackwards = FindingRule(
        id: "leancloud-watermark-backwards",
        severity: .warning,
        title: "A conversation is marked read up to an earlier time than before.",
        basis: "The time up to which a conversation is read only grows."
    )
    static let echoMissing = FindingRule(
        id: "leancloud-echo-missing",
        severity: .warning,
        title: "The client sent no keep-alive for more than two intervals.",
        basis:
            "The JavaScript SDK sends echo every 180 s from 3.5 on and takes the connection for dead after 380 s; 3.0 to "
            + "3.4 send it, and 2.x sends {}, after 60 s without a message."
    )
    static let format = FindingRule(
        id: "leancloud-format",
        severity: .error,
        title: "A message is no command.",
        basis:
            "Each WebSocket message is one GenericCommand of protobuf, or one JSON object, by the agreed subprotocol."
    )
    static let rules = [
        format, requestUnanswered, answerWithoutRequest, answerMismatch, serialReused, sessionOrder, ackUnknown,
        watermarkBackwards, echoMissing,
    ]
}
