public import Transport

/// How a capture is read, whatever is made of its events.
public struct CaptureOptions: Sendable {
    /// Protection against hostile input.
    public var limits = Limits()
    /// How many threads share the connections; at least one does.
    public var workers = 2
    /// What TLS is decrypted with, besides what the captures hold.
    public var secrets = TLSSecrets()
    /// The key of the TCP form's bodies; without it, it is recovered.
    ///
    /// Eight bytes.
    public var obfuscationKey: [UInt8]?
    /// What topics carry that the table does not know: the name of the message by topic.
    public var payloads: [String: String] = [:]
    /// What connections are taken for, whatever anybody claims; the first that matches counts.
    public var decodeAs: [DecodeAs] = []
    /// Whether it is noted why connections are taken for what they are.
    public var explainsDetection = false
    /// Whether tokens are kept in full.
    public var showsSecrets = false

    /// Makes options that do as the program does without arguments.
    public init() {}

    /// The same for the pipeline.
    var pipeline: PipelineOptions {
        var options = PipelineOptions()
        options.decoding.limits = limits
        options.decoding.showsSecrets = showsSecrets
        options.decoding.obfuscationKey = obfuscationKey
        options.decoding.payloads = payloads
        options.workers = max(1, workers)
        options.secrets = secrets
        options.decodeAs = decodeAs
        options.explains = explainsDetection
        return options
    }
}
