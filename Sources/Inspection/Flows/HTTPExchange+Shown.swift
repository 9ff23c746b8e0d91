import Transport
import WireFormat
import WireJSON

// What may be shown of an exchange.
extension HTTPExchange {
    /// The path.
    func shownPath(showsSecrets: Bool) -> String {
        showsSecrets ? target.path : Secrets.masked(target.path)
    }

    /// The query's parameters in their order.
    func shownQuery(showsSecrets: Bool) -> [HTTPTarget.Parameter] {
        showsSecrets ? target.query : target.query.map { Secrets.masked($0) }
    }

    /// Appends the JSON of the answer's body, of exchanges that are known to have one; answers whether there is such.
    func appendReply(to writer: inout ByteWriter, showsSecrets: Bool, limits: Limits) -> Bool {
        guard case .exchange(showsReply: true)? = claim?.purpose, let range = replyRange else { return false }
        let start = writer.count
        do throws(WireError) {
            try writer.append(minifiedJSON: body.span, in: range, limits: limits.json)
            if !showsSecrets { Secrets.maskJSON(from: start, in: &writer, limits: limits.json) }
            return true
        } catch {
            writer.truncate(to: start)
            return false
        }
    }
}
