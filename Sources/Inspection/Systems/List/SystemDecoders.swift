import WireFormat
import WireJSON
import WireProtobuf

/// One worker's decoders; a class, because they are passed along with every event.
final class SystemDecoders: Sendable {
    /// The depth to which the decoders read.
    let depth: DecodingDepth
    let rongCloud: RongCloudDecoder
    let leanCloud: LeanCloudDecoder
    let nim: NIMDecoder
    let yc: YCDecoder

    init(_ options: DecodingOptions) {
        depth = options.depth
        rongCloud = RongCloudDecoder(options)
        leanCloud = LeanCloudDecoder(options)
        nim = NIMDecoder(options)
        yc = YCDecoder(options)
    }

    /// Decodes a binary WebSocket message, or a frame of a stream.
    @inline(__always)
    func decode(
        binary message: Span<UInt8>,
        _ session: inout SystemSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) {
        switch session {
        case .none: break
        case .rongCloud(let box): rongCloud.decode(binary: message, &box.state, &slots, into: &event)
        case .leanCloud(let box): leanCloud.decode(binary: message, &box.state, &slots, into: &event)
        case .nim(let box): nim.decode(binary: message, &box.state, &slots, into: &event)
        case .yc(let box): yc.decode(binary: message, &box.state, &slots, into: &event)
        }
    }

    /// Decodes a text message in UTF-8; returns the bytes that the event's ranges refer to.
    func decode(
        text message: [UInt8],
        _ session: inout SystemSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) -> [UInt8] {
        switch session {
        case .none: message
        case .rongCloud(let box): rongCloud.decode(text: message, &box.state, &slots, into: &event)
        case .leanCloud(let box): leanCloud.decode(text: message, &box.state, &slots, into: &event)
        case .nim(let box): nim.decode(text: message, &box.state, &slots, into: &event)
        case .yc(let box): yc.decode(text: message, &box.state, &slots, into: &event)
        }
    }

    /// Decodes the beginning of a binary message that is cut off.
    func decode(cut message: Span<UInt8>, into event: inout Event) {
        switch event.system {
        case .rongCloud: rongCloud.decode(cut: message, into: &event)
        case .leanCloud: leanCloud.decode(cut: message, into: &event)
        case .nim: nim.decode(cut: message, into: &event)
        case .yc: yc.decode(cut: message, into: &event)
        }
    }

    /// Decodes the parts of an event that were left out at first.
    func deepen(to wanted: DecodingDepth, _ bytes: Span<UInt8>, _ event: inout Event) {
        switch event.system {
        case .rongCloud: rongCloud.deepen(to: wanted, bytes, &event)
        case .leanCloud: leanCloud.deepen(to: wanted, bytes, &event)
        case .nim: nim.deepen(to: wanted, bytes, &event)
        case .yc: yc.deepen(to: wanted, bytes, &event)
        }
    }

    /// Passes the members of the frame object to a sink.
    @inline(__always)
    func describeFrame<Sink: FieldSink & ~Copyable>(_ event: inout Event, _ bytes: Span<UInt8>, to sink: inout Sink) {
        switch event.system {
        case .rongCloud: rongCloud.describeFrame(&event, bytes, to: &sink)
        case .leanCloud: leanCloud.describeFrame(&event, bytes, to: &sink)
        case .nim: nim.describeFrame(&event, bytes, to: &sink)
        case .yc: yc.describeFrame(&event, bytes, to: &sink)
        }
    }

    /// Returns the topic of the request that an event answers.
    func replyTopic(_ topic: Int, of system: MessagingSystem) -> String {
        switch system {
        case .rongCloud: rongCloud.replyTopic(topic)
        case .leanCloud: leanCloud.replyTopic(topic)
        case .nim: nim.replyTopic(topic)
        case .yc: yc.replyTopic(topic)
        }
    }

