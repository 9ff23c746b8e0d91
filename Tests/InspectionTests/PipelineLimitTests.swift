import Inspection
import Testing
import WireFormat
import WireJSON

@Suite("More HTTP requests at once than wait for their answers")
struct PipelineLimitTests {
    @Test("what answers a request that was given up answers nothing, and the others have their own answers")
    func givenUp() async throws {
        let ping = "/ping?r=1"
        let navigation = "/navi.js?appId=app1&token=t"
        var talk = Talk(sdkVersion: nil)
        let requests = [
            ("HEAD", ping), ("GET", navigation), ("GET", ping), ("GET", navigation), ("GET", ping),
        ]
        for (method, target) in requests {
            talk.send(.client, Array("\(method) \(target) HTTP/1.1\r\nHost: im\r\n\r\n".utf8))
        }
        // The length in the answer to HEAD is that of a body that does not follow.
        for (status, length) in [(201, 7), (202, 0), (203, 0), (205, 0), (206, 0)] {
            talk.send(.server, Array("HTTP/1.1 \(status) OK\r\nContent-Length: \(length)\r\n\r\n".utf8))
        }
        let events = try await Decoded(talk.segments) { $0.options.limits.pendingRequests = 3 }.events()
        #expect(events.map { $0.frame["status"]?.int64 } == [nil, nil, 203, 205, 206])
        #expect(events.prefix(2).map(\.codes) == [["http-unanswered"], ["http-unanswered"]])
        let paths = events.map { $0.frame["path"]?.string?.contains("ping") }
        #expect(paths == [true, false, true, false, true])
    }
}
