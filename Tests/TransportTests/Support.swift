import Transport
import WireFormat

/// Feeds bytes to an HTTP stream in pieces, as a connection would, and keeps what comes out.
struct HTTPFeed {
    private(set) var stream: HTTPStream
    private(set) var messages: [HTTPMessage] = []
    private(set) var error: WireError?
    /// Bytes that came and were not taken.
    private(set) var pending: [UInt8] = []
    /// Methods of the requests that the coming responses answer.
    var methods: [String] = []

    init(limits: TransportLimits = TransportLimits()) { stream = HTTPStream(limits: limits) }

    /// Adds bytes and takes all messages that are whole.
    ///
    /// Nothing more is taken after an error.
    mutating func add(_ bytes: [UInt8]) {
        guard error == nil else { return }
        pending += bytes
        var position = 0
        let bytes = pending
        do throws(WireError) {
            while let message = try stream.next(bytes.span, at: &position, requestMethod: methods.first) {
                messages.append(message)
                if !methods.isEmpty { methods.removeFirst() }
            }
        } catch {
            self.error = error
        }
        pending.removeFirst(position)
    }

    mutating func end() {
        if let message = stream.end() { messages.append(message) }
    }

    /// All messages of a text, fed in pieces of `size` bytes.
    init(_ text: String, size: Int = .max, methods: [String] = [], limits: TransportLimits = TransportLimits()) {
        self.init(Array(text.utf8), size: size, methods: methods, limits: limits)
    }

    init(_ bytes: [UInt8], size: Int = .max, methods: [String] = [], limits: TransportLimits = TransportLimits()) {
        self.init(limits: limits)
        self.methods = methods
        var offset = 0
        while offset < bytes.count {
            let end = offset + min(size, bytes.count - offset)
            add(Array(bytes[offset..<end]))
            offset = end
        }
    }
}
