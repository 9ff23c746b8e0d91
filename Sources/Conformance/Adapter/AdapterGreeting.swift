import Inspection
import Reporting
package import WireJSON

/// An adapter's description of itself in the handshake.
package struct AdapterGreeting: Hashable, Sendable {
    /// A form and a sender that an adapter supports, with the operations for them.
    package struct Ability: Hashable, Sendable {
        /// The form of the frames, such as `websocket`; `nil` for every form, and for message contents.
        package var form: String?
        /// The sender; `nil` for both.
        package var sender: String?
        /// The operations; `nil` for all.
        package var operations: [String]?

        /// Makes an ability.
        package init(form: String? = nil, sender: String? = nil, operations: [String]? = nil) {
            self.form = form
            self.sender = sender
            self.operations = operations
        }

        /// Reads an element of `frames` or `messages`.
        init(_ value: JSONValue) throws(AdapterReply.Malformed) {
            guard value.members != nil else {
                throw AdapterReply.Malformed(reason: "lists in the handshake what is no object: \(value)")
            }
            form = value["form"]?.string
            sender = value["sender"]?.string
            operations = try AdapterGreeting.strings("operations", of: value)
        }

        /// Returns whether the ability includes a request.
        ///
        /// A request without a sender suits an ability for any sender.
        func covers(_ operation: String, _ input: JSONValue) -> Bool {
            func fits(_ own: String?, _ name: String) -> Bool {
                guard let own, let asked = input[name]?.string else { return true }
                return own == asked
            }
            return (operations?.contains(operation) ?? true) && fits(form, "form") && fits(sender, "sender")
        }
    }

    /// The name of the SDK.
    package var sdk: String
    /// The version of the SDK; empty if the adapter does not state it.
    package var version: String
    /// The supported operations; `nil` if the adapter does not list them.
    package var operations: [String]?
    /// The supported messaging systems; `nil` for all.
    package var systems: [String]?
    /// The supported frames; `nil` for all.
    package var frames: [Ability]?
    /// The supported message contents, by sender; `nil` for all.
    package var messages: [Ability]?

    /// Makes an adapter's greeting.
    package init(
        sdk: String,
        version: String,
        operations: [String]?,
        systems: [String]? = nil,
        frames: [Ability]? = nil,
        messages: [Ability]? = nil
    ) {
        self.sdk = sdk
        self.version = version
        self.operations = operations
        self.systems = systems
        self.frames = frames
        self.messages = messages
    }

    /// Reads the answer to `hello`.
    ///
    /// Throws ``AdapterReply/Malformed``.
    package init(_ reply: AdapterReply) throws(AdapterReply.Malformed) {
        switch reply {
        case .error(let name, let text):
            throw AdapterReply.Malformed(reason: "refused the handshake: \(name) \(text)")
        case .unsupported:
            throw AdapterReply.Malformed(reason: "answered the handshake with \"unsupported\"")
        case .value(let value):
            guard let sdk = value["sdk"]?.string, !sdk.isEmpty else {
                throw AdapterReply.Malformed(
                    reason: "does not say the name of its SDK in the handshake: \(DifferenceText.shown(value))"
                )
            }
            let length = AdapterLimits().textLength
            self.sdk = SafeText.shortened(sdk, length)
            version = SafeText.shortened(value["version"]?.string ?? "", length)
            operations = try Self.strings("operations", of: value)
            systems = try Self.strings("systems", of: value)
            frames = try Self.abilities("frames", of: value)
            messages = try Self.abilities("messages", of: value)
        }
    }

    fileprivate static func strings(
        _ name: String,
        of value: JSONValue
    ) throws(AdapterReply.Malformed) -> [String]? {
        guard let listed = value[name], !listed.isNull else { return nil }
        let names = listed.elements?.compactMap(\.string)
        guard let names, names.count == listed.elements?.count else {
            throw AdapterReply.Malformed(reason: "lists its \(name) in the handshake as \(listed)")
        }
        return names
    }

    private static func abilities(
        _ name: String,
        of value: JSONValue
    ) throws(AdapterReply.Malformed) -> [Ability]? {
        guard let listed = value[name], !listed.isNull else { return nil }
        guard let elements = listed.elements else {
            throw AdapterReply.Malformed(reason: "lists its \(name) in the handshake as \(listed)")
        }
        var abilities: [Ability] = []
        for element in elements { abilities.append(try Ability(element)) }
        return abilities
    }

    /// Returns whether the adapter may be asked for an operation at all.
    package func has(_ operation: String) -> Bool { operations?.contains(operation) ?? true }

    /// Returns whether the adapter supports a request: its operation, system, form and sender.
    package func has(_ operation: String, _ input: JSONValue) -> Bool {
        guard has(operation) else { return false }
        // An operation without a system is asked of every adapter that lists the operation.
        if operations != nil, ConformingLayers.layer(of: operation) != nil { return true }
        if let systems, !systems.contains(input["system"]?.string ?? "\(MessagingSystem.unnamed.name)") { return false }
        let abilities: [Ability]? =
            switch operation {
            case "frame.decode", "frame.encode": frames
            case "message.decode", "message.encode": messages
            default: nil
            }
        return abilities?.contains { $0.covers(operation, input) } ?? true
    }
}
