import Reporting
import WireFormat

// The findings of the rules about requests and their answers.
extension AcknowledgementRules {
    static let publishUnacknowledged = FindingRule(
        id: "publish-unacknowledged",
        severity: .error,
        title: "The server did not acknowledge a message.",
        basis: "A PUBLISH whose QoS is not 0 asks for a PUBACK; SDKs wait 30 s for it (v1: 6 s), then report a timeout."
    )
    static let pushUnacknowledged = FindingRule(
        id: "push-unacknowledged",
        severity: .warning,
        title: "The client did not acknowledge a push.",
        basis: "A client answers a push with QoS above 0 and without dup with a PUBACK of the same message id."
    )
    static let ackWithoutPublish = FindingRule(
        id: "ack-without-publish",
        severity: .error,
        title: "A PUBACK acknowledges nothing.",
        basis: "A PUBACK carries the message id of a PUBLISH of the other end that it answers."
    )
    static let queryUnanswered = FindingRule(
        id: "query-unanswered",
        severity: .error,
        title: "The server did not answer a QUERY.",
        basis: "Every QUERY has a QUERYACK of the same message id; SDKs wait 30 s for it (v1: 6 s)."
    )
    static let queryUnconfirmed = FindingRule(
        id: "query-unconfirmed",
        severity: .warning,
        title: "The client did not confirm a QUERYACK that asks for it.",
        basis: "A QUERYACK whose QoS is not 0 asks for a QUERYCON of the same message id; without it, pushes may stall."
    )
    static let answerWithoutRequest = FindingRule(
        id: "answer-without-request",
        severity: .error,
        title: "An answer answers nothing.",
        basis: "QUERYACK, QUERYCON and PINGRESP each follow a frame of the other end: QUERY, QUERYACK and PINGREQ."
    )
    static let ackUnasked = FindingRule(
        id: "ack-unasked",
        severity: .warning,
        title: "The client confirms what does not ask for it.",
        basis:
            "A client sends PUBACK only for a push with QoS above 0 and without dup, and QUERYCON only for a QUERYACK "
            + "with QoS above 0."
    )
    static let messageIdReused = FindingRule(
        id: "message-id-reused",
        severity: .error,
        title: "A message id is used again while its first use waits for an answer.",
        basis: "PUBLISH and QUERY of a client share one counter from 1 to 65535; the id alone pairs an answer."
    )
    static let rules = [
        publishUnacknowledged, pushUnacknowledged, ackWithoutPublish, queryUnanswered, queryUnconfirmed,
        answerWithoutRequest, ackUnasked, messageIdReused,
    ]
}
