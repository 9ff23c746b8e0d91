package import Fuzzer
import LayerFuzzing

/// All targets by name: those of captures, transports and tools, and those of the systems.
///
/// This folder holds the module's only list of systems: add a new system here.
package enum TargetCatalogue {
    /// The targets in the order of a run over all of them.
    package static let all: [any FuzzTarget] = [
        FramesTarget(), PayloadsTarget(), JSONTarget(), MessagesTarget(), UIDTarget(), ObjectsTarget(),
        CapturesTarget(),
        StreamsTarget(), TLSTarget(), HTTPMessagesTarget(), WebSocketTarget(), FiltersTarget(), KeyLogsTarget(),
        DescriptorsTarget(), VectorsTarget(), DecodeTarget(), RedactTarget(), NamesTarget(),
        LeanCloudTarget(), NIMTarget(), YCTarget(),
        WebSocketPlanTarget(), TCPPlanTarget(), CapturePlanTarget(), HTTPPlanTarget(), SessionPlanTarget(),
        FragmentPlanTarget(), FilterPlanTarget(), RulesPlanTarget(), TLSPlanTarget(), LinkPlanTarget(),
        TLSOldPlanTarget(), LeanCloudPlanTarget(), NIMPlanTarget(), YCPlanTarget(), StatisticsPlanTarget(),
        FlowsPlanTarget(), OutputPlanTarget(), ContentsPlanTarget(), LoginsPlanTarget(), WaitPlanTarget(),
        LinesPlanTarget(), JSONPlanTarget(), ProtobufPlanTarget(),
        LeanCloudContentsPlanTarget(), NIMContentsPlanTarget(), HolesPlanTarget(), PollingPlanTarget(),
        JoinedPlanTarget(), NoticesPlanTarget(),
    ]

    /// The approximate processor time of an input in microseconds, on a machine of today.
    ///
    /// When targets share a time, slower targets run fewer inputs. A target without an entry has ``usualCost``.
    private static let costs: [String: Double] = [
        "frames": 90, "payloads": 80, "json": 300, "messages": 100, "uids": 40, "objects": 80, "captures": 600,
        "streams": 310, "tls": 440, "http": 190, "websocket": 1500, "filters": 480, "keylogs": 150, "descriptors": 150,
        "vectors": 150, "decode": 2300, "redact": 4000, "names": 250, "leancloud": 150, "nim": 60, "yc": 80,
        "websocket-plan": 2400,
        "tcp-plan": 650, "capture-plan": 350, "http-plan": 1700, "session-plan": 1200, "fragment-plan": 1700,
        "filter-plan": 900, "rules-plan": 1000, "tls-plan": 1800, "link-plan": 350,
        "tls12-plan": 900, "leancloud-plan": 1000, "nim-plan": 1000, "yc-plan": 700, "stats-plan": 450,
        "flows-plan": 1300, "output-plan": 5000, "contents-plan": 275, "logins-plan": 1300, "waits-plan": 300,
        "lines-plan": 2000, "json-plan": 160, "protobuf-plan": 230, "leancloud-contents-plan": 60,
        "nim-contents-plan": 60, "holes-plan": 1400, "polling-plan": 900,
        "joined-plan": 1000, "notices-plan": 900,
    ]
    private static let usualCost = 500.0

    /// Returns the number of a target's inputs for a time in seconds; the same number on every machine.
    package static func runs(of target: any FuzzTarget, for seconds: Double) -> Int {
        Int((seconds * 1_000_000 / (costs[target.name] ?? usualCost)).rounded(.up))
    }

    /// Returns the target with a name.
    package static func target(named name: String) -> (any FuzzTarget)? { all.first { $0.name == name } }

    /// Returns the target with a name; `payloads` and `json` are compared with the independent decoders.
    static func target(
        named name: String,
        payloads: FuzzEntry.PayloadDecoder?,
        json: FuzzEntry.JSONDecoder?
    ) -> (any FuzzTarget)? {
        switch name {
        case "payloads": PayloadsTarget(other: payloads)
        case "json": JSONTarget(other: json)
        default: target(named: name)
        }
    }
}
