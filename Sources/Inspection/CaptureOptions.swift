package import RongCloud
package import Transport
package import WireFormat
package import WireProtobuf

/// How a capture is read, whatever is made of its events.
package struct CaptureOptions: Sendable {
    /// Protection against hostile input.
    package var limits = Limits()
    /// How many threads share the connections.
    package var workers = 2
    /// What TLS is decrypted with, besides what the captures hold.
    package var secrets = TLSSecrets()
    /// The key of the TCP form's bodies; without it, it is recovered.
    package var obfuscationKey: ObfuscationKey?
    /// What topics carry that the table does not know, by topic.
    package var payloads: [String: MessageIndex] = [:]
    /// Whether it is noted why connections are taken for what they are.
    package var explainsDetection = false
    /// Whether tokens are kept in full.
    package var showsSecrets = false

    /// Makes options that do as the program does without arguments.
    package init() {}

    /// The same for the pipeline.
    var pipeline: PipelineOptions {
        var options = PipelineOptions()
        options.limits = limits
        options.workers = workers
        options.secrets = secrets
        options.obfuscationKey = obfuscationKey
        options.payloads = Dictionary(uniqueKeysWithValues: payloads.map { (Array($0.utf8), $1) })
        options.explains = explainsDetection
        options.showsSecrets = showsSecrets
        return options
    }
}
