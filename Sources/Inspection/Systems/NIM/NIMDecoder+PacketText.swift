import NIM
import WireFormat
import WireJSON

// The text of the packet itself.
extension NIMDecoder {
    /// Returns the packet's text if no other field shows all of it: for a transport packet with more than its type, a
    /// message that is not NIM's, and a NIM packet with an oddity.
    ///
    /// Bytes that are not UTF-8 show as U+FFFD. Secrets are hidden, and so are texts that may be secrets.
    func shownText(_ event: borrowing Event) -> String? {
        guard let packet = event.units.nim.packet,
            packet.direction == nil ? !packet.isBare : event.units.nim.isOdd
        else { return nil }
        let bytes = packet.encoded()
        guard !showsSecrets else { return String(decoding: bytes, as: UTF8.self) }
        let data = packet.data ?? []
        let head = String(decoding: bytes.prefix(bytes.count - data.count), as: UTF8.self)
        // If a colon is missing, the JSON is read as part of the id or the endpoint.
        guard !head.contains("\"") else { return head.prefix(1) + "…" }
        return Secrets.masked(head) + shownData(data, of: packet, event.units.nim.scope)
    }

    private func shownData(_ data: [UInt8], of packet: NIMPacket, _ scope: NIMScope?) -> String {
        // A tree of the data may take many times its bytes.
        guard data.count < limits.nim.largeBytes else { return "…" }
        guard let value = try? JSONValue(parsing: data) else {
            let text = String(decoding: data, as: UTF8.self)
            // Truncated JSON may hold any secret.
            return text.contains("\"") ? "…" : Secrets.masked(text)
        }
        var writer = ByteWriter()
        writer.append(Self.hiding(Self.secretKeys(of: packet, scope), in: value).minified)
        Secrets.maskJSON(from: 0, in: &writer, limits: limits.json)
        return String(decodingUTF8: writer.span)
    }

    /// Returns the keys in a packet's bytes that may hold a secret.
    private static func secretKeys(of packet: NIMPacket, _ scope: NIMScope?) -> Set<String> {
        // The packet is not NIM's, but may be a damaged one.
        guard packet.direction != nil else { return NIMTags.secretKeys.union(["Q", "r"]) }
        let keys = packet.secretKeys(in: scope)
        // A value that is a secret by itself is in a list.
        return keys.contains("v") ? keys.union(["r", "body"]) : keys
    }

    /// Returns a value with `…` under some keys, at any depth.
    private static func hiding(_ keys: Set<String>, in value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(members.map { JSONMember($0.key, keys.contains($0.key.text) ? "…" : hiding(keys, in: $0.value)) })
        case .array(let elements): .array(elements.map { hiding(keys, in: $0) })
        default: value
        }
    }
}
