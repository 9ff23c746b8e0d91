public import WireFormat
public import WireJSON

/// One event of a capture: a frame of a messaging system, an HTTP exchange, or a gap in the stream.
///
/// An event is an independent value that may be stored and passed to other threads. Its parts have the names and values
/// of the JSON lines that `imwire decode --format jsonl` writes: tokens are shortened unless
/// ``CaptureOptions/showsSecrets`` is on.
///
/// ```swift
/// for try await event in CaptureEvents(.file("chat.pcap")) {
///     for message in event.messages {
///         print(event.number, message.objectName ?? "?", message.content?["content"]?.string ?? "")
///     }
/// }
/// ```
public struct CaptureEvent: Hashable, Sendable {
    /// The kind of an event, with the parts that only this kind has.
    public enum Unit: Hashable, Sendable {
        /// A frame of the system's protocol.
        case frame(Frame)
        /// An HTTP request and its answer that carry no frames: navigation, a ping, the upgrade to WebSocket.
        case http(HTTP)
        /// Bytes that are missing from the capture, or that are not frames.
        case gap(Gap)
        /// Bytes of a message whose frames could not be read.
        case undecoded
    }

    /// The event's number, from 1, counted before any filter; it continues over several captures.
    public internal(set) var number = 0
    /// The capture's name, if there are several captures.
    public internal(set) var file: String?
    /// The time of the packet that completed the unit, in nanoseconds since 1970.
    public internal(set) var time: Int64
    /// The TCP connection: its number and its two ends.
    public internal(set) var flow: FlowIdentity
    /// The end that sent the unit.
    public internal(set) var sender: FrameSender
    /// The transport that carried the unit.
    public internal(set) var transport: EventTransport
    /// Whether the unit was decrypted.
    public internal(set) var isTLS: Bool
    /// The system that the unit belongs to.
    public internal(set) var system: MessagingSystem
    /// The kind of the unit, with its parts.
    public internal(set) var unit: Unit
    /// The request that this event answers, if the request was seen.
    public internal(set) var inReplyTo: Request?
    /// The payload of the frame, if its type is known.
    public internal(set) var payload: Payload?
    /// The chat messages in the payload, at any depth, in their order on the wire.
    public internal(set) var messages: [ChatMessage] = []
    /// The diagnostics of the unit.
    public internal(set) var diagnostics: [Diagnostic] = []
    /// The numbers of the packets that carried the unit, from 1.
    public internal(set) var packets: [Int]
    /// The length of the unit in bytes: of a WebSocket message, a frame of a stream, a body, or both messages of an
    /// HTTP exchange.
    public internal(set) var byteCount: Int
    /// The unit's bytes, if ``EventSelection/keepsBytes`` is on; they contain tokens in full.
    public internal(set) var bytes: [UInt8]?
    /// The part of the unit that could not be decoded, at most ``Limits/undecodedBytesShown`` bytes (by default 4 096).
    public internal(set) var undecoded: [UInt8] = []
    /// The number of bytes that could not be decoded.
    public internal(set) var undecodedByteCount = 0

    /// The frame; `nil` for a unit of another kind.
    public var frame: Frame? {
        if case .frame(let frame) = unit { frame } else { nil }
    }

    /// The HTTP exchange; `nil` for a unit of another kind, such as a frame of long polling.
    public var http: HTTP? {
        if case .http(let exchange) = unit { exchange } else { nil }
    }

    /// The gap; `nil` for a unit of another kind.
    public var gap: Gap? {
        if case .gap(let gap) = unit { gap } else { nil }
    }
}

extension CaptureEvent {
    /// The request that an answer belongs to.
    public struct Request: Hashable, Sendable {
        /// The number of the request's event.
        public internal(set) var number = 0
        /// The request's topic, if it has one.
        public internal(set) var topic: String?
        /// The time from the request to the answer in the capture; 0 if the capture has the answer first.
        public internal(set) var latency: Duration
    }

    /// The decoded payload of a frame.
    public struct Payload: Hashable, Sendable {
        /// The name of the message type, such as `UpStreamMessage`.
        public internal(set) var message: String
        /// The payload's fields, without the contents that ``CaptureEvent/messages`` holds.
        ///
        /// Protobuf messages use protobuf's JSON mapping: 64-bit integers are strings, bytes are base64.
        public internal(set) var value: JSONValue
    }

    /// Bytes that are missing from the capture, that are not frames, or from which on TLS is not decrypted.
    public struct Gap: Hashable, Sendable {
        /// The offset of the first byte in this direction's stream.
        public internal(set) var offset: Int
        /// The number of bytes.
        public internal(set) var length: Int
    }

    /// An HTTP request and its answer, as far as they were seen.
    public struct HTTP: Hashable, Sendable {
        /// A parameter of the query.
        public struct Parameter: Hashable, Sendable {
            /// The name.
            public internal(set) var name: String
            /// The value, shortened if it is secret.
            public internal(set) var value: String
        }

        /// The method; `nil` if the request was not seen.
        public internal(set) var method: String?
        /// The path; `nil` if the request was not seen.
        public internal(set) var path: String?
        /// The parameters of the query in their order.
        public internal(set) var query: [Parameter]
        /// The status; `nil` if the answer was not seen.
        public internal(set) var status: Int?
        /// The JSON of the answer's body, for exchanges that are known to have one.
        public internal(set) var reply: JSONValue?
    }
}
