public import WireFormat
public import WireJSON

/// One event of a capture: a frame of a messaging system, an HTTP exchange of it, or a hole in its stream.
///
/// An event is a value of its own, which may be kept and handed to other threads. Its parts are those of the JSON lines that
/// `imwire decode --format jsonl` writes, with the same names and the same values: tokens are shortened unless
/// ``CaptureOptions/showsSecrets`` is on.
///
/// ```swift
/// for try await event in CaptureEvents(.file("chat.pcap")) {
///     for message in event.messages {
///         print(event.number, message.objectName ?? "?", message.content?["content"]?.string ?? "")
///     }
/// }
/// ```
public struct CaptureEvent: Sendable {
    /// What an event is, with the parts that only such an event has.
    public enum Unit: Sendable {
        /// A frame of the system's protocol.
        case frame(Frame)
        /// An HTTP request and its answer that carry no frames: navigation, a ping, the switch to WebSocket.
        case http(HTTP)
        /// Bytes that the capture does not hold, or that are no frames.
        case gap(Gap)
        /// Bytes of a message whose frames could not be read.
        case undecoded
    }

    /// The event's number, from 1, before any filter; it goes on over several captures.
    public internal(set) var number = 0
    /// The capture's name, where there are several.
    public internal(set) var file: String?
    /// Nanoseconds since 1970, of the packet that completed the unit.
    public internal(set) var time: Int64
    /// The TCP connection: its number and its two ends.
    public internal(set) var flow: FlowIdentity
    /// Which end wrote the unit.
    public internal(set) var sender: FrameSender
    /// How the unit came.
    public internal(set) var transport: EventTransport
    /// Whether the unit was decrypted.
    public internal(set) var isTLS: Bool
    /// The system whose unit this is.
    public internal(set) var system: MessagingSystem
    /// What the unit is.
    public internal(set) var unit: Unit
    /// The request that this answers, where it was seen.
    public internal(set) var reply: Reply?
    /// What the frame carries, where that is known.
    public internal(set) var payload: Payload?
    /// The chat messages in the payload, at any depth, in their order on the wire.
    public internal(set) var messages: [ChatMessage] = []
    /// What is odd or wrong about the unit.
    public internal(set) var diagnostics: [Diagnostic] = []
    /// The numbers of the packets that carried the unit, from 1.
    public internal(set) var packets: [Int]
    /// How many bytes the unit has: a WebSocket message, a frame of a stream, a body, both messages of an HTTP exchange.
    public internal(set) var byteCount: Int
    /// The unit's bytes, where ``EventSelection/keepsBytes`` asks for them; they hold tokens in full.
    public internal(set) var bytes: [UInt8]?
    /// The part of the unit that could not be decoded, at most 4 096 bytes of it.
    public internal(set) var undecoded: [UInt8] = []
    /// How many bytes could not be decoded.
    public internal(set) var undecodedByteCount = 0

    /// The frame, where the event is one.
    public var frame: Frame? {
        if case .frame(let frame) = unit { frame } else { nil }
    }
}

extension CaptureEvent {
    /// The request that an answer belongs to.
    public struct Reply: Hashable, Sendable {
        /// The number of the request's event.
        public internal(set) var number = 0
        /// The request's topic, where it has one.
        public internal(set) var topic: String?
        /// The time from the request to the answer, as the capture has it; 0 where it has the answer first.
        public internal(set) var latency: Duration
    }

    /// What a frame carries.
    public struct Payload: Hashable, Sendable {
        /// The name of the message type, such as `UpStreamMessage`.
        public internal(set) var message: String
        /// Its fields, but for contents that are shown as ``CaptureEvent/messages``.
        ///
        /// Protobuf comes in its own JSON mapping: 64-bit integers are texts, bytes are base64.
        public internal(set) var value: JSONValue
    }

    /// Bytes that the capture does not hold, or that are no frames.
    public struct Gap: Hashable, Sendable {
        /// Where it begins, in bytes from the start of that direction's stream.
        public internal(set) var offset: Int
        /// How many bytes it has.
        public internal(set) var length: Int
    }

    /// An HTTP request and its answer, as far as both were seen.
    public struct HTTP: Sendable {
        /// A name and a value of the query.
        public struct Parameter: Hashable, Sendable {
            /// The name.
            public internal(set) var name: String
            /// The value, shortened where it is secret.
            public internal(set) var value: String
        }

        /// The method; `nil` when the request was not seen.
        public internal(set) var method: String?
        /// The path; `nil` when the request was not seen.
        public internal(set) var path: String?
        /// The parameters of the query, in their order.
        public internal(set) var query: [Parameter]
        /// The status; `nil` when the answer was not seen.
        public internal(set) var status: Int?
        /// The JSON of the answer's body, of exchanges that are known to have one.
        public internal(set) var reply: JSONValue?
    }
}
