import LeanCloud
import WireFormat
import WireJSON
import WireProtobuf

// Session tokens, signatures and device tokens: fields whose names do not tell.
extension LeanCloudDecoder {
    /// Whether a command of the protobuf forms has a field that is secret.
    func holdsSecrets(_ event: borrowing Event) -> Bool {
        let tape = event.units.leanCloud.layout.tape
        for index in tape.nodes.indices where tape.nodes[index].field.isKnown {
            if LeanCloudSchema.secret(tape.nodes[index].field) != nil { return true }
        }
        return false
    }

    /// Shortens the secrets of a command's JSON, which a writer ends with.
    func maskSecrets(from start: Int, _ event: borrowing Event, in writer: inout ByteWriter) {
        let text = [UInt8](copying: writer.span.extracting(start..<writer.count))
        guard var value = try? JSONValue(parsing: text) else { return }
        Secrets.shorten(Self.secretNames(ofCommands: value), in: &value)
        // In the protobuf forms a body is a member of its own, and nothing holds a command to one body.
        if case .object(var members) = value {
            for index in members.indices {
                let command = Self.bodies[members[index].key.text]
                if let command { Secrets.shorten(Self.secretNames(of: command), in: &members[index].value) }
            }
            value = .object(members)
        }
        writer.truncate(to: start)
        writer.append(value.minified)
        Secrets.maskJSON(from: start, in: &writer, limits: limits.json)
    }

    /// The commands by the names of their bodies in protobuf's JSON mapping.
    private static let bodies = Dictionary(
        uniqueKeysWithValues: LeanCloudCommand.allCases.compactMap { command in
            command.name.map { ("\($0)Message", command) }
        }
    )

    /// The names of a command's secrets.
    private static func secretNames(of command: LeanCloudCommand) -> Set<String> {
        LeanCloudSchema.secretNames.filter { LeanCloudSchema.secret(member: $0, of: command) != nil }
    }

    /// The names of the secrets of a command in JSON; of one that is not known, or named twice, those of all.
    private static func secretNames(ofCommands value: JSONValue) -> Set<String> {
        let names = (value.members ?? []).filter { $0.key.text == "cmd" }
        guard names.count == 1, let command = names[0].value.string.flatMap(LeanCloudCommand.init(name:)) else {
            return LeanCloudSchema.secretNames
        }
        return secretNames(of: command)
    }

    /// Fields of a command that are hidden in its tree.
    func hiddenFields(_ event: borrowing Event, _ bytes: Span<UInt8>) -> HiddenFields {
        var hidden = HiddenFields()
        let layout = event.units.leanCloud.layout
        if event.units.leanCloud.isBroken || holdsSecrets(event) {
            // What says which command it is may be what is missing.
            hidden.names = LeanCloudSchema.secretNames
        } else if layout.form == .json, let value = try? layout.json.root(in: bytes).value() {
            hidden.names = Self.secretNames(ofCommands: value)
        }
        // Of base64 nothing is shown where a secret lies in it.
        if !hidden.names.isEmpty { hidden.names.insert("base64") }
        if event.units.leanCloud.isBroken || layout.form == .messagePack {
            hidden.names.formUnion(["base64", "messagePack", "undecoded"])
            hidden.hasUnknown = true
        }
        return hidden
    }

    /// Nobody knows where the secrets of a command lie that cannot be read.
    func shownUndecoded(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8] {
        Array(repeating: Secrets.hiddenByte, count: range.count)
    }
}
