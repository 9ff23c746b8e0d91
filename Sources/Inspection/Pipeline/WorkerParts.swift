import Capture

/// The state that a worker's connections share; it is split into parts, so that a function's parameters show which of
/// them it may change.
struct WorkerParts: ~Copyable {
    /// The emitter, which decodes, filters and passes on events.
    var emitter: EventEmitter
    /// Notes and reports about the connections.
    var log: ConnectionLog
    /// The secrets for decrypting TLS.
    var keys: TLSKeyring
    /// The reassembly state that all TCP streams share.
    var reassembly: ReassemblyContext
    /// The number of bytes that wait for their connections to be recognised, over all connections.
    var unrecognisedBytes = 0
    /// The memory for incomplete frames and messages of the connections.
    var unfinished: UnfinishedBudget

    init(_ receiver: any EventReceiver, _ options: PipelineOptions) {
        emitter = EventEmitter(receiver, options)
        log = ConnectionLog(options)
        keys = TLSKeyring(options)
        unfinished = UnfinishedBudget(options.limits, workers: options.workers)
        reassembly = ReassemblyContext(limits: options.limits.capture, workers: options.workers)
    }
}
