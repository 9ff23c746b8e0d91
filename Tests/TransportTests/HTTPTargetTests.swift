import Testing
import Transport

/// Paths and queries of request targets.
@Suite struct HTTPTargetTests {
    /// Target, path, names and values.
    static let targets: [(String, String, [[String]])] = [
        ("/", "/", []),
        ("", "", []),
        ("*", "*", []),
        ("/a/b", "/a/b", []),
        ("/a?", "/a", []),
        ("/a?x=1&y=2", "/a", [["x", "1"], ["y", "2"]]),
        ("/a?x=1&x=2&x=", "/a", [["x", "1"], ["x", "2"], ["x", ""]]),
        ("/a?x&y&=z", "/a", [["x", ""], ["y", ""], ["", "z"]]),
        ("/a?x=1=2==", "/a", [["x", "1=2=="]]),
        ("/a?&&x=1&&", "/a", [["x", "1"]]),
        ("/a?x=1?y=2", "/a", [["x", "1?y=2"]]),
        ("/a%20b?x=%E4%BD%A0%e5%a5%bd", "/a%20b", [["x", "你好"]]),
        ("/a?a%3Db=c%26d", "/a", [["a=b", "c&d"]]),
        ("/a?x=1+2%2B3", "/a", [["x", "1 2+3"]]),
        ("/a?x=%&y=%4&z=%zz%41", "/a", [["x", "%"], ["y", "%4"], ["z", "%zzA"]]),
        ("/a?x=%FF", "/a", [["x", "\u{FFFD}"]]),
        ("http://h.example/p?x=1", "/p", [["x", "1"]]),
        ("http://h.example:8080/p/q", "/p/q", []),
        ("https://h.example", "", []),
        ("http://h.example?x=/1", "", [["x", "/1"]]),
        // A URL inside the query does not make a target absolute.
        ("/go?to=http://h.example/p?q", "/go", [["to", "http://h.example/p?q"]]),
        ("/a://b/c?x=1", "/a://b/c", [["x", "1"]]),
    ]

    @Test("a target falls into its path and its decoded parameters", arguments: targets)
    func parts(_ text: String, _ path: String, _ query: [[String]]) {
        let target = HTTPTarget(text)
        #expect(target.path == path)
        #expect(target.query.map { [$0.name, $0.value] } == query)
    }

    @Test("of parameters with one name the first is found")
    func duplicates() {
        let target = HTTPTarget("/a?x=1&x=2&y")
        #expect(target["x"] == "1")
        #expect(target["y"] == "")
        #expect(target["X"] == nil)
    }
}
