package import WireJSON

/// What an adapter answers to `names.list`.
package enum AdapterNames {
    /// Why there is no list, as the end of a sentence that begins with "the adapter".
    package struct Failure: Error, Hashable, Sendable {
        /// What went wrong.
        package var reason: String
    }

    /// Starts an adapter and asks for its object names.
    ///
    /// - Parameters:
    ///   - command: the command line that starts it, for `/bin/sh`.
    ///   - timeout: seconds that the reply may take.
    ///   - startTimeout: seconds that the handshake may take.
    package static func list(
        _ command: String,
        timeout: Double = 5,
        startTimeout: Double = 30
    ) throws(Failure) -> JSONValue {
        let conversation: AdapterConversation
        do {
            conversation = try AdapterConversation(command: command)
        } catch {
            throw Failure(reason: "can not be started (error \(error.number))")
        }
        defer { conversation.kill() }
        let greeting = try ask(conversation, .hello, within: startTimeout)
        let about: AdapterGreeting
        do {
            about = try AdapterGreeting(greeting)
        } catch {
            throw Failure(reason: error.reason)
        }
        guard about.has("names.list") else { throw Failure(reason: "has no names.list") }
        let request = AdapterRequest(id: 2, operation: "names.list", input: [:])
        switch try ask(conversation, request, within: timeout) {
        case .value(let names): return names
        case .error(let name, let text): throw Failure(reason: "refused names.list: \(name) \(text)")
        case .unsupported: throw Failure(reason: "has no names.list")
        }
    }

    /// The names of this library.
    package static var ofLibrary: JSONValue {
        let request = AdapterRequest(id: 2, operation: "names.list", input: [:])
        guard case .value(let names) = LibraryAdapter(version: "").reply(to: request) else { return [] }
        return names
    }

    private static func ask(
        _ conversation: AdapterConversation,
        _ request: AdapterRequest,
        within seconds: Double
    ) throws(Failure) -> AdapterReply {
        conversation.send(request.line)
        let line: [UInt8]
        do {
            line = try conversation.line(within: seconds)
        } catch {
            switch error {
            case .ended(let how): throw Failure(reason: "\(how) before it answered \(request.operation)")
            case .late: throw Failure(reason: "did not answer \(request.operation) within \(Int(seconds)) s")
            case .tooLong: throw Failure(reason: "answered \(request.operation) with a line that is too long")
            }
        }
        do {
            return try AdapterReply(parsing: line, id: request.id)
        } catch {
            throw Failure(reason: error.reason)
        }
    }
}
