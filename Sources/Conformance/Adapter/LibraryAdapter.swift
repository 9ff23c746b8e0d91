import Inspection
import WireFormat
import WireJSON

/// The adapter of this library itself.
package struct LibraryAdapter: Sendable {
    /// The library's name in the handshake.
    package static let name = "imwire"

    /// The version in the handshake.
    package var version: String

    /// Makes the adapter.
    ///
    /// - Parameter version: the version in the handshake.
    package init(version: String) { self.version = version }

    /// The handshake.
    package var greeting: AdapterGreeting {
        AdapterGreeting(
            sdk: Self.name,
            version: version,
            operations: Operation.allCases.map(\.rawValue),
            systems: MessagingSystem.allCases.map { "\($0.name)" }
        )
    }

    /// Returns the answer to a request.
    package func reply(to request: AdapterRequest) -> AdapterReply {
        if request.operation == "hello" {
            let greeting = greeting
            func list(_ names: [String]?) -> JSONValue { .array((names ?? []).map { JSONValue($0) }) }
            return .value([
                "sdk": JSONValue(greeting.sdk), "version": JSONValue(greeting.version),
                "operations": list(greeting.operations), "systems": list(greeting.systems),
            ])
        }
        guard let operation = Operation(rawValue: request.operation) else { return .unsupported }
        do throws(WireError) {
            let input = AdapterInput(request.input ?? .null)
            if let layer = ConformingLayers.layer(of: request.operation) { return .value(try layer.value(input)) }
            guard let value = try input.system()?.conformance.value(operation, input) else { return .unsupported }
            return .value(value)
        } catch {
            return .error(class: error.code.rawValue, text: error.description)
        }
    }

    /// Returns the reply's line for a request's line, with its line feed.
    package func reply(line: [UInt8]) -> [UInt8] {
        do throws(WireError) {
            let request = try AdapterRequest(parsing: line)
            return reply(to: request).line(id: request.id)
        } catch {
            let reply: JSONValue = [
                "id": .null, "ok": false,
                "error": ["class": JSONValue(error.code.rawValue), "text": JSONValue("request: \(error)")],
            ]
            return reply.minified + [UInt8(ascii: "\n")]
        }
    }
}
