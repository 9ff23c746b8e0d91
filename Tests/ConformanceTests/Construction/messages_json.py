"""JSON itself: strings, numbers, structure, what is no JSON, and what a reader does with keys that it does not know."""

import decimal
import json

from messages_common import decode, text

SOURCE = "RFC 8259"
REPLACED = "\ufffd"

# Texts of RC:TxtMsg: id, mistake, how the JSON string is written between its quotes, what it says.
STRINGS = [
    ("escape-nul", "cuts text at U+0000, where a C string ends", r"前\u0000后", "前\0后"),
    ("escape-short", "mixes up the short escapes", r"\b\f\n\r\t", "\b\f\n\r\t"),
    ("escape-control", "drops control characters", r"\u0001\u001b[31m\u001f", "\x01\x1b[31m\x1f"),
    ("escape-solidus", "keeps the backslash of an escaped slash", r"https:\/\/a\/b", "https://a/b"),
    ("escape-quote", "ends a text at an escaped quote", r"说\"好\"", "说\"好\""),
    ("escape-backslash-end", "takes an escaped backslash at the end for an escaped quote", r"C:\\路\\", "C:\\路\\"),
    ("escape-backslash-n", "turns an escaped backslash and n into a line break", r"C:\\new\\table", "C:\\new\\table"),
    ("escape-unneeded", "keeps escapes of characters that need none", r"\u0041\u007e", "A~"),
    ("escape-hex-small", "reads capital hex digits only", r"\u00e9\u4e2d\uffef", "é中\uffef"),
    ("escape-hex-capital", "reads small hex digits only", r"\u00E9\u4E2D\uFFEF", "é中\uffef"),
    ("escape-hex-mixed", "reads four hex digits of one case", r"\u00Ea\uFf0c", "ê，"),
    ("escape-five-digits", "reads five hex digits where four count", r"\u00e99", "é9"),
    ("escape-surrogate-pair", "makes two characters of a surrogate pair", r"\ud83c\udf5c", "🍜"),
    ("escape-surrogate-pair-capital", "knows surrogates with small hex digits only", r"\uD83D\uDE00!", "😀!"),
    ("escape-surrogate-lowest", "miscounts the first surrogate pair, U+10000", r"\ud800\udc00", "\U00010000"),
    ("escape-surrogate-highest", "miscounts the last surrogate pair, U+10FFFF", r"\udbff\udfff", "\U0010ffff"),
    ("escape-beside-raw", "fails on a raw emoji beside an escaped one", r"🍜\ud83c\udf5c🍜", "🍜🍜🍜"),
    ("utf-8-two-bytes", "reads text as Latin-1", "é߿", "é\u07ff"),
    ("utf-8-three-bytes", "cuts three-byte characters", "中ࠀ", "中\u0800"),
    ("utf-8-four-bytes", "keeps 16 bits of a character beyond them, so that U+1F600 becomes U+F600", "😀", "😀"),
    ("utf-8-highest", "refuses the highest character", "\U0010ffff", "\U0010ffff"),
    ("private-use", "maps U+F600 to the emoji U+1F600, as an emoji library of the web does", "\uf600", "\uf600"),
    ("replacement", "drops a replacement character that was sent", "a\ufffdb", "a\ufffdb"),
    ("noncharacter", "refuses U+FFFF, which is no character but may be sent", "a\uffffb", "a\uffffb"),
    ("bom-inside", "drops U+FEFF inside a text", "a\ufeffb", "a\ufeffb"),
    ("bom-first-in-text", "drops U+FEFF at the beginning of a text", "\ufeffab", "\ufeffab"),
    ("line-separator", "evaluates JSON as JavaScript, where U+2028 ends a line", "一\u2028二\u2029三", "一\u2028二\u2029三"),
    ("delete", "drops U+007F or U+0085", "a\x7fb\x85c", "a\x7fb\x85c"),
    ("combining", "composes characters: e and U+0301 are two", "e\u0301", "e\u0301"),
    ("composed", "takes a composed character apart", "\u00e9\u1e9b\u0323", "\u00e9\u1e9b\u0323"),
    ("compatibility", "folds compatibility characters", "ﬁ①Ａ㎏", "ﬁ①Ａ㎏"),
    ("emoji-family", "drops the joiners between emoji", "👨‍👩‍👧‍👦🏳️‍🌈", "👨‍👩‍👧‍👦🏳️‍🌈"),
    ("right-to-left", "drops marks of direction", "\u202eabc\u202c שלום \u200f!", "\u202eabc\u202c שלום \u200f!"),
    ("empty", "takes an empty text for a missing one and fails", "", ""),
    ("blanks", "trims a text", "  \u3000一 ", "  \u3000一 "),
    ("word-null", "takes the text null for nothing", "null", "null"),
    ("word-true", "turns the text true into a truth value", "true", "true"),
    ("word-number", "turns the text 007 into a number", "007", "007"),
    ("html", "escapes or strips markup", "<b>&amp;</b><!-- -->", "<b>&amp;</b><!-- -->"),
    ("percent", "decodes percent signs and plus signs", "100%25+1%E4%BD%A0", "100%25+1%E4%BD%A0"),
    ("format", "takes a text for a format", "%s %n %@ {0} ${a} \\\\(x)", "%s %n %@ {0} ${a} \\(x)"),
    ("json-inside", "parses a text that is JSON", r"{\"content\":\"里\"}", "{\"content\":\"里\"}"),
    ("base64-look", "decodes a text that looks like base64", "aGVsbG8=", "aGVsbG8="),
]

