package import NIM
package import WireFormat

extension SystemReader {
    /// Whose table the numbers of a packet of NIM are; `nil` where the packets before did not tell.
    package func scope(ofNIM packet: [UInt8], sender: FrameSender) -> NIMScope? {
        event.reset(.frame, .nim, flow: .nobody, sender: sender)
        event.transport = .websocket
        _ = decoders.decode(text: packet, &session, &slots, into: &event)
        return event.units.nim.scope
    }
}
