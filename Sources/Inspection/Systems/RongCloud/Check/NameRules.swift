import Reporting
import RongCloud
import WireFormat
import WireJSON

/// Judges the content size and the object name of messages.
struct NameRules: SessionRule {
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
    static let nameLength = FindingRule(
        id: "object-name-length",
        severity: .error,
        title: "An object name is empty or too long.",
        basis: "An object name has 1 to 32 characters."
    )
    static let rules = [tooLarge, nameCase, nameReserved, nameLength]

    /// The most bytes of a content.
    static let mostBytes = ContentRule.mostBytes
    /// The most characters of an object name.
    static let mostCharacters = 32

    private let limits: CheckLimits
    /// The fingerprints of the names outside of the catalogue that were judged already.
    private var known: Set<UInt64> = []
    /// The first spelling of each unknown name and the number of its event, by the name in lower case.
    private var spellings: [String: (name: String, number: Int)] = [:]

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        for index in event.units.rongCloud.messages.indices {
            if let content = event.units.rongCloud.messages[index].contentRange, content.count > Self.mostBytes {
                log.add(
                    Self.tooLarge,
                    event,
                    "a content of \(content.count) bytes; at most \(Self.mostBytes) are allowed"
                )
            }
            if let name = event.units.rongCloud.messages[index].objectName,
                MessageCatalogue.shared.index(of: bytes.extracting(name)) == nil
            {
                check(bytes.extracting(name), event, &log)
            }
        }
    }

    /// Judges a name that is not in the catalogue, once a session.
    private mutating func check(_ bytes: Span<UInt8>, _ event: borrowing Event, _ log: inout FindingLog) {
        guard known.count < limits.names, known.insert(bytes.fingerprint).inserted else { return }
        let name = WireString.decode(bytes).text
        func add(_ rule: FindingRule, with others: [Int] = [], _ text: String) {
            log.add(
                rule,
                event,
                with: others,
                text,
                details: [JSONMember("objectName", JSONValue(name))]
            )
        }
        guard !name.isEmpty else { return add(Self.nameLength, "a message without object name") }
        if name.unicodeScalars.count > Self.mostCharacters {
            let count = name.unicodeScalars.count
            add(Self.nameLength, "\(quoted(bytes)) has \(count) characters; at most \(Self.mostCharacters) are allowed")
        }
        let folded = name.lowercased()
        if let known = RuleTables.shared.spellings[folded] {
            add(Self.nameCase, "\(quoted(bytes)) is not \"\(known)\": letter case counts")
        } else if let first = spellings[folded] {
            add(
                Self.nameCase,
                with: [first.number],
                "\(quoted(bytes)) was written \"\(first.name)\" before: letter case counts"
            )
        } else {
            spellings[folded] = (name, event.number)
            if folded.hasPrefix("rc:") { add(Self.nameReserved, "\(quoted(bytes)) is no known message of RongCloud") }
        }
    }
}