# Halves of surrogate pairs: SDKs replace them (U+FFFD, in Java a question mark) or refuse the text.
LONE = [
    ("high", "a high surrogate at the end, which ends a reader that waits for its other half", r"好\ud83c", "好", ""),
    ("low", "a low surrogate alone, which is taken for a character", r"\udf5c好", "", "好"),
    ("high-then-letter", "a high surrogate before a letter, which is swallowed with it", r"\ud83cA", "", "A"),
    ("high-then-escape", "a high surrogate before another escape, which is joined with it", r"\ud83c\u0041", "", "A"),
    ("high-then-emoji", "a high surrogate before a whole pair, where the pairs are taken askew", r"\ud83c\ud83c\udf5c",
     "", "🍜"),
]

# Bytes that are not UTF-8: replaced or refused, but not taken for something else.
BYTES = [
    ("continuation", "a continuation byte alone", b"a\x80b", ["a\ufffdb"]),
    ("ff", "the byte 0xFF, which UTF-8 never has", b"a\xffb", ["a\ufffdb"]),
    ("latin-1", "Latin-1 text, whose accent swallows the letter after it", b"caf\xe9 x", ["caf\ufffd x"]),
    ("gbk", "GBK text", "你".encode("gbk") + b"!", ["\ufffd\ufffd!", "\ufffd!"]),
    ("cut", "a character cut in its middle", b"a\xe4\xb8b", ["a\ufffdb", "a\ufffd\ufffdb"]),
    ("overlong", "an overlong slash, which passes checks for the short one", b"a\xc0\xafb",
     ["a\ufffdb", "a\ufffd\ufffdb"]),
    ("modified-nul", "U+0000 in two bytes, as in strings of Java's own UTF-8, which contents are not", b"a\xc0\x80b",
     ["a\ufffdb", "a\ufffd\ufffdb", "a\0b"]),
    ("surrogates", "an emoji as two surrogates of three bytes, as frame strings have it and contents do not",
     b"a\xed\xa0\xbc\xed\xbd\x9cb", ["a" + REPLACED * count + "b" for count in (1, 2, 6)] + ["a🍜b"]),
    ("above", "a character beyond U+10FFFF", b"a\xf4\x90\x80\x80b", ["a" + REPLACED * count + "b" for count in (1, 4)]),
    ("five-bytes", "a sequence of five bytes, which the first UTF-8 had", b"a\xf8\x88\x80\x80\x80b",
     ["a" + REPLACED * count + "b" for count in (1, 5)]),
]

