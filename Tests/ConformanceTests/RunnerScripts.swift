import WireFormat
import WireJSON

@testable import Conformance

/// Small adapters in shell, which every machine has.
///
/// They answer `count.up` with the number of the request, and do something else at one case.
enum ShellAdapter {
    /// The suite that the adapters pass: case `count-07` gets the number 7 and expects the number of its request.
    static func entries(_ count: Int = 12) throws -> [VectorSuite.Entry] {
        try (0..<count).map { index in
            let vector = try VectorCase([
                "id": JSONValue(name(index)), "level": "must", "flags": [], "comment": "The reply to this request.",
                "operation": "count.up", "input": ["n": JSONValue(index)],
                "expect": ["outcome": "accept", "value": ["n": JSONValue(ProcessRun.requestId(of: index))]],
                "source": "made for the test",
            ])
            return VectorSuite.Entry(group: "test", vector: vector)
        }
    }

    /// The id of a case.
    static func name(_ index: Int) -> String { "count-" + (index < 10 ? "0" : "") + String(index) }

    /// The right reply, in shell.
    static let reply = #"echo "{\"id\":$id,\"ok\":true,\"value\":{\"n\":$id}}""#

    /// An adapter that does something of its own at one case, and after that goes on or ends as it likes.
    static func script(at index: Int, _ action: String, hello: String = defaultHello) -> String {
        """
        while IFS= read -r line; do
          id=${line#*'"id":'}; id=${id%%,*}
          case $line in
            *hello*) \(hello);;
            *'"n":\(index)}'*) \(action);;
            *) \(reply);;
          esac
        done
        """
    }

    /// An adapter that answers each request twice; it may keep a list of the requests.
    static func twice(hello: Bool, log: String = "/dev/null") -> String {
        """
        while IFS= read -r line; do
          id=${line#*'"id":'}; id=${id%%,*}
          case $line in
            *hello*) \(defaultHello); \(hello ? defaultHello : ":");;
            *) echo $id >> \(log); \(reply); \(reply);;
          esac
        done
        """
    }

    static let defaultHello =
        #"echo '{"id":1,"ok":true,"value":{"sdk":"shell","version":"1","operations":["count.up"]}}'"#

    /// Options with short time limits.
    static var options: RunOptions {
        var options = RunOptions()
        options.timeout = 3
        options.startTimeout = 20
        options.limits.replyBytes = 1 << 18
        return options
    }

    /// Runs a script over the suite.
    static func run(
        _ script: String,
        jobs: Int = 1,
        timeout: Double? = nil,
        count: Int = 12,
        _ change: (inout RunOptions) -> Void = { _ in }
    ) throws -> AdapterRun {
        var options = options
        options.jobs = jobs
        change(&options)
        if let timeout { options.timeout = timeout }
        return try AdapterRun(suite: "1.0.0", entries(count), adapter: .command(script), options: options)
    }
}
