import WireFormat

/// The form of a LeanCloud command in a WebSocket message.
public enum LeanCloudForm: String, Hashable, Sendable, CaseIterable {
    /// A binary message: the protobuf message `GenericCommand`.
    case protobuf
    /// A text message: the same message in base64.
    case protobufBase64
    /// A text message: a flat JSON object, as in the 2.x generation of the JavaScript SDK.
    case json
    /// A binary message: MessagePack, of which only the sub-protocol's name is known.
    case messagePack

    /// Whether the WebSocket message is text.
    public var isText: Bool { self == .protobufBase64 || self == .json }

    /// Recognises the form of a message by its bytes; `nil` when they match none.
    ///
    /// For connections without a sub-protocol. A command begins with its `cmd` (byte 08); JSON with `{`.
    public init?(recognising bytes: Span<UInt8>, isText: Bool) {
        guard !bytes.isEmpty else { return nil }
        if !isText {
            guard bytes[0] == 0x08 else { return nil }
            self = .protobuf
            return
        }
        var start = 0
        while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
        if start < bytes.count, bytes[start] == UInt8(ascii: "{") {
            self = .json
            return
        }
        // Base64 of a byte 08 begins with C and a letter from A to P.
        guard bytes.count >= 3, bytes[0] == UInt8(ascii: "C"), bytes[1] >= 65, bytes[1] <= 80,
            Base64.decode(bytes) != nil
        else { return nil }
        self = .protobufBase64
    }
}

/// The generation of the protobuf schema.
///
/// The raw values are the names in the proto packages. Field numbers never changed, except inside field 100. Source:
/// js-realtime-sdk, `proto/message.proto`, before and after May 2017.
public enum LeanCloudGeneration: String, Hashable, Sendable, CaseIterable {
    /// `push_server.messages`, of the sub-protocols `lc.protobuf.*` and `lc.protobase64.*`.
    case older = "messages"
    /// `push_server.messages2`, of `lc.protobuf2.*` and `lc.proto2base64.*`.
    case current = "messages2"
}
