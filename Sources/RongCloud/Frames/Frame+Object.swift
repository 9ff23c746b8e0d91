public import WireFormat
public import WireJSON
public import WireProtobuf

extension Frame {
    /// Makes a frame from its frame object: the JSON that `imwire frame decode` prints.
    ///
    /// `data` is the payload in hex; without it, `payload` (`message` and `value`) is encoded by the schema. `raw` has,
    /// by field, the hex of texts that our own writer would spell differently. `messages` and unknown members are
    /// ignored.
    /// - Throws: `required` and `value` with the member's name as path; for invalid hex `value` or `truncated`, with
    ///   the offset in the member's text.
    public init(object: JSONValue, schema: ProtobufSchema = RongCloudSchema.shared) throws(WireError) {
        let members = FrameObjectReader(object: object, schema: schema)
        let name = try members.required("type", \.string)
        guard let type = FrameType(name: name) else {
            throw WireError(.value, path: ["type"], expected: "the name of a frame type, not \(name)")
        }
        self.init(
            try Body(type, members),
            qos: try members.qos(),
            dup: try members.flag("dup"),
            retain: try members.flag("retain"),
            trailing: try members.hex("trailing") ?? []
        )
    }
}
