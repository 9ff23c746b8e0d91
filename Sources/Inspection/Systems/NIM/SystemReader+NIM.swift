package import NIM
package import WireFormat

extension SystemReader {
    /// Returns the scope whose tables name the numbers of a NIM packet; `nil` if the packets so far did not tell.
    package func scope(ofNIM packet: [UInt8], sender: FrameSender) -> NIMScope? {
        reading.event.reset(.frame, .nim, flow: .nobody, sender: sender)
        reading.event.transport = .websocket
        _ = reading.decoders.decode(text: packet, &session, &slots, into: &reading.event)
        return reading.event.units.nim.scope
    }
}
