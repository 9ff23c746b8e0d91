import Inspection
import LiveCapture

// Prints the types of the first frames that pass on the loopback interface, of a port.
let arguments = CommandLine.arguments
var options = LiveOptions(interface: "lo")
options.filter = "tcp port \(arguments[1])"
options.duration = .seconds(30)
let session = try LiveSession(options)
print("ready")
var selection = EventSelection()
selection.limit = 8
for try await event in CaptureEvents(.live(session), selecting: selection) {
    print(event.sender.rawValue, event.frame?.type ?? "HTTP")
}
let counted = session.finish().statistics
print(counted.captured > 0 ? "packets captured" : "no packet")
