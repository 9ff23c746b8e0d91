import Benchmark
import CaptureGeneration
import Foundation
import WireFormat
import WireJSON

/// JSON of message contents: parsed, checked, minified; and by Foundation.
func jsonBenchmarks() {
    for size in contentSizes {
        var random = RandomNumbers(seed: 3)
        jsonBenchmarks(Batch("content/\(size.name)") { ChatContent.text(size.bytes, user: $0, &random) })
    }
    // Many short values in one text, as in an answer of the server's HTTP interface.
    jsonBenchmarks(
        Batch("list/64KiB") { number in
            let items = (0..<820).map { item in
                #"{"id": \#(item + number), "on": true, "rate": 0.5, "name": "name\#(item)", "tags": ["a", "b"]}"#
            }
            return Array("[\(items.joined(separator: ", "))]".utf8)
        }
    )
}

private func jsonBenchmarks(_ batch: Batch) {
    var tape = JSONTape()
    batch.measure("json-tape") { bytes, ranges in
        var sum = 0
        for range in ranges {
            try tape.parse(bytes.span, in: range)
            sum &+= tape.count
        }
        return sum
    }
    batch.measure("json-validate") { bytes, ranges in
        for range in ranges { try JSONValidator.validate(bytes.span, in: range) }
        return ranges.count
    }
    batch.measure("json-minify") { bytes, ranges in
        var writer = ByteWriter(capacity: bytes.count)
        for range in ranges { try writer.append(minifiedJSON: bytes.span, in: range) }
        return writer.count
    }
    let texts = batch.arrays.map { Data($0) }
    measure("json-foundation/\(batch.name)", units: texts.count, bytes: batch.bytes.count) {
        var sum = 0
        for text in texts {
            switch try JSONSerialization.jsonObject(with: text) {
            case let object as [String: Any]: sum &+= object.count
            case let array as [Any]: sum &+= array.count
            default: break
            }
        }
        return sum
    }
}
