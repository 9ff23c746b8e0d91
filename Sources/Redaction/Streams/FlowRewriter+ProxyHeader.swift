import Capture
import Inspection
import Transport
import WireFormat

// The header of the PROXY protocol. Its addresses are replaced as those of packets are; the connection behind it is
// rewritten as one of its own.
extension FlowRewriter {
    /// Rewrites the header of a reverse proxy; returns whether the client's first bytes are one, or may become one.
    func passProxyHeader() throws(RedactionError) -> Bool {
        let asked = sides[client].waiting.array
        guard !mayJoin(client), asked.count <= context.limits.syncBytes else { return false }
        let fields = ProxyHeaderFields()
        switch ProxyHeader(asked.span, trace: fields) {
        case nil: return false
        case .unfinished?: break
        case .complete(_, let count)?:
            guard let header = rewrite(asked[..<count], fields) else {
                giveUp("a header of a reverse proxy whose addresses cannot be replaced")
                break
            }
            try replace(client, count, by: header)
            try advance()
        }
        return true
    }

    /// Returns a header with other addresses; `nil` if it has one that is no address.
    private func rewrite(_ bytes: ArraySlice<UInt8>, _ fields: ProxyHeaderFields) -> [UInt8]? {
        var made: [UInt8] = []
        var done = 0
        for field in fields.found {
            made += bytes[done..<field.range.lowerBound]
            done = field.range.upperBound
            let old = Array(bytes[field.range])
            switch field.kind {
            case .address: made += context.pseudonyms.addresses.replace(ip: old)
            case .text:
                guard let address = InternetAddress(String(decoding: old, as: UTF8.self)),
                    let new = InternetAddress(bytes: context.pseudonyms.addresses.replace(ip: address.bytes))
                else { return nil }
                made += Array(new.description.utf8)
            case .rest: made += Self.padding(old.count, isText: bytes.first == UInt8(ascii: "P"))
            }
        }
        return made + bytes[done...]
    }

    /// Returns bytes that say nothing: spaces in a line, in version 2 an element of the type for padding.
    private static func padding(_ count: Int, isText: Bool) -> [UInt8] {
        if isText { return [UInt8](repeating: UInt8(ascii: " "), count: count) }
        var bytes = [UInt8](repeating: 0, count: count)
        if count >= 3 {
            bytes[0] = 4
            bytes[1] = UInt8((count - 3) >> 8)
            bytes[2] = UInt8((count - 3) & 0xFF)
        }
        return bytes
    }
}

/// The parts of a header that are to be replaced.
private final class ProxyHeaderFields: FieldTrace {
    enum Kind {
        case address
        case text
        case rest
    }

    private(set) var found: [(range: Range<Int>, kind: Kind)] = []

    func integer(_ name: StaticString, _ value: Int64, _ range: Range<Int>) {}
    func opaque(_ name: StaticString, _ value: UInt64, _ range: Range<Int>) {}
    func text(_ name: StaticString, _ content: Range<Int>, prefix: Int) {}

    func bytes(_ name: StaticString, _ range: Range<Int>) {
        switch name.description {
        case "address": found.append((range, .address))
        case "text": found.append((range, .text))
        case "rest": found.append((range, .rest))
        default: break
        }
    }
}
