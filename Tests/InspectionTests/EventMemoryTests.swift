import Capture
import Testing
import WireFormat
import WireJSON

@testable import Inspection

/// Events as values wait in bounded memory, whatever a block of a capture inflates to.
@Suite
struct EventMemoryTests {
    /// Messages of 900 KB that take some 6 KB in the capture: lists of figures, whose values take most memory.
    private static func capture(messages: Int) -> [UInt8] {
        var talk = Talk(sdkVersion: nil)
        let deflate = "Sec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover\r\n\r\n"
        let request = "GET /websocket?appId=app1&token=t&sdkVer=4.2.0 HTTP/1.1\r\nHost: im\r\nConnection: Upgrade\r\n"
        talk.send(.client, Array((request + "Upgrade: websocket\r\n" + deflate).utf8))
        let answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        talk.send(.server, Array((answer + deflate).utf8))
        let list = "[" + String(repeating: "1,", count: 450_000) + "1]"
        for id in 1...messages {
            let frame = Bytes.publish("ppMsgP", to: "bob", id: UInt16(id), Bytes.upStream("RC:TxtMsg", list))
            let message = Deflate.message(frame, period: 2)
            talk.send(.client, Bytes.webSocket(message, opcode: 0x42, mask: [1, 2, 3, 4]))
        }
        return CaptureFile.write(talk.segments)
    }

    private static func run(_ capture: [UInt8], memory: Int) throws -> (PipelineRun<OwnedEventConsumer>, OutputBudget) {
        var options = CaptureOptions()
        options.limits.outputBytesInAll = memory
        let pipeline = options.pipeline
        let consumer = OwnedEventConsumer(EventOwner(keepsBytes: true, limits: options.limits), pipeline.budget)
        return (PipelineRun(try CaptureReader(bytes: capture), consumer, pipeline), pipeline.budget)
    }

    @Test("what a worker makes beyond the limit waits outside of memory, and comes in order")
    func overLimit() async throws {
        let capture = Self.capture(messages: 8)
        let limit = 40 << 20
        let (run, budget) = try Self.run(capture, memory: limit)
        var ids: [Int64] = []
        while await run.nextBlock() {
            while let event = try run.nextEvent() {
                guard let id = event.frame?["messageId"]?.number else { continue }
                ids.append(id)
                #expect(event.messages.first?.content?.elements?.count == 450_001)
                #expect(event.byteCount == event.bytes?.count)
            }
        }
        #expect(ids == Array(1...8))
        // One event may be beyond it: how much it takes is known once it is made.
        #expect(budget.most < limit + 40 << 20)
        #expect(budget.most > limit / 4)
    }

    @Test("an event that had to wait is the same as one that did not", arguments: try Bundled.names())
    func sameEvents(_ name: String) async throws {
        let capture = try Bundled.file(name)
        var options = CaptureOptions()
        options.limits.outputBytesInAll = 0
        var selection = EventSelection()
        selection.keepsBytes = true
        var waiting = CaptureEvents(.bytes(capture), options: options, selecting: selection).makeAsyncIterator()
        for try await event in CaptureEvents(.bytes(capture), selecting: selection) {
            let other = try #require(try await waiting.next())
            #expect(other.asLine == event.asLine)
        }
        #expect(try await waiting.next() == nil)
    }
}
