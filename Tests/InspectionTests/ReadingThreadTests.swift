import Capture
import Foundation
import Synchronization
import Testing

@testable import Inspection

@Suite("Waiting for input leaves the threads alone that all tasks share")
struct ReadingThreadTests {
    /// Readings that are all waiting at the same time, or give up: after long, since they begin on threads that other tests
    /// may hold.
    private final class Meeting: Sendable {
        private let size: Int
        private let deadline = ContinuousClock.now + .seconds(600)
        private let count = Mutex(0)
        private let arrived = Mutex(0)
        /// How many found all others.
        var met: Int { arrived.withLock { $0 } }

        init(of size: Int) { self.size = size }

        /// Blocks until all are here.
        func wait() {
            count.withLock { $0 += 1 }
            while ContinuousClock.now < deadline {
                if count.withLock({ $0 }) >= size { return arrived.withLock { $0 += 1 } }
                usleep(1000)
            }
        }
    }

    @Test("for more inputs than there are processors, at the same time")
    func manyInputs() async throws {
        let inputs = 2 * ProcessInfo.processInfo.activeProcessorCount + 2
        let meeting = Meeting(of: inputs)
        try await withThrowingTaskGroup { group in
            for _ in 0..<inputs {
                group.addTask {
                    for try await _ in CaptureEvents(Self.source(meeting)) {}
                }
            }
            try await group.waitForAll()
        }
        #expect(meeting.met == inputs)
    }

    /// A capture without packets that goes on for as long as a meeting.
    private static func source(_ meeting: Meeting) -> CaptureSource {
        CaptureSource(name: "silent") { (_) throws(CaptureError) in
            var pieces = [CaptureFile.write([])]
            return try CaptureReader(isLive: true) { () throws(CaptureError) in
                if let piece = pieces.popLast() { return piece }
                meeting.wait()
                return []
            }
        }
    }

    @Test("and the thread ends when nothing is left to do")
    func end() async throws {
        let thread = ReadingThread()
        for round in 1...3 {
            let task = Task(executorPreference: thread) { round }
            #expect(await task.value == round)
            let deadline = ContinuousClock.now + .seconds(60)
            while thread.isRunning, .now < deadline { try await Task.sleep(for: .milliseconds(20)) }
            #expect(!thread.isRunning)
        }
    }
}
