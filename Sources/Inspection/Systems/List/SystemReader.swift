package import NIM
package import RongCloud
import Transport
package import WireFormat
package import WireProtobuf

/// Reads the units of one connection as the inspector does, for those who bring the units themselves.
package final class SystemReader {
    /// Whose units they are.
    package let system: MessagingSystem
    private let decoders: SystemDecoders
    private var session: SystemSession
    private var slots = SlotPool()
    private var event = Event(flow: .nobody)

    /// - Parameter target: of the request with which the connection begins, where it was seen.
    package init(
        _ system: MessagingSystem,
        begunBy target: String?,
        isUpgrade: Bool = false,
        subprotocol: String? = nil,
        limits: Limits = Limits()
    ) {
        self.system = system
        var options = DecodingOptions()
        options.limits = limits
        options.showsSecrets = true
        options.depth = .payload
        decoders = SystemDecoders(options)
        let head = target.map { RequestHead(target: HTTPTarget($0), isUpgrade: isUpgrade, subprotocol: subprotocol) }
        session = system.session(begunBy: head)
    }

    /// What the data of a RongCloud frame is; `.none` where that is not known.
    ///
    /// - Parameter frame: a WebSocket message, or a frame of the TCP form in the clear with its envelope.
    package func payload(ofRongCloud frame: [UInt8], form: FrameForm, sender: FrameSender) -> MessageIndex {
        event.reset(.frame, .rongCloud, flow: .nobody, sender: sender)
        event.transport = form == .tcp ? .tcp : .websocket
        decoders.decode(binary: frame.span, &session, &slots, into: &event)
        guard event.undecoded == nil else { return .none }
        return event.units.rongCloud.payload
    }

    /// Whose table the numbers of a packet of NIM are; `nil` where the packets before did not tell.
    package func scope(ofNIM packet: [UInt8], sender: FrameSender) -> NIMScope? {
        event.reset(.frame, .nim, flow: .nobody, sender: sender)
        event.transport = .websocket
        _ = decoders.decode(text: packet, &session, &slots, into: &event)
        return event.units.nim.scope
    }
}
