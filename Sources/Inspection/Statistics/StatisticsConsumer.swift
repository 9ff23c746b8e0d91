import RongCloud
import WireFormat

/// Counts events and bytes by type, topic and object name.
struct StatisticsConsumer: EventConsumer {
    /// Events and bytes of a frame type; places `2 * type + (server ? 1 : 0)`.
    private(set) var types = Array(repeating: (count: 0, bytes: 0), count: 32)
    /// Polling requests that wait for messages; they have no frame type.
    private(set) var polls = (count: 0, bytes: 0)
    private(set) var topics = NameCounter()
    private(set) var objectNames = NameCounter()
    private(set) var exchanges = 0
    private(set) var gaps = 0
    private(set) var gapBytes = 0
    private(set) var firstTime = Int64.max
    private(set) var lastTime = Int64.min

    var depth: DecodingDepth { .payload }

    mutating func consume(_ event: inout Event, _ bytes: Span<UInt8>, into writer: inout ByteWriter) {
        firstTime = min(firstTime, event.time)
        lastTime = max(lastTime, event.time)
        switch event.kind {
        case .frame:
            let place = Int(event.layout.header.type.rawValue) &* 2 &+ (event.sender == .server ? 1 : 0)
            if event.typeName == nil {
                types[place].count &+= 1
                types[place].bytes &+= bytes.count
            } else {
                polls.count &+= 1
                polls.bytes &+= bytes.count
            }
            if let topic = event.layout.topic { topics.add(bytes.extracting(topic), bytes: bytes.count) }
            for index in event.messages.indices {
                guard let name = event.messages[index].objectName else { continue }
                objectNames.add(bytes.extracting(name), bytes: event.messages[index].contentRange?.count ?? 0)
            }
        case .gap(_, let length):
            gaps += 1
            gapBytes += length
        case .http: exchanges += 1
        case .undecoded: break
        }
    }

    mutating func merge(_ other: StatisticsConsumer) {
        for place in types.indices {
            types[place].count += other.types[place].count
            types[place].bytes += other.types[place].bytes
        }
        polls.count += other.polls.count
        polls.bytes += other.polls.bytes
        topics.merge(other.topics)
        objectNames.merge(other.objectNames)
        exchanges += other.exchanges
        gaps += other.gaps
        gapBytes += other.gapBytes
        firstTime = min(firstTime, other.firstTime)
        lastTime = max(lastTime, other.lastTime)
    }
}
