import LeanCloud
import WireFormat
import WireJSON
import WireProtobuf

// Session tokens, signatures and device tokens: secrets in fields whose names do not tell.
extension LeanCloudDecoder {
    /// Whether a command of the protobuf forms has a field that is secret.
    func holdsSecrets(_ event: borrowing Event) -> Bool {
        let tape = event.units.leanCloud.layout.tape
        for index in tape.nodes.indices where tape.nodes[index].field.isKnown {
            if LeanCloudSchema.secret(tape.nodes[index].field) != nil { return true }
        }
        return false
    }

    /// Shortens the secrets of a command's JSON at the end of a writer.
    func maskSecrets(from start: Int, in writer: inout ByteWriter) {
        let text = [UInt8](copying: writer.span.extracting(start..<writer.count))
        writer.truncate(to: start)
        writer.reserve(text.count)
        let bytes = text.span
        let names = Self.secretNames(ofCommand: bytes)
        // In the protobuf forms, each body is a member, and a command may have several bodies.
        appendMasked(bytes, in: 0..<text.count, names, bodies: Self.bodies, to: &writer)
    }

    /// Appends an object without its secrets.
    ///
    /// - Parameters:
    ///   - names: the members that are secret.
    ///   - bodies: the members that are bodies, with their commands.
    private func appendMasked(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        _ names: Set<String>,
        bodies: [String: LeanCloudCommand],
        to writer: inout ByteWriter
    ) {
        writer.append(UInt8(ascii: "{"))
        var isFirst = true
        var steps = JSONSteps(bytes, in: range)
        while let (key, value) = steps.next() {
            guard let key, let name = JSONSteps.text(bytes, in: key) else { break }
            if !isFirst { writer.append(UInt8(ascii: ",")) }
            isFirst = false
            let shown = Secrets.masked(name)
            if shown == name { writer.append(bytes.extracting(key)) } else { writer.append(jsonString: shown) }
            writer.append(UInt8(ascii: ":"))
            if names.contains(name) {
                let text = JSONSteps.text(bytes, in: value).map { Secrets.masked(Secrets.shortened($0)) }
                writer.append(jsonString: text ?? "…")
            } else if let command = bodies[name], JSONSteps.isObject(bytes, in: value) {
                appendMasked(bytes, in: value, Self.secretNames(of: command), bodies: [:], to: &writer)
            } else {
                let isSecret = Secrets.isSecret(name)
                try? Secrets.append(
                    maskedJSON: bytes,
                    in: value,
                    isSecret: isSecret,
                    limits: limits.json,
                    to: &writer
                )
            }
        }
        writer.append(UInt8(ascii: "}"))
    }

    /// The commands by the names of their bodies in protobuf's JSON mapping.
    private static let bodies = Dictionary(
        uniqueKeysWithValues: LeanCloudCommand.known.compactMap { command in
            command.name.map { ("\($0)Message", command) }
        }
    )

    /// Returns the names of a command's secrets.
    private static func secretNames(of command: LeanCloudCommand) -> Set<String> {
        LeanCloudSchema.secretNames.filter { LeanCloudSchema.secret(member: $0, of: command) != nil }
    }

    /// Returns the names of the secrets of a command in JSON; those of all commands if the command is unknown or named
    /// twice.
    private static func secretNames(ofCommand bytes: Span<UInt8>) -> Set<String> {
        var name: String?
        var count = 0
        var steps = JSONSteps(bytes, in: 0..<bytes.count)
        while let (key, value) = steps.next() {
            // A key of three letters has at most six bytes per letter, and two quotes.
            guard let key, key.count <= 3 * 6 + 2, JSONSteps.text(bytes, in: key) == "cmd" else { continue }
            name = JSONSteps.text(bytes, in: value)
            count += 1
        }
        guard count == 1, let command = name.flatMap(LeanCloudCommand.init(name:)) else {
            return LeanCloudSchema.secretNames
        }
        return secretNames(of: command)
    }

    /// Returns the fields of a command that are hidden in its tree.
    func hiddenFields(_ event: borrowing Event, _ bytes: Span<UInt8>) -> HiddenFields {
        var hidden = HiddenFields()
        let layout = event.units.leanCloud.layout
        if event.units.leanCloud.isBroken || holdsSecrets(event) {
            // A broken command may lack the part that tells which command it is.
            hidden.names = LeanCloudSchema.secretNames
        } else if layout.form == .json {
            hidden.names = Self.secretNames(ofCommand: bytes)
        }
        // Base64 that holds a secret is hidden as a whole.
        if !hidden.names.isEmpty { hidden.names.insert("base64") }
        if event.units.leanCloud.isBroken || layout.form == .messagePack {
            hidden.names.formUnion(["base64", "messagePack", "undecoded"])
            hidden.hasUnknown = true
        }
        return hidden
    }

    /// Hides all bytes, because the places of secrets in an unreadable command are not known.
    func shownUndecoded(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8] {
        Array(repeating: Secrets.hiddenByte, count: range.count)
    }
}
