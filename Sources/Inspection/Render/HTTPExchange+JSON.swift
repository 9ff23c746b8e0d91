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
            writer.append(jsonString: showsSecrets ? target.path : Secrets.masked(target.path))
            writer.append(",\"query\":{")
            for (index, parameter) in target.query.enumerated() {
                if index > 0 { writer.append(UInt8(ascii: ",")) }
                let shown = showsSecrets ? parameter : Secrets.masked(parameter)
                writer.append(jsonString: shown.name)
                writer.append(UInt8(ascii: ":"))
                writer.append(jsonString: shown.value)
            }
            writer.append(UInt8(ascii: "}"))
        }
        if let status {
            writer.append(",\"status\":")
            writer.append(decimal: status)
        }
        if case .exchange(showsReply: true)? = claim?.purpose, let range = replyRange {
            let mark = writer.count
            writer.append(",\"reply\":")
            do throws(WireError) {
                let start = writer.count
                try writer.append(minifiedJSON: body.span, in: range, limits: limits)
                if !showsSecrets { Secrets.maskJSON(from: start, in: &writer, limits: limits) }
            } catch {
                writer.truncate(to: mark)
            }
        }
    }
}
