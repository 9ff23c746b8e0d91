import Capture

/// A rule that connections of a port belong to a system, whatever the systems claim.
public struct DecodeAs: Hashable, Sendable {
    /// The address; `nil` for any.
    private(set) var address: InternetAddress?
    /// The port of either end.
    let port: UInt16
    let system: MessagingSystem

    /// Makes a rule for all connections with a port at either end.
    public init(port: UInt16, system: MessagingSystem) {
        self.port = port
        self.system = system
    }

    /// Parses `tcp.port==P,SYSTEM` or `IP:PORT,SYSTEM`; returns `nil` for another text.
    public init?(_ text: String) {
        guard let comma = text.lastIndex(of: ","),
            let system = MessagingSystem(name: String(text[text.index(after: comma)...]))
        else { return nil }
        self.system = system
        let place = text[..<comma]
        if let sign = place.firstRange(of: "==") {
            guard place[..<sign.lowerBound] == "tcp.port", let port = UInt16(place[sign.upperBound...]) else {
                return nil
            }
            address = nil
            self.port = port
            return
        }
        guard let colon = place.lastIndex(of: ":"), let port = UInt16(place[place.index(after: colon)...]) else {
            return nil
        }
        self.port = port
        let address = place[..<colon]
        // An IPv6 address is in brackets, as in an event.
        let isBracketed = address.hasPrefix("[") && address.hasSuffix("]")
        guard let read = InternetAddress(String(isBracketed ? address.dropFirst().dropLast() : address)) else {
            return nil
        }
        self.address = read
    }

    /// Returns the rule for a capture in which addresses were replaced.
    ///
    /// - Parameter newAddress: returns the replacement of an address of 4 or 16 bytes.
    package func replacingAddress(_ newAddress: ([UInt8]) -> [UInt8]) -> DecodeAs {
        var rule = self
        rule.address = address.flatMap { InternetAddress(bytes: newAddress($0.bytes)) }
        return rule
    }

    /// Whether the rule applies to a connection.
    func matches(_ flow: Flow) -> Bool {
        [flow.first, flow.second].contains { end in
            end.port == port && (address == nil || address == end.address)
        }
    }

    /// The names of all systems, for messages and help texts.
    package static var systemNames: [String] { MessagingSystem.allCases.map(\.name.description) }
}
