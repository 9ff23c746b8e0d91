import Capture
import WireFormat

extension Conversation {
    var report: FlowReport {
        let tally = context.tally
        let client = context.client
        var report = FlowReport(
            file: nil,
            number: context.flow.number,
            client: context.flow[client].description,
            server: context.flow[client.other].description,
            firstTime: tally.firstTime,
            lastTime: tally.lastTime,
            transport: transport,
            system: tally.events > 0 ? context.system?.name.description : nil,
            reason: tally.reason == FlowTally.noReason ? tally.emptyReason : tally.reason
        )
        report.facts = context.session.facts
        report.facts.merge(tally.facts)
        report.fromClient = tally.sides[client]
        report.fromServer = tally.sides[client.other]
        report.fromClient.controlFrames = sides[client].webSocket.controlFrames
        report.fromServer.controlFrames = sides[client.other].webSocket.controlFrames
        report.closeCode = close?.code
        report.gapBytes = tally.gapBytes
        report.firstPacket = tally.firstPacket
        report.isTLS = context.isTLS
        report.undecrypted = tally.undecrypted
        report.isDecrypted = isDecrypted
        report.ending =
            report.facts.ending ?? tally.ending(client: client, closeCode: report.closeCode)
        return report
    }

    /// The close frame that was sent first, which has the reason: the other end only answers it (RFC 6455 section
    /// 5.5.1).
    private var close: WebSocketClose? {
        guard let first = sides.first.webSocket.close else { return sides.second.webSocket.close }
        guard let second = sides.second.webSocket.close else { return first }
        // At the same time, a close frame with a code cannot be the answer to one without.
        if first.time == second.time { return first.code == WebSocketClose.noStatus ? second : first }
        return first.time < second.time ? first : second
    }

    var end: FlowEnd {
        let tally = context.tally
        let closing = [tally.closingTime, close?.time, tally.reach.interruptionTime].compactMap { $0 }.min()
        let closes = [FrameSender.client, .server].compactMap { sender in
            let side = sender == .client ? context.client : context.client.other
            return sides[side].webSocket.close.map { (sender: sender, frame: $0) }
        }
        return FlowEnd(
            number: context.flow.number,
            lastTime: closing ?? tally.lastTime,
            isClosed: closing != nil,
            closes: closes
        )
    }

    private var transport: FlowProtocol {
        switch phase {
        case .webSocket, .unproven: .websocket
        case .stream: .tcp
        case .http: .http
        case .detecting, .other: context.tally.unfollowed ?? .other
        }
    }
}
