package import WireJSON

/// The answer of an adapter to `names.list`.
package enum AdapterNames {
    /// The reason why there is no list, as the end of a sentence that begins with "the adapter".
    package struct Failure: Error, Hashable, Sendable {
        /// The reason.
        package var reason: String
    }

    /// Starts an adapter and asks for its object names.
    ///
    /// - Parameters:
    ///   - command: the command line that starts the adapter, for `/bin/sh`.
    ///   - timeout: the time limit for the reply in seconds.
    ///   - startTimeout: the time limit for the handshake in seconds.
    package static func list(
        _ command: String,
        timeout: Double = 5,
        startTimeout: Double = 30
    ) throws(Failure) -> JSONValue {
        let conversation: AdapterConversation
        let greeting: AdapterGreeting
        do throws(RunError) {
            (conversation, greeting) = try AdapterConversation.begin(command, within: startTimeout)
        } catch {
            guard case .notStarted(let reason) = error else { throw Failure(reason: "was not asked") }
            throw Failure(reason: reason)
        }
        defer { conversation.kill() }
        guard greeting.has("names.list") else { throw Failure(reason: "has no names.list") }
        let request = AdapterRequest(id: 2, operation: "names.list", input: [:])
        let reply: AdapterReply
        do throws(CaseFailure) {
            reply = try conversation.reply(to: request, within: timeout)
        } catch {
            throw Failure(reason: error.text)
        }
        switch reply {
        case .value(let names): return names
        case .error(let name, let text): throw Failure(reason: "refused names.list: \(name) \(text)")
        case .unsupported: throw Failure(reason: "has no names.list")
        }
    }

    /// The object names of this library.
    package static var ofLibrary: JSONValue {
        let request = AdapterRequest(id: 2, operation: "names.list", input: [:])
        guard case .value(let names) = LibraryAdapter(version: "").reply(to: request) else { return [] }
        return names
    }
}
