import FuzzInputs

/// Small captures of every system, as their plans make them.
enum PlannedCaptures {
    private static let makers: [@Sendable ([UInt8]) -> [UInt8]] = [
        { SessionPlan($0).session.capture() }, { LinesPlan($0).session.capture() },
        { OutputPlan($0).session.capture() },
        { PollingPlan($0).session.capture() }, { HolesPlan($0).capture }, { JoinedPlan($0).capture },
        { FlowsPlan($0).capture }, { NoticesPlan($0).capture }, { LeanCloudPlan($0).session.capture() },
        { NIMPlan($0).session.capture() }, { YCPlan($0).session.capture() },
        { WebSocketPlan($0).session.capture() },
    ]
    /// Bytes of a plan, which are some steps in each.
    private static let planBytes = 31

    /// A login with a token that is long enough to stand nowhere by chance; those of the plans are short.
    private static var login: [UInt8] {
        var session = SampleSession()
        session.upgrade(
            path: "/websocket?appId=app1&token=tq8Jm2ZyPd0vKx6LhWc3RbUe&sdkVer=2.5.10&apiVer=normal"
        )
        session.message(fromClient: true, [0xC0])
        session.message(fromClient: false, [0xD0])
        return session.capture()
    }

    /// A login, and some captures of each plan.
    static func some(_ random: inout FuzzRandom) -> [[UInt8]] {
        var captures = [login]
        for make in makers { for _ in 0..<3 { captures.append(make(random.bytes(planBytes))) } }
        return captures
    }
}
