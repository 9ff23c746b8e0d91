import Inspection

extension LibraryAdapter {
    /// An operation of a codec; those of several systems are defined here, the others next to their system or layer.
    package struct Operation: RawRepresentable, Hashable, Sendable, CaseIterable {
        /// The name in requests and vectors.
        package let rawValue: String

        /// Makes the operation with a name; `nil` if no system and no layer has it.
        package init?(rawValue: String) {
            guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
            self = known
        }

        /// Makes an operation of a system or a layer.
        init(named name: String) { rawValue = name }

        /// Decodes a frame's bytes to its frame object.
        package static let decodeFrame = Operation(named: "frame.decode")
        /// Encodes a frame object to the frame's bytes.
        package static let encodeFrame = Operation(named: "frame.encode")
        /// Decodes a payload's bytes to protobuf's JSON mapping.
        package static let decodePayload = Operation(named: "payload.decode")
        /// Encodes protobuf's JSON mapping to a payload's bytes.
        package static let encodePayload = Operation(named: "payload.encode")
        /// Decodes a content's bytes to its documented form.
        package static let decodeMessage = Operation(named: "message.decode")
        /// Encodes a content to its bytes.
        package static let encodeMessage = Operation(named: "message.encode")

        /// The operations of all systems, each once, then those of the layers.
        package static let allCases: [Operation] = {
            var all: [Operation] = []
            for system in MessagingSystem.allCases {
                for operation in system.conformance.operations where !all.contains(operation) { all.append(operation) }
            }
            return all + ConformingLayers.all.map { $0.operation }
        }()

        /// Returns the thing that an operation decodes, such as `frame` for `frame.decode`; `nil` for other operations.
        static func decoded(by name: String) -> Substring? {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 2 && parts[1] == "decode" ? parts[0] : nil
        }

        /// The operation that encodes what this operation decodes; `nil` if this operation decodes nothing.
        package var encoding: Operation? { Self.decoded(by: rawValue).map { Operation(named: "\($0).encode") } }
    }
}