# Numbers: id, mistake, object name, the content as written; the value is JSON's own.
NUMBERS = [
    ("fraction-zero", "refuses a whole number that is written with a fraction", "RC:HQVCMsg",
     '{"remoteUrl":"u","duration":7.0}'),
    ("exponent", "refuses a whole number that is written with an exponent", "RC:FileMsg",
     '{"name":"a","size":12e3,"type":"t","fileUrl":"u"}'),
    ("exponent-capital", "knows a small e and no sign only", "RC:FileMsg",
     '{"name":"a","size":1.2E+4,"type":"t","fileUrl":"u"}'),
    ("exponent-negative", "takes 1200e-2 for a fraction", "RC:FileMsg",
     '{"name":"a","size":1200e-2,"type":"t","fileUrl":"u"}'),
    ("exponent-zero", "reads 1e0 as 10 or 0", "RC:SpMsg", '{"type":1e0}'),
    ("minus-zero", "fails on -0", "RC:GIFMsg", '{"remoteUrl":"u","gifDataSize":-0,"width":0,"height":0}'),
    ("zero", "takes 0 for absence", "RC:VCHangup", '{"callId":"c-1","reason":0}'),
    ("negative", "reads a negative number without its sign", "RC:CsChaR", '{"code":-1,"msg":"失败"}'),
    ("int-32-highest", "overflows at 2147483647 when it adds or scales", "RC:ReadNtf",
     '{"lastMessageSendTime":2147483647,"type":1}'),
    ("int-32-above", "makes 2147483648 negative", "RC:ReadNtf", '{"lastMessageSendTime":2147483648,"type":1}'),
    ("int-32-lowest", "overflows at the negation of -2147483648", "RC:CsChaR", '{"code":-2147483648}'),
    ("uint-32-above", "makes 0 of 4294967296", "RC:FileMsg", '{"name":"a","size":4294967296,"type":"t","fileUrl":"u"}'),
    ("time", "keeps milliseconds in a float of 32 bits", "RC:SRSMsg", '{"lastMessageSendTime":1700000000001}'),
    ("double-exact-highest", "rounds the highest number that doubles count to", "RC:SRSMsg",
     '{"lastMessageSendTime":9007199254740991}'),
    ("double-inexact", "reads numbers as doubles, so that 9007199254740993 becomes ...992", "RC:SRSMsg",
     '{"lastMessageSendTime":9007199254740993}'),
    ("int-64-highest", "reads the highest 64-bit number as a double, or overflows", "RC:SRSMsg",
     '{"lastMessageSendTime":9223372036854775807}'),
    ("int-64-lowest", "reads the lowest 64-bit number as a double, or overflows", "RC:SRSMsg",
     '{"lastMessageSendTime":-9223372036854775808}'),
    ("coordinates", "keeps coordinates in floats of 32 bits", "RC:RL", '{"latitude":31.230416,"longitude":121.473701}'),
    ("coordinates-small", "reads 1e-7 as 0 or refuses it", "RC:RL", '{"latitude":1e-7,"longitude":-1E-7}'),
    ("coordinates-limits", "refuses the poles and the date line", "RC:RL", '{"latitude":-90,"longitude":180}'),
    ("coordinates-zero", "takes 0.0 for absence, and so loses the equator", "RC:RL",
     '{"latitude":0.0,"longitude":-0.0}'),
    ("coordinates-precise", "cuts the last digits of a double", "RC:RL",
     '{"latitude":0.1,"longitude":179.99999999999997}'),
]

