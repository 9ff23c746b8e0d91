import WireFormat

/// Judges every session of a capture by all rules.
struct CheckConsumer: EventConsumer {
    /// Every rule.
    static let rules = MessagingSystem.allCases.flatMap(\.rules)

    private enum Key: Hashable {
        case flow(Int)
        case polling(String)
    }

    private let limits: CheckLimits
    private var sessions: [Key: any SessionCheck] = [:]
    /// By system.
    private var captureRules: [[any CaptureRules]]
    private(set) var log: FindingLog

    /// - Parameter file: the capture's name.
    init(file: String, limits: CheckLimits = CheckLimits()) {
        self.limits = limits
        captureRules = MessagingSystem.allCases.map { $0.captureRules(limits) }
        log = FindingLog(file: file, limits: limits)
    }

    var depth: DecodingDepth { .all }
    var needsOrder: Bool { true }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        let system = Int(event.system.rawValue)
        for index in captureRules[system].indices { captureRules[system][index].observe(event, bytes, &log) }
        if case .http = event.kind { return }
        let key = event.pollingSession.map(Key.polling) ?? .flow(event.flow.number)
        if sessions[key] == nil {
            if sessions.count >= limits.sessions { retire() }
            sessions[key] = event.system.sessionCheck(event, limits)
        }
        sessions[key]?.observe(event, bytes, &log)
    }

    /// Another consumer has seen other connections; with one worker there is none.
    mutating func merge(_ other: CheckConsumer) { self = other }

    /// Judges what is left at the end of the capture.
    mutating func finish() {
        finish(sessions.keys.map { $0 })
        for system in captureRules.indices {
            for index in captureRules[system].indices { captureRules[system][index].finish(&log) }
        }
    }

    /// Makes room: one session in eight, those idle for longest.
    private mutating func retire() {
        let idle = sessions.sorted { $0.value.lastNumber < $1.value.lastNumber }
        finish(idle.prefix(max(1, limits.sessions / 8)).map(\.key))
    }

    private mutating func finish(_ keys: [Key]) {
        for key in keys.sorted(by: { number($0) < number($1) }) {
            sessions[key]?.finish(&log)
            sessions[key] = nil
        }
    }

    private func number(_ key: Key) -> Int { sessions[key]?.lastNumber ?? 0 }
}
