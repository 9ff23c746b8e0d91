import Reporting
import RongCloud
import WireFormat
import WireJSON

/// Reports status codes that the tables lack.
struct StatusRule: SessionRule {
    static let statusUnknown = FindingRule(
        id: "status-unknown",
        severity: .note,
        title: "A status code is not known.",
        basis: "CONNACK, DISCONNECT, PUBACK and QUERYACK each have their table of status codes."
    )
    static let rules = [statusUnknown]

    private struct Status: Hashable {
        var scope: StatusScope
        var code: UInt16
    }

    private let limits: CheckLimits
    private var said: Set<Status> = []

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard let code = event.units.rongCloud.layout.status, code != 0, let type = session.type,
            event.sender == .server
        else {
            return
        }
        let scope: StatusScope
        switch type {
        case .connack: scope = .connack
        case .disconnect: scope = .disconnect
        case .puback, .queryack: scope = .answer
        default: return
        }
        let topic = event.units.rongCloud.topic.map { TopicTable.shared[$0].name }
        guard StatusCode.find(Int(code), in: scope, topic: topic) == nil, said.count < limits.names,
            said.insert(Status(scope: scope, code: code)).inserted
        else { return }
        log.add(
            Self.statusUnknown,
            event,
            "status \(code) of \(type.name(in: event.transport.form)) has no known meaning",
            details: [JSONMember("status", JSONValue(Int(code)))]
        )
    }
}
