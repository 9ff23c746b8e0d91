import Benchmark
import CaptureGeneration
import Foundation
import RongCloud
import WireFormat
import WireJSON

/// Message contents: decoded to a typed value, judged; beside parsing with a copy of each string, and Foundation.
func contentBenchmarks() {
    for size in contentSizes {
        var random = RandomNumbers(seed: 5)
        contentBenchmarks(Batch("text/\(size.name)") { ChatContent.text(size.bytes, user: $0, &random) })
    }
}

private func contentBenchmarks(_ batch: Batch) {
    var tape = JSONTape()
    batch.measure("content-typed") { bytes, ranges in
        var sum = 0
        for range in ranges {
            let view = try tape.parse(bytes.span, in: range)
            let message = TextMessage(decoding: view, keepingSource: false)
            sum &+= message.content.utf8.count
        }
        return sum
    }
    // What typed decoding is held against: its parsing, and one copy of each string.
    batch.measure("content-strings") { bytes, ranges in
        var sum = 0
        for range in ranges {
            sum &+= copyStrings(try tape.parse(bytes.span, in: range))
        }
        return sum
    }
    batch.measure("content-judge") { bytes, ranges in
        var sum = 0
        for range in ranges {
            sum &+= MessageRegistry.builtIn.diagnose("RC:TxtMsg", try tape.parse(bytes.span, in: range)).count
        }
        return sum
    }
    let texts = batch.arrays.map { Data($0) }
    let decoder = JSONDecoder()
    measure("content-foundation/\(batch.name)", units: texts.count, bytes: batch.bytes.count) {
        var sum = 0
        for text in texts { sum &+= try decoder.decode(FoundationText.self, from: text).content.utf8.count }
        return sum
    }
}

/// Copies every string that is a value, at any depth.
private func copyStrings(_ view: JSONView) -> Int {
    if let text = view.string { return text.utf8.count }
    var sum = 0
    var members = view.members
    while let member = members.next() { sum &+= copyStrings(member.value) }
    return sum
}

/// A text message as an app would declare it for `JSONDecoder`.
private struct FoundationText: Decodable {
    struct User: Decodable {
        var id: String
        var name: String?
        var portrait: String?
    }

    var content: String
    var extra: String?
    var user: User?
}
