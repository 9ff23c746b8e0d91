import Testing
import WireJSON

@testable import Redaction

extension ComparisonTests {
    /// Two contents of one message, and what differs: path, and the values behind it.
    struct Contents: CustomTestStringConvertible, Sendable {
        var one: String
        var other: String
        var differences: [String]
        var objectName = "RC:TxtMsg"
        var testDescription: String { "\(objectName) \(one) \(other)" }
    }

    static let contents = [
        // Of ids, times and texts it is compared whether they are there, also where frames have counters of that name.
        Contents(one: #"{"time":1}"#, other: "{}", differences: ["time: … | absent"]),
        Contents(
            one: #"{"text":"a","uid":"u"}"#,
            other: #"{"x":1}"#,
            differences: ["?: absent | …", "text: … | absent", "uid: … | absent"]
        ),
        Contents(
            one: #"{"path":"a","length":3,"offset":2,"sid":"s","bytes":1,"hex":"00","raw":"r","date":1,"i":7,"ser":1}"#,
            other:
                #"{"path":"b","length":4,"offset":5,"sid":"t","bytes":6,"hex":"01","raw":"s","date":2,"i":8,"ser":2}"#,
            differences: []
        ),
        Contents(
            one: #"{"name":"x","data":"y"}"#,
            other: #"{"name":"x"}"#,
            differences: ["data: … | absent"],
            objectName: "RC:CmdMsg"
        ),
        // What is empty is there.
        Contents(one: #"{"extra":[]}"#, other: "{}", differences: ["extra: [] | absent"]),
        Contents(
            one: #"{"mentionedInfo":{}}"#,
            other: #"{"x":""}"#,
            differences: [#"?: absent | """#, "mentionedInfo: {} | absent"]
        ),
        Contents(one: #"{"extra":[]}"#, other: #"{"extra":{}}"#, differences: ["extra: [] | {}"]),
        Contents(one: #"{"extra":null}"#, other: #"{"extra":""}"#, differences: [#"extra: null | """#]),
        // And differs from what is not empty only by what that holds.
        Contents(
            one: #"{"mentionedInfo":{"userIdList":["ann"]}}"#,
            other: #"{"mentionedInfo":{"userIdList":[]}}"#,
            differences: ["mentionedInfo.userIdList[0]: … | absent"]
        ),
        // The order of members says nothing, whoever named them.
        Contents(one: #"{"type":1,"code":2}"#, other: #"{"code":2,"type":1}"#, differences: []),
        Contents(
            one: #"{"a":true,"b":false}"#,
            other: #"{"b":false,"a":true}"#,
            differences: [],
            objectName: "app:custom"
        ),
        Contents(
            one: #"{"a":{"x":true},"b":[1,""]}"#,
            other: #"{"b":[1,""],"a":{"x":true}}"#,
            differences: [],
            objectName: "app:custom"
        ),
        Contents(
            one: #"{"a":true,"b":false}"#,
            other: #"{"b":true,"a":true}"#,
            differences: ["?: false | true"],
            objectName: "app:custom"
        ),
        Contents(
            one: #"{"a":{"x":true}}"#,
            other: #"{"a":{}}"#,
            differences: ["?.?: true | absent"],
            objectName: "app:custom"
        ),
        // Numbers are compared by value, and short ones only.
        Contents(one: #"{"type":2}"#, other: #"{"type":2.0}"#, differences: []),
        Contents(one: #"{"type":2}"#, other: #"{"type":2.50}"#, differences: ["type: 2 | 2.5"]),
        Contents(one: #"{"type":1e3}"#, other: #"{"type":2e3}"#, differences: []),
        Contents(one: #"{"size":20480}"#, other: #"{"size":20481}"#, differences: ["size: 20480 | 20481"]),
        Contents(one: #"{"size":1048576}"#, other: #"{"size":1048577}"#, differences: []),
    ]

    @Test("Contents are compared by what they say", arguments: contents)
    func contents(_ contents: Contents) throws {
        func event(_ content: String) throws -> JSONValue {
            try JSONValue(
                parsing: #"{"n":1,"flow":1,"system":"rongcloud","transport":"websocket","sender":"client","#
                    + #""frame":{"type":"PUBLISH"},"messages":[{"objectName":"\#(contents.objectName)","#
                    + #""content":\#(content)}]}"#
            )
        }
        let found = try Self.differences([event(contents.one)], [event(contents.other)])
        let said = found.map { difference in
            let path = (difference.field ?? difference.kind).replacing("messages[0].content.", with: "")
            return "\(path): \(difference.valueA ?? "absent") | \(difference.valueB ?? "absent")"
        }
        #expect(said == contents.differences)
    }

    @Test("Of frames what counts the session's events is not compared")
    func counters() throws {
        func event(_ frame: String, _ message: String) throws -> JSONValue {
            try JSONValue(
                parsing: #"{"n":1,"flow":1,"system":"rongcloud","transport":"websocket","sender":"client","#
                    + #""frame":{"type":"PUBLISH"\#(frame)},"messages":[{"objectName":"RC:TxtMsg"\#(message)}]}"#
            )
        }
        let one = try event(#","messageId":1,"date":5,"data":"00""#, #","uid":"A","sentTime":"2026-01-01T00:00:00Z""#)
        #expect(try Self.differences([one], [event("", "")]).isEmpty)
    }
}
