import Capture
import RongCloud

extension Conversation {
    /// The connection's row.
    var report: FlowReport {
        let tally = context.tally
        let firstIsClient = context.firstIsClient
        var report = FlowReport(
            file: nil,
            number: context.flow.number,
            client: (firstIsClient ? context.flow.first : context.flow.second).description,
            server: (firstIsClient ? context.flow.second : context.flow.first).description,
            firstTime: tally.firstTime,
            lastTime: tally.lastTime,
            transport: transport,
            system: tally.first.events + tally.second.events > 0 ? "rongcloud" : nil,
            reason: tally.reason == FlowTally.noReason ? tally.emptyReason : tally.reason
        )
        report.appKey = tally.appKey
        report.sdkVersion = tally.sdkVersion
        if let generation = context.session.generation {
            report.generations = [Int(generation.rawValue)]
        } else if context.session.possibleGenerations != .all {
            report.generations = context.session.possibleGenerations.generations.map { Int($0.rawValue) }
        }
        report.user = context.session.ownUser.isEmpty ? nil : String(decoding: context.session.ownUser, as: UTF8.self)
        report.sessionId = tally.sessionId ?? context.session.sessionId
        report.fromClient = firstIsClient ? tally.first : tally.second
        report.fromServer = firstIsClient ? tally.second : tally.first
        report.fromClient.controlFrames = (firstIsClient ? first : second).webSocket.controlFrames
        report.fromServer.controlFrames = (firstIsClient ? second : first).webSocket.controlFrames
        report.closeCode = first.webSocket.closeCode ?? second.webSocket.closeCode
        report.gapBytes = tally.gapBytes
        return report
    }

    private var transport: String {
        switch phase {
        case .webSocket: "websocket"
        case .tcpForm: "tcp"
        case .http: "http"
        case .detecting, .other: context.tally.other ?? "other"
        }
    }
}
