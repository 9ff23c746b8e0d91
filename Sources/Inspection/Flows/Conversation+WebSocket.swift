import Capture
import WireFormat

extension Conversation {
    /// Reads the bytes that waited until the connection was recognised as WebSocket, in their order of arrival.
    mutating func startWebSocket(
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        let ofClient = sides[context.client].buffer.takePieces()
        let ofServer = sides[context.client.other].buffer.takePieces()
        let latest = context.recordPackets
        defer { context.recordPackets = latest }
        var place = arrival
        var (client, server) = (0, 0)
        while client < ofClient.count || server < ofServer.count {
            // Below TLS or a proxy, one packet may carry both directions; then the client's part comes first.
            let isClients =
                server == ofServer.count
                || client < ofClient.count && ofClient[client].packet <= ofServer[server].packet
            let piece = isClients ? ofClient[client] : ofServer[server]
            if isClients { client += 1 } else { server += 1 }
            place.side = isClients ? context.client : context.client.other
            place.packet = piece.packet
            place.time = piece.time
            place.isRecord = !piece.packetsOfRecord.isEmpty
            context.recordPackets = piece.packetsOfRecord
            sides[place.side].webSocketBuffered(piece.bytes.span, place, &context, &emitter, &scratch)
        }
    }
}
