import Transport
import WireFormat
import WireJSON

extension Event {
    /// Passes the frame fields of a hole, an exchange or undecoded bytes to a sink.
    ///
    /// It replaces ``SystemDecoders/describeFrame(_:_:to:)`` for units that are no frames; lines of JSON, filters and
    /// columns all use this one description.
    @inline(never)
    borrowing func describeOtherUnit<Sink: FieldSink & ~Copyable>(_ view: EventRendition, to sink: inout Sink) {
        switch kind {
        case .frame: break
        case .gap(let offset, let length):
            sink.word(.type, "GAP")
            sink.number(.offset, Int64(offset))
            sink.number(.length, Int64(length))
        case .http(let exchange): exchange.describe(view, to: &sink)
        case .undecoded: sink.word(.type, "UNDECODED")
        }
    }
}

extension HTTPExchange {
    /// Passes the members of the exchange's frame object to a sink.
    fileprivate func describe<Sink: FieldSink & ~Copyable>(_ view: EventRendition, to sink: inout Sink) {
        sink.word(.type, "HTTP")
        if !method.isEmpty {
            sink.text(.method, method)
            sink.text(.path, shownPath(showsSecrets: view.showsSecrets))
            sink.json(.query) { appendQuery(to: &$0, showsSecrets: view.showsSecrets) }
        }
        if let status { sink.number(.status, Int64(status)) }
        guard sink.wants(.reply) else { return }
        var reply = ByteWriter()
        guard appendReply(to: &reply, showsSecrets: view.showsSecrets, limits: view.limits) else { return }
        sink.json(.reply) { $0.append(reply.span) }
    }

    /// Appends the query as an object whose members are the parameters in their order, each name once.
    private func appendQuery(to writer: inout ByteWriter, showsSecrets: Bool) {
        writer.append(UInt8(ascii: "{"))
        for (index, parameter) in shownQuery(showsSecrets: showsSecrets).lastOfEachName.enumerated() {
            if index > 0 { writer.append(UInt8(ascii: ",")) }
            writer.append(jsonString: parameter.name)
            writer.append(UInt8(ascii: ":"))
            writer.append(jsonString: parameter.value)
        }
        writer.append(UInt8(ascii: "}"))
    }
}

extension FieldKey {
    fileprivate static var offset: FieldKey { FieldKey(",\"offset\":") }
    fileprivate static var length: FieldKey { FieldKey(",\"length\":") }
    fileprivate static var method: FieldKey { FieldKey(",\"method\":") }
    fileprivate static var path: FieldKey { FieldKey(",\"path\":") }
    fileprivate static var query: FieldKey { FieldKey(",\"query\":") }
    fileprivate static var reply: FieldKey { FieldKey(",\"reply\":") }
}
