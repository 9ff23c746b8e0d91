import Foundation
import Inspection

// Reads a capture without an end from standard input, and cancels the reading task: it must end within a second, and
// leave neither a thread nor an open file.

/// How many entries a folder of this process has: its threads, or its open files.
func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
}

/// Reads a capture to its end or until the task is cancelled.
func read(_ source: CaptureSource) -> Task<Int, any Error> {
    Task {
        var events = 0
        for try await _ in CaptureEvents(source) { events += 1 }
        return events
    }
}

// The first reading and the first pause open what the runtime keeps: threads, and a file for its clock.
_ = try await read(.file(CommandLine.arguments[1])).value
try await Task.sleep(for: .milliseconds(100))
let threads = count("task")
let files = count("fd")

let reading = read(.descriptor(dup(0)))
try await Task.sleep(for: .seconds(2))
let start = ContinuousClock.now
reading.cancel()
let events = try await reading.value
while count("task") > threads || count("fd") > files, ContinuousClock.now - start < .seconds(10) {
    try await Task.sleep(for: .milliseconds(5))
}
let time = ContinuousClock.now - start
print(events > 0 ? "events came" : "no event came")
print(time < .seconds(1) ? "ended within a second" : "ended after \(time)")
print("threads left: \(max(0, count("task") - threads)), open files left: \(max(0, count("fd") - files))")
