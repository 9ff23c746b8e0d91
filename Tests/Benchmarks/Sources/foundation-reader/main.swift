import Foundation

// A plain reader of RongCloud WebSocket captures, as one would write it in a day with Foundation and swift-protobuf. It
// is what imwire is compared with: it knows little-endian pcap, Ethernet, IPv4 and connections without losses only.

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: foundation-reader CAPTURE\n".utf8))
    exit(64)
}
do {
    let file = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]), options: .mappedIfSafe)
    var conversations = Conversations()
    try PacketFile(file).forEachSegment { conversations.receive($0) }
    print("\(conversations.frames) frames, \(conversations.contents) contents, \(conversations.values) JSON values")
} catch {
    FileHandle.standardError.write(Data("foundation-reader: \(error)\n".utf8))
    exit(65)
}