# No JSON: id, what it is that the reader lets pass, the bytes, the level. Lenient parsers exist; must is for what
# none reads.
BROKEN = [
    ("text", "plain text, which is shown as if it were a content", "你好", "must"),
    ("xml", "XML", "<content>你好</content>", "must"),
    ("base64", "base64 of JSON, of which the first letters may look like a literal", "eyJjb250ZW50IjoiaGkifQ==",
     "must"),
    ("blank", "blanks only, which are taken for an empty object", " \n ", "must"),
    ("cut-in-text", "a content cut off inside a text", '{"content":"你', "must"),
    ("cut-in-escape", "a content cut off inside an escape", '{"content":"a\\u00', "must"),
    ("cut-after-colon", "a content cut off before a value", '{"content":', "must"),
    ("cut-after-value", "a content cut off before its last brace", '{"content":"你好"', "must"),
    ("cut-in-number", "a content cut off inside a number", '{"duration":1', "must"),
    ("cut-in-literal", "a content cut off inside true", '{"isFull":tru', "must"),
    ("brace-too-many", "a closing brace too many", '{"content":"你好"}}', "should"),
    ("two-objects", "two objects, of which the first is taken", '{"content":"一"}{"content":"二"}', "should"),
    ("no-comma", "two members without a comma", '{"content":"一" "extra":"k"}', "should"),
    ("no-colon", "a member without a colon", '{"content" "一"}', "should"),
    ("no-value", "a member without a value", '{"content":,"extra":"k"}', "should"),
    ("trailing-comma", "a comma after the last member", '{"content":"一",}', "should"),
    ("leading-comma", "a comma before the first member", '{,"content":"一"}', "should"),
    ("bracket-for-brace", "an object that a bracket closes", '{"content":"一"]', "should"),
    ("single-quotes", "texts in single quotes", "{'content':'一'}", "should"),
    ("no-quotes", "a key without quotes, as an early article prints one", '{content:"一"}', "should"),
    ("comment", "a comment", '{"content":"一"/* c */}', "should"),
    ("capital-literal", "a literal with a capital letter", '{"content":"一","isBurnAfterRead":True}', "should"),
    ("undefined", "the word undefined", '{"content":undefined}', "should"),
    ("nan", "NaN, which JSON lacks", '{"latitude":NaN,"longitude":1}', "should"),
    ("infinity", "Infinity, which JSON lacks", '{"latitude":1,"longitude":-Infinity}', "should"),
    ("leading-zero", "a number with a leading zero, which is taken for octal", '{"duration":010}', "should"),
    ("plus", "a number with a plus sign", '{"duration":+7}', "should"),
    ("point-first", "a number that begins with its point", '{"latitude":.5,"longitude":1}', "should"),
    ("point-last", "a number that ends with its point", '{"latitude":5.,"longitude":1}', "should"),
    ("exponent-empty", "a number whose exponent has no digits", '{"duration":1e}', "should"),
    ("hex-number", "a number in hex", '{"duration":0x1F}', "should"),
    ("minus-only", "a minus sign without digits", '{"duration":-}', "should"),
    ("underscore", "a number with an underscore", '{"duration":1_000}', "should"),
    ("escape-x", "an escape of two hex digits", r'{"content":"\x41"}', "should"),
    ("escape-braces", "an escape with braces", r'{"content":"\u{1f35c}"}', "should"),
    ("escape-short", "an escape with three hex digits", r'{"content":"\u12 4"}', "should"),
    ("escape-other", "an escape with a letter that has no meaning", r'{"content":"\q"}', "should"),
    ("callback", "a callback around the object, as navigation answers have it", 'callback({"content":"一"});', "must"),
    ("no-break-space", "a no-break space between members", '{"content":"一",\u00a0"extra":"k"}', "should"),
    ("utf-16", "UTF-16, whose every other byte is 0", '{"content":"hi"}'.encode("utf-16-le"), "must"),
    ("gzip", "compressed bytes", bytes.fromhex("1f8b08000000000000ff"), "must"),
    ("protobuf", "a protobuf message that holds JSON", b'\x0a\x10{"content":"hi"}', "must"),
    ("length-first", "a length before the object", b'\x00\x10{"content":"hi"}', "must"),
]

