import Transport
import WireFormat
import WireJSON

// The parts of an exchange that may be shown.
extension HTTPExchange {
    /// Returns the path, with secrets shortened unless `showsSecrets` is on.
    func shownPath(showsSecrets: Bool) -> String {
        showsSecrets ? target.path : Secrets.masked(target.path)
    }

    /// Returns the parameters of the query in their order, with secrets shortened unless `showsSecrets` is on.
    func shownQuery(showsSecrets: Bool) -> [HTTPTarget.Parameter] {
        showsSecrets ? target.query : target.query.map { Secrets.masked($0) }
    }

    /// Appends the JSON of the answer's body, for exchanges that are known to have one; returns whether there is any.
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
