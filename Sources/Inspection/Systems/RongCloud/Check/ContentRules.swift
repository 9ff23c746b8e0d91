import RongCloud
import WireFormat
import WireJSON

/// Size and name of messages.
struct ContentRules: SessionRule {
    static let tooLarge = FindingRule(
        id: "content-too-large",
        severity: .error,
        title: "A message content is longer than SDKs allow.",
        basis: "The content of a message has at most 128 KiB; SDKs refuse more with code 30016."
    )
    static let nameCase = FindingRule(
        id: "object-name-case",
        severity: .error,
        title: "An object name is written in another letter case.",
        basis: "Object names are compared byte by byte; a client does not know the message under another spelling."
    )
    static let nameReserved = FindingRule(
        id: "object-name-reserved",
        severity: .warning,
        title: "An unknown object name takes the reserved prefix RC:.",
        basis: "The prefix RC: belongs to RongCloud's own messages; an application's own types take another one."
    )
    static let rules = [tooLarge, nameCase, nameReserved]

    /// The most bytes of a content.
    static let mostBytes = 128 << 10

    /// The catalogue's spelling of each name in lower case.
    private static let spellings = Dictionary(
        MessageCatalogue.shared.flatMap { entry in
            ([entry.objectName] + entry.aliases).map { ($0.lowercased(), $0) }
        }
    ) { first, _ in first }

    private let limits: CheckLimits
    /// Unknown names that were looked at.
    private var names: Set<String> = []

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        for message in event.units.rongCloud.messages {
            if let content = message.contentRange, content.count > Self.mostBytes {
                log.add(
                    Self.tooLarge,
                    flow: event.flow.number,
                    events: [event.number],
                    time: event.time,
                    "a content of \(content.count) bytes; at most \(Self.mostBytes) are allowed"
                )
            }
            if let name = message.objectName, MessageCatalogue.shared.index(of: bytes.extracting(name)) == nil {
                check(name: WireString.decode(bytes.extracting(name)).text, event, &log)
            }
        }
    }

    /// Judges a name that is not in the catalogue, once a session.
    private mutating func check(name: String, _ event: borrowing Event, _ log: inout FindingLog) {
        guard names.count < limits.names, names.insert(name).inserted else { return }
        let folded = name.lowercased()
        func add(_ rule: FindingRule, _ text: String) {
            log.add(
                rule,
                flow: event.flow.number,
                events: [event.number],
                time: event.time,
                text,
                details: [JSONMember("objectName", JSONValue(name))]
            )
        }
        if let known = Self.spellings[folded] {
            add(Self.nameCase, "\(name) is not \(known): letter case counts")
        } else if folded.hasPrefix("rc:") {
            add(Self.nameReserved, "\(name) is no known message of RongCloud")
        }
    }
}