# Shape: id, mistake, object name, body, value expected (None: as written).
SHAPES = [
    ("spaced", "expects a member right after the brace", "RC:TxtMsg",
     ' {\r\n\t"content" :\n "早" ,\n "extra" : "k" } \n', None),
    ("key-order", "reads members by their place", "RC:FileMsg",
     '{"fileUrl":"u","type":"t","size":3,"name":"a"}', None),
    ("escaped-key", "compares keys before their escapes are read", "RC:TxtMsg", r'{"\u0063ontent":"早"}',
     {"content": "早"}),
    ("key-in-value", "searches the text for a key and finds it in a value", "RC:TxtMsg",
     r'{"extra":"\"content\":\"错\"","content":"早"}', None),
    ("key-in-nested", "searches the text for a key and finds it in a nested object", "RC:TxtMsg",
     '{"other":{"content":"错"},"content":"早"}', {"content": "早"}),
    ("key-prefix", "finds a key by its beginning", "RC:TxtMsg", '{"contentType":"错","con":"错","content":"早"}',
     {"content": "早"}),
    ("key-blank", "trims keys", "RC:TxtMsg", '{" content":"错","content ":"错","content":"早"}', {"content": "早"}),
    ("key-full-width", "folds full-width letters in keys", "RC:TxtMsg", '{"ｃontent":"错","content":"早"}',
     {"content": "早"}),
    ("depth-100", "gives up at a depth of 100", "RC:TxtMsg", '{"content":"早","x":' + "[" * 100 + "]" * 100 + "}",
     {"content": "早"}),
    ("long", "keeps a content's length in 16 bits", "RC:TxtMsg",
     '{"extra":"' + "0123456789abcdef" * 4125 + '","content":"早"}',
     {"content": "早"}),
    ("many-keys", "counts members in 8 bits", "RC:TxtMsg",
     "{" + "".join(f'"k{n}":{n},' for n in range(300)) + '"content":"早"}', {"content": "早"}),
    ("dotted-key", "takes a point in a key for a path", "RC:TxtMsg",
     '{"user.name":"错","user":{"name":"美玲"},"content":"早"}',
     {"user": {"name": "美玲"}, "content": "早"}),
    ("proto-key", "lets __proto__ change the object it makes", "RC:TxtMsg",
     '{"__proto__":{"extra":"错","isBurnAfterRead":true},"content":"早"}',
     {"content": "早", "extra": None, "isBurnAfterRead": None}),
    ("constructor-key", "fails on keys that every JavaScript or Java object has", "RC:TxtMsg",
     '{"constructor":1,"toString":2,"hasOwnProperty":3,"class":4,"length":5,"content":"早"}', {"content": "早"}),
]

UNKNOWN = [
    ("text", "texts", '"新键":"值"'), ("number", "numbers", '"x-n":12.5'), ("true", "truth values", '"x-b":true'),
    ("null", "null", '"x-z":null'), ("array", "lists", '"x-a":[1,"二",[],null]'),
    ("object", "objects", '"x-o":{"a":{"b":[{"c":"深"}]}}'), ("empty-key", "an empty key", '"":"空"'),
    ("large-number", "numbers above 2^53 by way of a double", '"x-l":9007199254740993'),
    ("numeric-keys", "keys that are digits, which are list positions to some", '"x-m":{"10":"a","9":"b"}'),
    ("snake", "a known key with an underscore, and not as that one", '"burn_duration":3'),
]

ORDERS = [
    ("text", "RC:TxtMsg", '{"extra":"k","content":"hi"}', "sorts keys by the alphabet"),
    ("unknown-first", "RC:TxtMsg", '{"zz":1,"content":"hi","aa":2}', "writes known keys first"),
    ("nested", "RC:TxtMsg", '{"content":"hi","user":{"portrait":"p","name":"n","id":"u"}}', "sorts the sender's keys"),
    ("file", "RC:FileMsg", '{"type":"pdf","fileUrl":"u","size":7,"name":"a"}',
     "writes keys in the documentation's order"),
    ("delivered", "RC:Delivered", '[{"time":1700000000123,"messageUId":"x"},{"messageUId":"y","time":1700000000456}]',
     "orders deliveries alike"),
]


