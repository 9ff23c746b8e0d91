import Testing
import WireJSON

@Suite("Finding members by a known key")
struct JSONMemberFinderTests {
    @Test(
        "a key is found exactly, else in other letter case, and of equal keys the last counts",
        arguments: [
            (#"{"key":1}"#, 1), (#"{"KEY":1,"a":2}"#, 1), (#"{"Key":1,"key":2,"kEy":3}"#, 2),
            (#"{"key":1,"key":2}"#, 2),
            (#"{"\u006bey":4}"#, 4), (#"{"kez":1,"keyy":2,"k":3}"#, nil), (#"[1]"#, nil), (#"{}"#, nil), ("7", nil),
            (#"{"ke[":1}"#, nil), (#"{"a":{"key":1},"key":5}"#, 5),
        ]
    )
    func member(_ text: String, _ expected: Int64?) throws {
        let document = try JSONDocument(text)
        let root = document.root
        let found = root.member("key")
        let value = found?.int64
        #expect(value == expected)
    }

    @Test("members are found in the order of the text and out of it, each counted once")
    func finder() throws {
        let document = try JSONDocument(#"{"a":1,"b":{"x":[]},"c":"text","d":"","e":null}"#)
        var finder = JSONMemberFinder(document.root)
        let first = finder.find("a")
        let a = first?.int64
        #expect(a == 1)
        let missing = finder.find("z") == nil
        #expect(missing)
        let early = finder.comesNext("c")
        #expect(!early)
        let number = finder.takeNextText(allowsBlank: true)
        #expect(number == nil)
        let object = finder.find("b")
        let count = object?.count
        #expect(count == 1)
        let isNext = finder.comesNext("c")
        let text = finder.takeNextText(allowsBlank: false)
        #expect(isNext && text == "text")
        let refused = finder.takeNextText(allowsBlank: false)
        #expect(refused == nil)
        let blank = finder.takeNextText(allowsBlank: true)
        #expect(blank?.isEmpty == true)
        let unread = finder.unread
        #expect(unread == 1)
        let null = finder.find("e")
        let isNull = null?.isNull
        #expect(isNull == true)
        let nothing = finder.find("a") == nil
        #expect(nothing)
    }

    @Test("a member of many that is asked for twice counts once")
    func many() throws {
        let members = (0..<50).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let document = try JSONDocument("{\(members)}")
        var finder = JSONMemberFinder(document.root)
        for key in ["k48", "K48", "k49", "K49"] as [StaticString] {
            let isFound = finder.find(key) != nil
            #expect(isFound)
        }
        let unread = finder.unread
        #expect(unread == 48)
        // Counted late, they may stay unread; none is lost.
        let before = finder.find("k40")?.int64
        let left = finder.unread
        #expect(before == 40 && left >= 47)
    }

    @Test("a text may be passed without a copy, and counts as found")
    func passed() throws {
        let document = try JSONDocument(#"{"a":"text","b":"","c":1,"d":"last"}"#)
        var finder = JSONMemberFinder(document.root)
        let start = finder.nextValueStart
        #expect(start == 5)
        let passes = [
            finder.passNextText(allowsBlank: false), finder.passNextText(allowsBlank: false),
            finder.passNextText(allowsBlank: true), finder.passNextText(allowsBlank: true),
        ]
        #expect(passes == [true, false, true, false])
        let number = finder.find("c")?.int64
        #expect(number == 1)
        let last = finder.takeNextText(allowsBlank: false)
        let unread = finder.unread
        #expect(last == "last" && unread == 0)
    }

    @Test(
        "repeated keys are seen, however they are spelt",
        arguments: [
            (#"{"a":1,"b":2}"#, false), (#"{"a":1,"b":2,"a":3}"#, true), (#"{"a":1,"\u0061":2}"#, true),
            (#"{"a":{"b":1},"b":1}"#, false), (#"["a","a"]"#, false), (#"{"a":1,"A":2}"#, false),
        ]
    )
    func repeated(_ text: String, _ expected: Bool) throws {
        let document = try JSONDocument(text)
        let root = document.root
        let isRepeated = root.hasRepeatedKeys
        #expect(isRepeated == expected)
    }
}
