"""Which files are edited, and what judges them: the tests of their room first, then other rooms, then the fuzzer."""

# Folder or file: room of tests that comes first, targets of the fuzzer.
ROOMS = {
    "Sources/Transport/HTTP": ("TransportTests", "http,http-plan"),
    "Sources/Transport/WebSocket": ("TransportTests", "websocket,websocket-plan"),
    "Sources/Transport/Inflate": ("TransportTests", "websocket-plan,http"),
    "Sources/Transport/TLS": ("TransportTests", "tls,tls-plan,tls12-plan,keylogs"),
    "Sources/Transport": ("TransportTests", "http,websocket-plan,tls-plan"),
    "Sources/Capture/TCP": ("CaptureTests", "streams,tcp-plan,waits-plan,fragment-plan"),
    "Sources/Capture/Files": ("CaptureTests", "captures,capture-plan"),
    "Sources/Inspection/Check": ("InspectionTests", "rules-plan,decode"),
    "Sources/Inspection/Filter": ("InspectionTests", "filters,filter-plan"),
    "Sources/Inspection/Systems/PendingRequests.swift": ("InspectionTests", "session-plan,decode"),
    "Sources/Inspection/Systems/RongCloud/RongCloudDecoder+Pairing.swift": ("InspectionTests", "session-plan,decode"),
    "Sources/Inspection/Systems/RongCloud/Check": ("InspectionTests", "rules-plan,decode"),
}

# Tables of names, in which an edit is an edit of data.
TABLES = {"Sources/Transport/TLS/TLSCipherSuiteNames.swift"}

# All rooms whose tests are asked, in this order behind the file's own.
TESTED = ["CaptureTests", "TransportTests", "InspectionTests", "LeanCloudTests", "NIMTests", "RedactionTests",
          "FuzzingTests", "ConformanceTests", "CommandLineTests"]

# Suites that judge the machine's time or memory, browsers, or other programs' sources.
UNJUDGED = {"CommandLineTests.MemoryTests", "CommandLineTests.ReportBrowserTests"}


def room(file):
    """The entry of the table that a file belongs to: the longest that fits."""
    fitting = [folder for folder in ROOMS if file == folder or file.startswith(folder + "/")]
    return max(fitting, key=len) if fitting else None