def _strings():
    for ident, mistake, written, value in STRINGS:
        yield decode("text-" + ident, "RC:TxtMsg", '{"content":"%s","extra":"k"}' % written,
                     f"A reader that {mistake}.",
                     value={"content": value, "extra": "k"}, flags=["Escapes" if "\\" in written else "Unicode"],
                     source=SOURCE)
    for ident, what, written, before, after in LONE:
        # JavaScript, Java and Objective-C keep the half as it is.
        kept = json.loads('{"content":"%s"}' % written)
        values = [{"content": before + sign + after} for sign in (REPLACED, "?")] + [kept]
        yield decode("text-lone-surrogate-" + ident, "RC:TxtMsg", '{"content":"%s"}' % written,
                     f"A reader that fails unasked, or loses the rest, on {what}.", values=values,
                     error=["json", "string"],
                     level="should", flags=["LoneSurrogate"], source=SOURCE)
    for ident, what, written, texts in BYTES:
        yield decode("bytes-" + ident, "RC:TxtMsg", b'{"content":"' + written + b'"}',
                     f"A reader that makes other text of {what}, or crashes.",
                     values=[{"content": one} for one in texts],
                     error=["json", "string"], level="should", flags=["IllFormedUTF8"], source="RFC 3629")


def _number(written):
    """The value of a number: an integer where it is whole, however it is written."""
    exact = decimal.Decimal(written)
    return int(exact) if exact == exact.to_integral_value() else float(written)


def _numbers():
    for ident, mistake, name, written in NUMBERS:
        value = json.loads(written, parse_float=_number)
        large = any(isinstance(number, int) and abs(number) > 2 ** 53 for number in value.values())
        plain = written == text(value)
        yield decode("number-" + ident, name, written, f"A reader that {mistake}.", value=value,
                     level="must" if plain and not large else "should",
                     flags=["Numbers", "Int64"] if large else ["Numbers"], source=SOURCE)
    yield decode("number-fraction-in-integer", "RC:HQVCMsg", '{"remoteUrl":"u","duration":7.5}',
                 "A reader that fails on, or empties, half a second of a duration that is documented in whole ones.",
                 values=[{"remoteUrl": "u", "duration": value} for value in (7.5, 7, 8)], level="should",
                 flags=["Numbers"],
                 source=SOURCE)
    yield decode("number-int-64-above", "RC:SRSMsg", '{"lastMessageSendTime":9223372036854775808}',
                 "A reader that makes a negative time, or a crash, of a number above 64 bits with a sign.",
                 values=[{"lastMessageSendTime": value} for value in (9223372036854775808, 9223372036854775807,
                     "9223372036854775808")],
                 error=["json", "limit", "value"], level="should", flags=["Numbers", "Int64"], source=SOURCE)
    yield decode("number-beyond-double", "RC:TxtMsg", '{"content":"早","x-n":1e400}',
                 "A reader that crashes on a number that no double holds, or loses the text beside it.",
                 values=[{"content": "早"}], error=["json", "limit", "value"], level="should", flags=["Numbers"],
                 source=SOURCE)
    yield decode("number-many-digits", "RC:RL", '{"latitude":31.2304160000000000000000000000001,"longitude":1.0}',
                 "A reader that gives up on more digits than a double has.",
                 value={"longitude": 1}, level="should", flags=["Numbers"], source=SOURCE)
    yield decode("number-thousand-digits", "RC:TxtMsg", '{"x-n":' + "7" * 1000 + ',"content":"早"}',
                 "A reader that copies the digits of a number into a small buffer.",
                 values=[{"content": "早"}], error=["json", "limit", "value"], level="should", flags=["Numbers"],
                 source=SOURCE)


# JSON that is no object.
WRONG = [
    ("string", "a string", '"你好"'), ("number", "a number", "7"), ("null", "null", "null"),
    ("true", "a truth value", "true"),
    ("array", "an array", '[{"content":"早"}]'),
]

