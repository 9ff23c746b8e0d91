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
    func maskSecrets(from start: Int, in writer: inout ByteWriter) {
        let text = [UInt8](copying: writer.span.extracting(start..<writer.count))
        writer.truncate(to: start)
        writer.reserve(text.count)
        let bytes = text.span
        let names = Self.secretNames(ofCommand: bytes)
        // In the protobuf forms a body is a member of its own, and nothing holds a command to one body.
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
        uniqueKeysWithValues: LeanCloudCommand.allCases.compactMap { command in
            command.name.map { ("\($0)Message", command) }
        }
    )

    /// The names of a command's secrets.
    private static func secretNames(of command: LeanCloudCommand) -> Set<String> {
        LeanCloudSchema.secretNames.filter { LeanCloudSchema.secret(member: $0, of: command) != nil }
    }

    /// The names of the secrets of a command in JSON; of one that is not known, or named twice, those of all.
    private static func secretNames(ofCommand bytes: Span<UInt8>) -> Set<String> {
        var name: String?
        var count = 0
        var steps = JSONSteps(bytes, in: 0..<bytes.count)
        while let (key, value) = steps.next() {
            // A key of three letters has six bytes for each at most.
            guard let key, key.count <= 3 * 6 + 2, JSONSteps.text(bytes, in: key) == "cmd" else { continue }
            name = JSONSteps.text(bytes, in: value)
            count += 1
        }
        guard count == 1, let command = name.flatMap(LeanCloudCommand.init(name:)) else {
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
        } else if layout.form == .json {
            hidden.names = Self.secretNames(ofCommand: bytes)
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
