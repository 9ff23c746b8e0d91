import Capture
import WireFormat

// The new bytes in the streams.
extension FlowRewriter {
    /// Replaces waiting bytes.
    func replace(_ side: FlowSide, _ old: Int, by new: [UInt8]) throws(RedactionError) {
        try replace(side, old, by: new.span)
    }

    func replace(_ side: FlowSide, _ old: Int, by new: Span<UInt8>) throws(RedactionError) {
        _ = try replace(side, old) { writer in
            writer.append(new)
            return true
        }
    }

    /// Replaces waiting bytes by those that `append` appends; returns `false` and changes nothing if `append` fails.
    @inline(__always)
    func replace(
        _ side: FlowSide,
        _ old: Int,
        by append: (inout ByteWriter) -> Bool
    ) throws(RedactionError) -> Bool {
        let own = sides[side]
        guard hasRoom() else { return true }
        guard try put(own, old, by: append) else { return false }
        own.waiting.removeFirst(old)
        return true
    }

    /// Replaces waiting bytes by an HTTP message, part by part.
    func replace(_ side: FlowSide, _ old: Int, by message: HTTPRewriter.Made) throws(RedactionError) {
        let own = sides[side]
        guard hasRoom() else { return }
        let made = try context.spool.append { writer in
            writer.append(message.bytes)
            return true
        }
        guard var place = made?.place else { return }
        context.units += 1
        for part in message.parts {
            own.map.append(old: part.old, new: part.new, place: place)
            place += part.new
        }
        own.waiting.removeFirst(old)
    }

    /// Returns whether another unit can be kept; if not, cuts the rest.
    @inline(__always)
    func hasRoom() -> Bool {
        if context.units < RedactionContext.mostUnits { return true }
        giveUp("more units than can be kept")
        return false
    }

    /// Maps `old` bytes that are not in `waiting` to those that `append` appends; returns `false` if `append` fails.
    @inline(__always)
    func put(
        _ own: RewrittenSide,
        _ old: Int,
        by append: (inout ByteWriter) -> Bool
    ) throws(RedactionError) -> Bool {
        guard let made = try context.spool.append(append) else { return false }
        context.units += 1
        own.map.append(old: old, new: made.count, place: made.place)
        return true
    }

    /// Cuts waiting bytes from the front.
    func cut(_ side: FlowSide, _ count: Int) {
        guard count > 0 else { return }
        sides[side].map.append(old: count, new: count, place: StreamMap.cut)
        sides[side].waiting.removeFirst(count)
        context.cutBytes += count
    }

    /// Cuts all following bytes.
    func giveUp(_ why: String) {
        if reason == nil { reason = why }
        phase = .cut
        for side in [FlowSide.first, .second] {
            _ = sides[side].webSocket.takeFrames()
            cut(side, sides[side].waiting.count)
        }
    }
}
