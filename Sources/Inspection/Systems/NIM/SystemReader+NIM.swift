package import NIM
package import WireFormat

extension SystemReader {
    /// Whose table the numbers of a packet of NIM are; `nil` where the packets before did not tell.
    package func scope(ofNIM packet: [UInt8], sender: FrameSender) -> NIMScope? {
        reading.event.reset(.frame, .nim, flow: .nobody, sender: sender)
        reading.event.transport = .websocket
        _ = reading.decoders.decode(text: packet, &session, &slots, into: &reading.event)
        return reading.event.units.nim.scope
    }
}