    /// Passes the fields of the chat messages to a sink.
    @inline(__always)
    func describeMessages<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        switch event.system {
        case .rongCloud: rongCloud.describeMessages(&event, bytes, to: &sink)
        case .leanCloud: leanCloud.describeMessages(&event, bytes, to: &sink)
        case .nim: nim.describeMessages(&event, bytes, to: &sink)
        case .yc: yc.describeMessages(&event, bytes, to: &sink)
        }
    }

    /// Appends the members `payload` and `messages` of an event, if there are any.
    @inline(__always)
    func appendPayload(of event: inout Event, _ bytes: Span<UInt8>, to line: inout JSONFieldSink) {
        switch event.system {
        case .rongCloud: line.appendPayload(of: &event, bytes, rongCloud)
        case .leanCloud: line.appendPayload(of: &event, bytes, leanCloud)
        case .nim: line.appendPayload(of: &event, bytes, nim)
        case .yc: line.appendPayload(of: &event, bytes, yc)
        }
    }

    /// Appends the members of the payload; returns whether there is a payload.
    func appendPayload(_ event: inout Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) -> Bool {
        switch event.system {
        case .rongCloud: rongCloud.appendPayload(&event, bytes, to: &writer)
        case .leanCloud: leanCloud.appendPayload(&event, bytes, to: &writer)
        case .nim: nim.appendPayload(&event, bytes, to: &writer)
        case .yc: yc.appendPayload(&event, bytes, to: &writer)
        }
    }

    /// Describes a payload whose fields can be read one by one from its tape; returns `false` for any other payload.
    @inline(__always)
    func describePlainPayload(_ event: inout Event, to sink: inout EventRecordSink) -> Bool {
        switch event.system {
        case .rongCloud: rongCloud.describePlainPayload(&event, to: &sink)
        case .leanCloud: leanCloud.describePlainPayload(&event, to: &sink)
        case .nim: nim.describePlainPayload(&event, to: &sink)
        case .yc: yc.describePlainPayload(&event, to: &sink)
        }
    }

    /// Exchanges the tapes of the content and the payload, if these are marked as being on them.
    @inline(__always)
    func exchangeTapes(of event: inout Event, _ content: inout JSONTape, _ payload: inout ProtobufTape) {
        switch event.system {
        case .rongCloud: rongCloud.exchangeTapes(of: &event, &content, &payload)
        case .leanCloud: leanCloud.exchangeTapes(of: &event, &content, &payload)
        case .nim: nim.exchangeTapes(of: &event, &content, &payload)
        case .yc: yc.exchangeTapes(of: &event, &content, &payload)
        }
    }

    /// Whether the unit only keeps the connection alive.
    @inline(__always)
    func isPing(_ event: borrowing Event) -> Bool {
        switch event.system {
        case .rongCloud: rongCloud.isPing(event)
        case .leanCloud: leanCloud.isPing(event)
        case .nim: nim.isPing(event)
        case .yc: yc.isPing(event)
        }
    }

    /// Returns the result that the unit carries.
    @inline(__always)
    func status(_ event: borrowing Event, _ bytes: Span<UInt8>) -> UnitStatus? {
        switch event.system {
        case .rongCloud: rongCloud.status(event, bytes)
        case .leanCloud: leanCloud.status(event, bytes)
        case .nim: nim.status(event, bytes)
        case .yc: yc.status(event, bytes)
        }
    }

    /// Returns the kind of request that an answer belongs to.
    @inline(__always)
    func replyKind(_ event: borrowing Event) -> ReplyKind? {
        switch event.system {
        case .rongCloud: rongCloud.replyKind(event)
        case .leanCloud: leanCloud.replyKind(event)
        case .nim: nim.replyKind(event)
        case .yc: yc.replyKind(event)
        }
    }

    /// Returns the unit's step in the delivery of messages.
    @inline(__always)
    func deliveryStep(_ event: borrowing Event, _ bytes: Span<UInt8>) -> DeliveryStep? {
        switch event.system {
        case .rongCloud: rongCloud.deliveryStep(event, bytes)
        case .leanCloud: leanCloud.deliveryStep(event, bytes)
        case .nim: nim.deliveryStep(event, bytes)
        case .yc: yc.deliveryStep(event, bytes)
        }
    }

    /// Returns the number of chat messages in the event.
    func messageCount(_ event: borrowing Event) -> Int {
        switch event.system {
        case .rongCloud: rongCloud.messageCount(event)
        case .leanCloud: leanCloud.messageCount(event)
        case .nim: nim.messageCount(event)
        case .yc: yc.messageCount(event)
        }
    }

    /// Fills the columns of a frame's line of text.
    func summarize(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary) {
        switch event.system {
        case .rongCloud: rongCloud.summarize(event, bytes, into: &summary)
        case .leanCloud: leanCloud.summarize(event, bytes, into: &summary)
        case .nim: nim.summarize(event, bytes, into: &summary)
        case .yc: yc.summarize(event, bytes, into: &summary)
        }
    }

    /// Returns the tree of a frame's fields.
    func tree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        switch event.system {
        case .rongCloud: rongCloud.tree(of: event, bytes)
        case .leanCloud: leanCloud.tree(of: event, bytes)
        case .nim: nim.tree(of: event, bytes)
        case .yc: yc.tree(of: event, bytes)
        }
    }

    /// Returns the tree without its fields, if these can be added one after the other.
    func emptyTree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree? {
        switch event.system {
        case .rongCloud: rongCloud.emptyTree(of: event, bytes)
        case .leanCloud: leanCloud.emptyTree(of: event, bytes)
        case .nim: nim.emptyTree(of: event, bytes)
        case .yc: yc.emptyTree(of: event, bytes)
        }
    }

    /// Adds the fields of a frame to the fields of its tree.
    func addFields(of event: borrowing Event, _ bytes: Span<UInt8>, to fields: FieldTree) {
        switch event.system {
        case .rongCloud: rongCloud.addFields(of: event, bytes, to: fields)
        case .leanCloud: leanCloud.addFields(of: event, bytes, to: fields)
        case .nim: nim.addFields(of: event, bytes, to: fields)
        case .yc: yc.addFields(of: event, bytes, to: fields)
        }
    }

    /// Returns an undecoded part of the unit as it may be shown.
    func shownUndecoded(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8] {
        switch event.system {
        case .rongCloud: rongCloud.shownUndecoded(range, bytes, event)
        case .leanCloud: leanCloud.shownUndecoded(range, bytes, event)
        case .nim: nim.shownUndecoded(range, bytes, event)
        case .yc: yc.shownUndecoded(range, bytes, event)
        }
    }
}
