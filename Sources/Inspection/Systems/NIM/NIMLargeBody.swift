import NIM
import WireFormat
import WireJSON

/// Writes the body of a large packet from its bytes, value by value, without building a tree.
///
/// The output is the same as for a smaller packet: the values by their names, tags resolved, secrets shortened.
struct NIMLargeBody {
    private let packet: NIMPacket
    private let scope: NIMScope?
    private let showsSecrets: Bool
    private let limits: JSONLimits

    init(_ packet: NIMPacket, _ scope: NIMScope?, showsSecrets: Bool, _ limits: JSONLimits) {
        self.packet = packet
        self.scope = scope
        self.showsSecrets = showsSecrets
        self.limits = limits
    }

    func append(to writer: inout ByteWriter) {
        guard let data = packet.data else { return }
        let bytes = data.span
        let kind = packet.command(in: scope)?.scope ?? .im
        // A writer that grows is in memory twice.
        writer.reserve(data.count)
        writer.append(UInt8(ascii: "{"))
        packet.forEachValue(in: scope) { position, place, value in
            if position > 0 { writer.append(UInt8(ascii: ",")) }
            let name = value?.name ?? "[\(position)]"
            writer.append(jsonString: name)
            writer.append(UInt8(ascii: ":"))
            let isSecret = !showsSecrets && Secrets.isSecret(name)
            if !showsSecrets, value?.isSecret == true {
                appendShortened(bytes, place, to: &writer)
            } else if let entity = value?.entity {
                append(bytes, place, of: entity, kind, isSecret: isSecret, to: &writer)
            } else {
                append(bytes, place, isSecret: isSecret, to: &writer)
            }
        }
        writer.append(UInt8(ascii: "}"))
    }

    /// Appends a value that has tags, or a list of such values.
    private func append(
        _ bytes: Span<UInt8>,
        _ place: Range<Int>,
        of entity: String,
        _ kind: NIMScope,
        isSecret: Bool,
        to writer: inout ByteWriter
    ) {
        let isList = JSONSteps.isArray(bytes, in: place)
        if isList { writer.append(UInt8(ascii: "[")) }
        NIMPacket.forEachObject(bytes, in: place) { position, place in
            if let position, position > 0 { writer.append(UInt8(ascii: ",")) }
            guard JSONSteps.isObject(bytes, in: place) else {
                return append(bytes, place, isSecret: isSecret, to: &writer)
            }
            writer.append(UInt8(ascii: "{"))
            var isFirst = true
            var steps = JSONSteps(bytes, in: place)
            while let (key, value) = steps.next() {
                guard let key else { break }
                if !isFirst { writer.append(UInt8(ascii: ",")) }
                isFirst = false
                let found = NIMPacket.tag(bytes, key: key, entity, kind)
                let shown = showsSecrets ? found.name : Secrets.masked(found.name)
                if found.isRenamed || shown != found.name {
                    writer.append(jsonString: shown)
                } else {
                    writer.append(bytes.extracting(key))
                }
                writer.append(UInt8(ascii: ":"))
                if !showsSecrets, found.tag?.secret != nil {
                    appendShortened(bytes, value, to: &writer)
                } else {
                    let isSecret = isSecret || !showsSecrets && Secrets.isSecret(found.name)
                    append(bytes, value, isSecret: isSecret, to: &writer)
                }
            }
            writer.append(UInt8(ascii: "}"))
        }
        if isList { writer.append(UInt8(ascii: "]")) }
    }

    private func appendShortened(_ bytes: Span<UInt8>, _ place: Range<Int>, to writer: inout ByteWriter) {
        let text = JSONSteps.text(bytes, in: place).map { Secrets.masked(Secrets.shortened($0)) }
        writer.append(jsonString: text ?? "…")
    }

    /// Appends a value as it is, without white space and secrets.
    private func append(_ bytes: Span<UInt8>, _ place: Range<Int>, isSecret: Bool, to writer: inout ByteWriter) {
        if showsSecrets {
            try? writer.append(minifiedJSON: bytes, in: place, limits: limits)
        } else {
            try? Secrets.append(maskedJSON: bytes, in: place, isSecret: isSecret, limits: limits, to: &writer)
        }
    }
}
