import Inspection

extension LibraryAdapter {
    /// What a codec can be asked: those that several systems have stand here, the others with their system or layer.
    package struct Operation: RawRepresentable, Hashable, Sendable, CaseIterable {
        /// The name in requests and vectors.
        package let rawValue: String

        /// The operation with a name that some system has.
        package init?(rawValue: String) {
            guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
            self = known
        }

        /// An operation of one system, or of a layer.
        init(named name: String) { rawValue = name }

        /// A frame's bytes to its frame object.
        package static let decodeFrame = Operation(named: "frame.decode")
        /// A frame object to the frame's bytes.
        package static let encodeFrame = Operation(named: "frame.encode")
        /// A payload's bytes to protobuf's JSON mapping.
        package static let decodePayload = Operation(named: "payload.decode")
        /// The JSON mapping to a payload's bytes.
        package static let encodePayload = Operation(named: "payload.encode")
        /// A content's bytes to its documented form.
        package static let decodeMessage = Operation(named: "message.decode")
        /// A content to its bytes.
        package static let encodeMessage = Operation(named: "message.encode")

        /// The operations of all systems, each once, and those of the layers below and above them.
        package static let allCases: [Operation] = {
            var all: [Operation] = []
            for system in MessagingSystem.allCases {
                for operation in system.conformance.operations where !all.contains(operation) { all.append(operation) }
            }
            return all + ConformingLayers.all.map { $0.operation }
        }()

        /// What an operation decodes, such as `frame` of `frame.decode`; `nil` for one that decodes nothing.
        static func decoded(by name: String) -> Substring? {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 2 && parts[1] == "decode" ? parts[0] : nil
        }

        /// The operation that encodes what this one decodes; `nil` for one that decodes nothing.
        package var encoding: Operation? { Self.decoded(by: rawValue).map { Operation(named: "\($0).encode") } }
    }
}
