import Capture

/// What a worker's connections share, part by part, so that what a function takes says what it may touch.
struct WorkerParts: ~Copyable {
    /// What makes events, judges them and writes them.
    var emitter: EventEmitter
    /// What is told besides.
    var log: ConnectionLog
    /// What TLS is decrypted with.
    var keys: TLSKeyring
    /// What the connections' streams have in common while they are put in order.
    var reassembly: ReassemblyContext
    /// Bytes of connections that are not recognised yet, of all together.
    var unrecognisedBytes = 0
    /// What the connections hold of frames and messages that are not whole yet.
    var unfinished: UnfinishedBudget

    init(_ receiver: any EventReceiver, _ options: PipelineOptions) {
        emitter = EventEmitter(receiver, options)
        log = ConnectionLog(options)
        keys = TLSKeyring(options)
        unfinished = UnfinishedBudget(options.limits, workers: options.workers)
        reassembly = ReassemblyContext(limits: options.limits.capture, workers: options.workers)
    }
}