# Error classes that say as much as `json` of a content that is none.
CLASSES = {
    "cut": ["json", "truncated"], "blank": ["json", "truncated"], "brace": ["json", "trailing"],
    "two": ["json", "trailing"],
    "callback": ["json", "trailing"], "escape": ["json", "string"], "utf": ["json", "string"],
    "gzip": ["json", "string"],
}


def _broken():
    for ident, what, written, level in BROKEN:
        yield decode("broken-" + ident, "RC:TxtMsg", written, f"A reader that accepts {what}.",
                     error=CLASSES.get(ident.split("-")[0], ["json"]), level=level, flags=["NotJSON"], source=SOURCE)
    yield decode("broken-no-bytes", "RC:TxtMsg", b"", "A reader that crashes on a text message of no bytes.",
                 values=[{"content": None}, {"content": ""}, None], error=["json", "truncated"], flags=["NoBytes"],
                 source="catalogue, D014")
    for name in ("RC:RLJoin", "RC:RLQuit", "RC:RLEnd"):
        yield decode("no-bytes-" + name[3:].lower(), name, b"",
                     f"A reader that refuses {name} without a byte, as Android 2.6 sends it.",
                     values=[{"content": None}, {"content": ""}, None], level="should", flags=["NoBytes", "Android"],
                     source="catalogue, D014, D" + {"RC:RLEnd": "183", "RC:RLJoin": "184", "RC:RLQuit": "185"}[name])
    yield decode("broken-raw-line-break", "RC:TxtMsg", '{"content":"一\n二\t三"}',
                 "A reader that drops line breaks that were not escaped, instead of keeping them or refusing the text.",
                 values=[{"content": "一\n二\t三"}], error=["json", "string"], level="should", flags=["NotJSON"],
                 source=SOURCE)
    yield decode("broken-nul-after", "RC:TxtMsg", b'{"content":"hi"}\0',
                 "A reader that makes other text of a content with the NUL of a C string after it.",
                 values=[{"content": "hi"}], error=["json", "trailing"], level="should", flags=["NotJSON"],
                 source=SOURCE)
    yield decode("broken-bom", "RC:TxtMsg", b'\xef\xbb\xbf{"content":"hi"}',
                 "A reader that makes other text of a content behind a byte order mark.",
                 values=[{"content": "hi"}], error=["json"], level="should", flags=["NotJSON"], source=SOURCE)
    yield decode("broken-depth", "RC:TxtMsg", '{"content":"早","x":' + "[" * 10000 + "]" * 10000 + "}",
                 "A reader that recurses once a bracket and overflows its stack at 10 000.",
                 values=[{"content": "早"}], error=["json", "limit"], level="must", flags=["Depth"], source=SOURCE)
    yield decode("broken-depth-open", "RC:TxtMsg", "[" * 10000,
                 "A reader that overflows its stack on brackets that nothing closes.",
                 error=["json", "limit", "truncated", "value"], level="must", flags=["Depth"], source=SOURCE)
    for ident, what, written in WRONG:
        value = json.loads(written)
        yield decode("shape-" + ident, "RC:TxtMsg", written,
                     f"A reader that crashes, or makes up a message, where the content is {what}"
                     " and not an object.",
                     values=[value],
                     error=["json", "value"], level="should", flags=["WrongShape"], source="catalogue, kind of content")
    yield decode("shape-delivered-object", "RC:Delivered", '{"messageUId":"x","time":1700000000123}',
                 "A reader that crashes where the one content that is a list comes as an object.",
                 values=[{"messageUId": "x", "time": 1700000000123}, [{"messageUId": "x", "time": 1700000000123}]],
                 error=["json", "value"], level="should", flags=["WrongShape"], source="catalogue, D168")
    yield decode("shape-articles-null", "RC:PSMultiImgTxtMsg", "null",
                 "A reader that crashes on the null that web 2 encodes for several articles.",
                 values=[None, {"articles": None}, {"articles": []}], error=["json", "value"], level="should",
                 flags=["WrongShape", "Web"], source="catalogue, D087")


