import RongCloud
import WireFormat
import WireJSON

/// RongCloud's catalogue of messages, by object name.
struct RongCloudCatalogue: SystemCatalogue {
    private let catalogue = MessageCatalogue.shared

    var entries: [CatalogueEntry] { Self.entries }

    private static let entries = MessageCatalogue.shared.indices.map { index in
        CatalogueEntry(MessageCatalogue.shared.details(at: index), MessageCatalogue.shared.json(at: index))
    }

    // MARK: Names

    /// Letter case counts in object names and classes.
    func places(of name: String, _ match: CatalogueMatch) -> [Int] {
        guard match == .exact else { return [] }
        if let place = catalogue.index(of: name) { return [place] }
        return entries.indices.filter { place in
            // The class names of server SDKs have the language before them.
            entries[place].classes.values.contains { names in
                names.contains { $0 == name || $0.split(separator: " ").last.map(String.init) == name }
            }
        }
    }

    func nearest(to name: String) -> [String] { catalogue.nearest(to: name) }

    /// Returns the object name that a name stands for: the name itself, or that of the message with this class.
    private func objectName(_ name: String) throws(WireError) -> String {
        guard catalogue.index(of: name) == nil else { return name }
        let names = places(of: name).map { catalogue[$0].objectName }
        guard names.count < 2 else {
            throw WireError(.value, at: 0, expected: "one of \(names.joined(separator: ", ")), not \(name)")
        }
        return names.first ?? name
    }

    // MARK: Contents

    func read(_ bytes: [UInt8], as name: String) throws(WireError) -> CatalogueContent {
        let objectName = try objectName(name)
        let message = MessageRegistry.builtIn.decode(objectName, bytes)
        let value: JSONValue
        if let content = message.content {
            value = content.json()
        } else {
            // The type is unknown, or the content is no JSON: then the parser throws the exact error.
            value = try JSONDocument(bytes).value()
        }
        return CatalogueContent(
            system: .rongCloud,
            objectName: objectName,
            value: value,
            digest: message.digest,
            findings: MessageRegistry.builtIn.diagnose(objectName, bytes).map(ContentFinding.init)
        )
    }

    func write(_ bytes: [UInt8], as name: String, platform: String?) throws(WireError) -> [UInt8] {
        let spelling: ContentSpelling =
            switch platform {
            case "ios": .ios
            case "android": .android
            case "web": .web
            default: .documented
            }
        let document = try JSONDocument(bytes)
        let message = MessageRegistry.builtIn.decode(try objectName(name), bytes)
        guard let content = message.content else { return try document.value().minified }
        return content.encoded(as: spelling)
    }
}

extension RongCloudDecoder {
    static var catalogue: any SystemCatalogue { RongCloudCatalogue() }
}

extension ContentFinding {
    fileprivate init(_ diagnostic: ContentDiagnostic) {
        let severity: Severity =
            switch diagnostic.severity {
            case .note: .note
            case .warning: .warning
            case .error: .error
            }
        self.init(
            severity,
            diagnostic.code,
            path: diagnostic.path,
            offset: diagnostic.offset,
            text: diagnostic.text
        )
    }
}

extension CatalogueEntry {
    /// Creates an entry from the details in the message catalogue.
    fileprivate init(_ details: MessageDetails, _ json: JSONValue) {
        let entry = details.entry
        let members = [JSONMember("system", JSONValue(MessagingSystem.rongCloud.name.description))]
        self.init(
            system: .rongCloud,
            objectName: entry.objectName,
            title: entry.title,
            kind: entry.kind.rawValue,
            standing: details.supersededBy.map { "\(entry.standing.rawValue) by \($0)" } ?? entry.standing.rawValue,
            confidence: entry.confidence.rawValue,
            flags: Self.words(entry.flags),
            classes: details.classes.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value },
            facts: Self.facts(details),
            fields: details.fields.map { field in
                Field(
                    key: field.key,
                    type: field.type.rawValue,
                    isRequired: field.isRequired,
                    values: field.values.map { $0.string ?? $0.description },
                    remarks: [field.unit, field.constraints, field.note].compactMap { $0 }.joined(separator: "; ")
                )
            },
            differences: details.differences.map { difference in
                let platforms =
                    difference.platforms.isEmpty ? "" : difference.platforms.joined(separator: ", ") + ": "
                return "\(difference.id)  \(platforms)\(difference.what)"
            },
            note: details.note,
            example: details.fullExample,
            json: .object(members + (json.members ?? []))
        )
    }

    private static func words(_ flags: MessageFlags) -> [String] {
        flags.isEmpty ? [] : flags.words.split(separator: "+").map(String.init)
    }

    private static func facts(_ details: MessageDetails) -> [Fact] {
        let entry = details.entry
        var facts = [Fact("Flags", "\(entry.flags.rawValue), \(entry.flags.words)")]
        for platform in SDKPlatform.allCases {
            guard let flags = details.platformFlags[platform] else { continue }
            facts.append(Fact("Flags, \(platform.rawValue)", "\(flags.rawValue), \(flags.words)"))
        }
        if let note = details.flagNote { facts.append(Fact("On the flags", note)) }
        if !entry.aliases.isEmpty { facts.append(Fact("Also spelt", entry.aliases.joined(separator: ", "))) }
        let sender =
            switch details.direction {
            case .both: "clients and server"
            case .fromClient: "clients"
            case .fromServer: "the server"
            case .local: "nobody: made by the SDK itself"
            }
        facts.append(Fact("Sent by", sender))
        if !details.envelope.isEmpty { facts.append(Fact("Envelope", details.envelope.joined(separator: ", "))) }
        facts.append(Fact("Learnt from", details.sources.joined(separator: ", ")))
        return facts
    }
}
