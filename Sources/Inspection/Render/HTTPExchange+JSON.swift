import Transport
import WireFormat
import WireJSON

extension HTTPExchange {
    /// Appends the members of the frame object of an exchange.
    func appendMembers(to writer: inout ByteWriter, showsSecrets: Bool, limits: Limits) {
        writer.append("\"type\":\"HTTP\"")
        if !method.isEmpty {
            writer.append(",\"method\":")
            writer.append(jsonString: method)
            writer.append(",\"path\":")
            writer.append(jsonString: shownPath(showsSecrets: showsSecrets))
            writer.append(",\"query\":{")
            for (index, parameter) in shownQuery(showsSecrets: showsSecrets).enumerated() {
                if index > 0 { writer.append(UInt8(ascii: ",")) }
                writer.append(jsonString: parameter.name)
                writer.append(UInt8(ascii: ":"))
                writer.append(jsonString: parameter.value)
            }
            writer.append(UInt8(ascii: "}"))
        }
        if let status {
            writer.append(",\"status\":")
            writer.append(decimal: status)
        }
        let mark = writer.count
        writer.append(",\"reply\":")
        if !appendReply(to: &writer, showsSecrets: showsSecrets, limits: limits) { writer.truncate(to: mark) }
    }
}
