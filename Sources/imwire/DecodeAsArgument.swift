import ArgumentParser
import Inspection

/// The argument of `-d`: a system for a port.
struct DecodeAsArgument: Sendable {
    /// The argument as it was given.
    let text: String
    let rule: DecodeAs

    /// Reads `tcp.port==443,leancloud` or `10.0.0.1:443,leancloud`.
    @Sendable
    init(_ text: String) throws {
        guard let rule = DecodeAs(text) else {
            let names = DecodeAs.systemNames.joined(separator: ", ")
            throw ValidationError("-d needs tcp.port==PORT,SYSTEM or IP:PORT,SYSTEM, where SYSTEM is one of \(names)")
        }
        self.text = text
        self.rule = rule
    }
}
