/// Writes message contents: JSON of a wanted length, with text of several scripts, escapes and a nested object.
package enum ChatContent {
    private static let words: [[UInt8]] = [
        "hello ", "世界 ", "meeting ", "at ten ", #"\"ok\" "#, "好的，", "see you ", "tomorrow ", #"line\n"#, "Grüße ",
        "😀 ", "thanks ", "on my way ", "0815 ", "a/b ", "今天下午三点 ",
    ].map { Array($0.utf8) }

    /// The content of a text message from a user, as long as wanted if it can be that short.
    package static func text(_ wanted: Int, user: Int, _ random: inout RandomNumbers) -> [UInt8] {
        let head = Array(#"{"content":""#.utf8)
        let tails = [
            #"","extra":"","user":{"id":"u\#(user)","name":"name\#(user)","portrait":"http://example.com/p/\#(user).png"}}"#,
            #"","extra":""}"#, #""}"#,
        ]
        let tail = Array((tails.first { head.count + $0.utf8.count <= wanted } ?? tails[2]).utf8)
        let end = max(wanted, head.count + tail.count) - tail.count
        var text = head
        text.reserveCapacity(end + tail.count)
        while text.count < end {
            let word = words[random.below(words.count)]
            if text.count + word.count <= end { text += word } else { text.append(UInt8(ascii: ".")) }
        }
        return text + tail
    }
}
