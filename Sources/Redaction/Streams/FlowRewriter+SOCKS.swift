import Capture
import Inspection
import Transport
import WireFormat

// The handshake with a SOCKS proxy. Its names, passwords and addresses are replaced; the connection behind it is
// rewritten as one of its own.
extension FlowRewriter {
    /// Rewrites the handshake with a SOCKS proxy; returns whether the first bytes are one, or may become one.
    func passProxy() throws(RedactionError) -> Bool {
        let waiting = sides.first.waiting.count + sides.second.waiting.count
        guard !mayJoin(client), !mayJoin(server), waiting <= context.limits.syncBytes else { return false }
        let (asked, answered) = (sides[client].waiting.array, sides[server].waiting.array)
        let names = (client: SOCKSNames(), server: SOCKSNames())
        switch SOCKSHandshake(client: asked.span, server: answered.span, traces: names) {
        case nil: return false
        case .unfinished?: break
        case .refused?: giveUp("a SOCKS proxy that did not connect")
        case .connected(_, let clientCount, let serverCount)?:
            guard let request = rewrite(asked[..<clientCount], names.client),
                let reply = rewrite(answered[..<serverCount], names.server)
            else {
                giveUp("a name for a SOCKS proxy that cannot be replaced")
                break
            }
            try replace(client, clientCount, by: request)
            try replace(server, serverCount, by: reply)
            try advance()
        }
        return true
    }

    /// Returns one end's part of a handshake with other names; `nil` if a new name is too long.
    private func rewrite(_ bytes: ArraySlice<UInt8>, _ names: SOCKSNames) -> [UInt8]? {
        var made: [UInt8] = []
        var done = 0
        for name in names.found {
            made += bytes[done..<name.range.lowerBound]
            done = name.range.upperBound
            let old = Array(bytes[name.range])
            guard !name.isAddress else {
                // In version 4a, an address that begins with zeros stands for a name.
                made += old.starts(with: [0, 0, 0]) ? old : context.pseudonyms.addresses.replace(ip: old)
                continue
            }
            let new = Array(context.pseudonyms.text(String(decoding: old, as: UTF8.self)).utf8)
            guard let length = UInt8(exactly: new.count) else { return nil }
            // Version 5 has the length before a name, version 4 a zero after it.
            if bytes.first == 5 { made[made.count - 1] = length }
            made += new
        }
        return made + bytes[done...]
    }
}

/// The names in one end's part of a handshake with a SOCKS proxy.
private final class SOCKSNames: FieldTrace {
    private(set) var found: [(range: Range<Int>, isAddress: Bool)] = []

    func integer(_ name: StaticString, _ value: Int64, _ range: Range<Int>) {}
    func opaque(_ name: StaticString, _ value: UInt64, _ range: Range<Int>) {}
    func text(_ name: StaticString, _ content: Range<Int>, prefix: Int) {}

    func bytes(_ name: StaticString, _ range: Range<Int>) {
        // The methods of version 5 name nobody.
        if name.description != "methods" { found.append((range, name.description == "address")) }
    }
}
