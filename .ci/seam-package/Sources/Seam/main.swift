import Inspection
import Reporting
import WireFormat

// Shows a capture as a command of `imwire` would: FORM CAPTURE [FILTER].
let arguments = CommandLine.arguments
let form = arguments[1]
let path = arguments[2]
let filter = try arguments.dropFirst(3).first.map { try EventFilter($0) }

switch form {
case "check":
    var check = CaptureCheck()
    var source = CaptureSource.file(path)
    source.name = "parley.pcap"
    _ = try await check.add(source)
    print(check.report.text(.text, version: "0"), terminator: "")
    print(check.report.summary)
case "stats":
    var report = StatisticsReport()
    report.filter = filter
    _ = try await report.add(.file(path))
    print(report.text(.text), terminator: "")
case "frames":
    // Each frame to its object and back.
    var selection = EventSelection(filter: filter)
    selection.keepsBytes = true
    for try await event in CaptureEvents(.file(path), selecting: selection) {
        guard event.frame != nil, event.undecoded.isEmpty, let bytes = event.bytes else { continue }
        let options = FrameObjectOptions(sender: event.sender)
        let object = try event.system.frameObject(of: bytes, options)
        print(object)
        let again = try event.system.frameBytes(of: Array(object.utf8), options)
        if again != bytes { print("is written as other bytes") }
    }
default:
    var decoder = CaptureDecoder()
    guard let format = CaptureDecoder.Format(rawValue: form) else { fatalError("there is no form \(form)") }
    decoder.format = format
    decoder.filter = filter
    decoder.style.isUTC = true
    _ = try await decoder.decode(.file(path)) { bytes in
        print(String(decoding: Array(copying: bytes), as: UTF8.self), terminator: "")
    }
}
