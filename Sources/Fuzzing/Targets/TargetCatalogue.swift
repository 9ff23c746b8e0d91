/// All targets by name.
package enum TargetCatalogue {
    /// The targets in the order in which a run of all takes them.
    package static let all: [any FuzzTarget] = [
        FramesTarget(), PayloadsTarget(), JSONTarget(), MessagesTarget(), UIDTarget(), ObjectsTarget(),
        CapturesTarget(),
        StreamsTarget(), TLSTarget(), HTTPMessagesTarget(), WebSocketTarget(), FiltersTarget(), KeyLogsTarget(),
        DescriptorsTarget(), VectorsTarget(), DecodeTarget(), NamesTarget(),
        LeanCloudTarget(), NIMTarget(), YCTarget(),
    ]

    /// The target with a name.
    package static func target(named name: String) -> (any FuzzTarget)? { all.first { $0.name == name } }

    /// The target with a name, held against independent decoders where it can be.
    static func target(
        named name: String,
        payloads: FuzzEntry.PayloadDecoder?,
        json: FuzzEntry.JSONDecoder?
    ) -> (any FuzzTarget)? {
        switch name {
        case "payloads": PayloadsTarget(other: payloads)
        case "json": JSONTarget(other: json)
        default: target(named: name)
        }
    }
}
