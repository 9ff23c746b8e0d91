/// Ignores all events: the rows of `imwire flows` are made of what the connections themselves report.
///
/// Events are decoded nevertheless, since their diagnostics are counted.
struct FlowsConsumer: EventConsumer {
    var depth: DecodingDepth { .payload }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {}
}