def _twice():
    rows = [
        ("", "RC:TxtMsg", '{"content":"一","content":"二"}', {"content": "二"},
         "takes the first of two texts, where parsers take the last"),
        ("-nested", "RC:TxtMsg", '{"content":"早","user":{"id":"u-1","id":"u-2"}}', {"user": {"id": "u-2"}},
         "takes the first of two ids of the sender"),
        ("-escaped", "RC:TxtMsg", r'{"content":"一","c\u006fntent":"二"}', {"content": "二"},
         "does not see that a key is there twice when one is escaped"),
        ("-types", "RC:FileMsg", '{"name":"a","size":"x","size":9,"type":"t","fileUrl":"u"}', {"name": "a", "size": 9},
         "fails on the first of two sizes although the second counts"),
        ("-null", "RC:TxtMsg", '{"content":null,"content":"二"}', {"content": "二"},
         "stops at a null that a second text follows"),
    ]
    for ident, name, written, value, mistake in rows:
        yield decode("twice" + ident, name, written, f"A reader that {mistake}.", values=[value],
                     error=["json", "value"],
                     level="should", flags=["DuplicateKeys"], source=SOURCE)


def _again():
    once = {"content": "早", "extra": "k"}
    twice = text(once)
    yield decode("again-twice", "RC:TxtMsg", text(twice),
                 "A reader that makes an empty message of a content that was encoded twice.", values=[once, twice],
                 error=["json", "value"], level="should", flags=["DoubleEncoded"],
                 source="catalogue, content encoded twice")
    yield decode("again-three-times", "RC:TxtMsg", text(text(twice)),
                 "A reader that shows the inner JSON of a content that was encoded three times as its text.",
                 values=[once, twice, text(twice)], error=["json", "value"], level="should", flags=["DoubleEncoded"],
                 source="catalogue, content encoded twice")


def cases():
    yield from _strings()
    yield from _numbers()
    yield from _broken()
    for ident, mistake, name, written, value in SHAPES:
        yield decode("json-" + ident, name, written, f"A reader that {mistake}.", value=value, flags=["Structure"],
                     source=SOURCE)
    yield decode("json-empty-object", "RC:TxtMsg", "{}", "A reader that fails on an empty object, or makes up a text.",
                 values=[{"content": None}, {"content": ""}], flags=["Structure"], source=SOURCE)
    yield from _twice()
    yield from _again()
    for ident, what, member in UNKNOWN:
        yield decode("unknown-key-" + ident, "RC:TxtMsg", '{"content":"早",%s}' % member,
                     f"A reader that does not keep {what} under keys that it does not know.",
                     level="should", flags=["UnknownKeys"], source="catalogue, envelope")
    yield decode("unknown-key-nested", "RC:PSImgTxtMsg",
                 '{"articles":[{"title":"要闻","digest":"摘要","picurl":"","url":"","新":1}]}',
                 "A reader that does not keep unknown keys inside a list.", level="should", flags=["UnknownKeys"],
                 source="catalogue, envelope")
    yield decode("unknown-type", "App:Gift", '{"礼物":"玫瑰","n":[1,{"deep":null}]}',
                 "A reader that empties the content of a type that nobody registered.",
                 value=None, values=[{"礼物": "玫瑰", "n": [1, {"deep": None}]}], error=["unsupported"], level="should",
                 flags=["Unregistered"], source="catalogue, custom messages")
    yield decode("unknown-type-text", "App:Text", "只是文字",
                 "A reader that crashes on a type of an application whose content is no JSON.",
                 error=["json", "unsupported", "value"], level="should", flags=["Unregistered"],
                 source="catalogue, custom messages")
    yield decode("unknown-type-bytes", "App:Bytes", bytes(range(256)),
                 "A reader that takes an application's bytes for text.",
                 error=["json", "unsupported", "value", "string"], level="should", flags=["Unregistered"],
                 source="catalogue, custom messages")
    for ident, name, written, mistake in ORDERS:
        yield decode("order-" + ident, name, written,
                     f"An SDK that, sending a content on, {mistake}: it does not give the same bytes.",
                     level="may", flags=["KeyOrder"], reencode="exact", source="construction")
