import Capture

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
            system: tally.first.events + tally.second.events > 0 ? context.system?.name.description : nil,
            reason: tally.reason == FlowTally.noReason ? tally.emptyReason : tally.reason
        )
        report.facts = context.session.facts
        report.facts.merge(tally.facts)
        report.fromClient = firstIsClient ? tally.first : tally.second
        report.fromServer = firstIsClient ? tally.second : tally.first
        report.fromClient.controlFrames = (firstIsClient ? first : second).webSocket.controlFrames
        report.fromServer.controlFrames = (firstIsClient ? second : first).webSocket.controlFrames
        report.closeCode = first.webSocket.closeCode ?? second.webSocket.closeCode
        report.gapBytes = tally.gapBytes
        report.firstPacket = tally.firstPacket
        report.isTLS = context.isTLS
        report.isDecrypted = context.hasPlaintext
        report.ending =
            report.facts.ending ?? tally.ending(firstIsClient: firstIsClient, closeCode: report.closeCode)
        return report
    }

    /// How it ended.
    var end: FlowEnd {
        let closing = [context.tally.closingTime, first.webSocket.closeTime, second.webSocket.closeTime]
            .compactMap { $0 }.min()
        return FlowEnd(
            number: context.flow.number,
            lastTime: closing ?? context.tally.lastTime,
            isClosed: closing != nil
        )
    }

    private var transport: String {
        switch phase {
        case .webSocket, .unproven: "websocket"
        case .stream: "tcp"
        case .http: "http"
        case .detecting, .other: context.tally.other ?? "other"
        }
    }
}
