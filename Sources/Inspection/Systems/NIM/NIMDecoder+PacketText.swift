import NIM
import WireFormat
import WireJSON

// The packet itself, as text.
extension NIMDecoder {
    /// The packet where no other field tells all of it: one of the transport that says more than its type, a message that is
    /// none of NIM's, and one of NIM's of which something is odd.
    ///
    /// Bytes that are not UTF-8 show U+FFFD. Secrets are hidden, and what may be one because nobody knows its place.
    func shownText(_ event: borrowing Event) -> String? {
        guard let packet = event.units.nim.packet,
            packet.direction == nil ? !packet.isBare : event.units.nim.isOdd
        else { return nil }
        let bytes = packet.encoded()
        guard !showsSecrets else { return String(decoding: bytes, as: UTF8.self) }
        let data = packet.data ?? []
        let head = String(decoding: bytes.prefix(bytes.count - data.count), as: UTF8.self)
        // Where a colon is missing, JSON gets into the id or the endpoint.
        guard !head.contains("\"") else { return head.prefix(1) + "…" }
        return Secrets.masked(head) + shownData(data, of: packet, event.units.nim.scope)
    }

    private func shownData(_ data: [UInt8], of packet: NIMPacket, _ scope: NIMScope?) -> String {
        // A tree of it may take many times its bytes.
        guard data.count < limits.nim.largeBytes else { return "…" }
        guard let value = try? JSONValue(parsing: data) else {
            let text = String(decoding: data, as: UTF8.self)
            // JSON that breaks off may hold anything.
            return text.contains("\"") ? "…" : Secrets.masked(text)
        }
        var writer = ByteWriter()
        writer.append(Self.hiding(Self.secretKeys(of: packet, scope), in: value).minified)
        Secrets.maskJSON(from: 0, in: &writer, limits: limits.json)
        return String(decodingUTF8: writer.span)
    }

    /// The keys in a packet's bytes under which there may be a secret.
    private static func secretKeys(of packet: NIMPacket, _ scope: NIMScope?) -> Set<String> {
        // Of what is no packet of NIM, but may have been one.
        guard packet.direction != nil else { return NIMTags.secretKeys.union(["Q", "r"]) }
        let keys = packet.secretKeys(in: scope)
        // A value that is itself a secret stands in a list.
        return keys.contains("v") ? keys.union(["r", "body"]) : keys
    }

    /// A value with `…` under some keys, at any depth.
    private static func hiding(_ keys: Set<String>, in value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(members.map { JSONMember($0.key, keys.contains($0.key.text) ? "…" : hiding(keys, in: $0.value)) })
        case .array(let elements): .array(elements.map { hiding(keys, in: $0) })
        default: value
        }
    }
}
