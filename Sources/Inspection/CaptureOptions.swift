public import Transport

/// Options for reading a capture; they do not depend on what is done with the events.
public struct CaptureOptions: Sendable {
    /// The limits that protect against hostile input.
    public var limits = Limits()
    /// The number of threads that share the connections; values below 1 count as 1.
    public var workers = 2
    /// The secrets for decrypting TLS, in addition to those that the captures hold.
    public var secrets = TLSSecrets()
    /// The key that obfuscates bodies of the TCP form.
    ///
    /// If it is `nil`, or a connection's CONNECT shows another key, the connection's key is recovered.
    ///
    /// A key has eight bytes; a value of another length counts as `nil`.
    public var obfuscationKey: [UInt8]?
    /// Message names by topic, for topics of PUBLISH and QUERY for which the table has no message.
    ///
    /// A name that the schema (`RongCloudSchema`) lacks is ignored.
    public var payloads: [String: String] = [:]
    /// Rules that assign connections to a system, whatever the systems themselves claim; the first match counts.
    public var decodeAs: [DecodeAs] = []
    /// Whether the reason for each connection's classification is recorded.
    public var explainsDetection = false
    /// Whether tokens are shown in full.
    public var showsSecrets = false

    /// Creates the options that the program uses without arguments.
    public init() {}

    /// The corresponding options of the pipeline.
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
