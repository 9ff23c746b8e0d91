import Capture

/// What connections of a port are taken for, whatever anybody else claims.
public struct DecodeAs: Sendable {
    /// The address, as an event writes it; `nil` for any.
    let address: String?
    /// The port of either end.
    let port: UInt16
    /// The system.
    let system: MessagingSystem

    /// Reads `tcp.port==P,SYSTEM` or `IP:PORT,SYSTEM`; `nil` for another text.
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
        // IPv6 stands in brackets, as in an event.
        self.address = String(
            address.hasPrefix("[") && address.hasSuffix("]") ? address.dropFirst().dropLast() : address
        )
    }

    /// Whether a connection is meant.
    func matches(_ flow: Flow) -> Bool {
        [flow.first, flow.second].contains { end in
            end.port == port && (address == nil || address == end.address.description)
        }
    }

    /// The names of the systems, for a message.
    public static var systemNames: [String] { MessagingSystem.allCases.map(\.name.description) }
}
