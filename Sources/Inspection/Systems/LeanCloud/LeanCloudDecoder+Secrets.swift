import LeanCloud
import WireFormat
import WireJSON
import WireProtobuf

// Session tokens, signatures and device tokens: fields whose names do not tell.
extension LeanCloudDecoder {
    /// The names that secrets have in some command.
    private static let names = ["st", "s", "n", "deviceToken", "data"]

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
        for name in Self.secretNames(of: event.units.leanCloud.layout.header.cmd) {
            if let secret = value[name] { value[name] = Self.shortened(secret) }
        }
        // In the protobuf forms the body is a member of its own, and nothing holds a command to one body.
        for command in LeanCloudCommand.allCases {
            let member = "\(command.name ?? "")Message"
            guard var body = value[member] else { continue }
            for name in Self.secretNames(of: command) {
                if let secret = body[name] { body[name] = Self.shortened(secret) }
            }
            value[member] = body
        }
        writer.truncate(to: start)
        writer.append(value.minified)
        Secrets.maskJSON(from: start, in: &writer, limits: limits)
    }

    /// The names of a command's secrets; of a command that is not known, those of all.
    private static func secretNames(of command: LeanCloudCommand?) -> [String] {
        guard let command else { return names }
        return names.filter { LeanCloudSchema.secret(member: $0, of: command) != nil }
    }

    private static func shortened(_ value: JSONValue) -> JSONValue {
        JSONValue(value.string.map(Secrets.shortened) ?? "…")
    }

    /// Fields of a command that are hidden in its tree.
    func hiddenFields(_ event: borrowing Event) -> HiddenFields {
        var hidden = HiddenFields()
        if event.units.leanCloud.isBroken || holdsSecrets(event) {
            // What says which command it is may be what is missing.
            hidden.names.formUnion(Self.names)
        } else if event.units.leanCloud.layout.form == .json {
            hidden.names.formUnion(Self.secretNames(of: event.units.leanCloud.layout.header.cmd))
        }
        // Of base64 nothing is shown where a secret lies in it.
        if !hidden.names.isEmpty { hidden.names.insert("base64") }
        if event.units.leanCloud.isBroken || event.units.leanCloud.layout.form == .messagePack {
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
