"""The group of message contents: decoding and encoding by object name."""

import messages_captured
import messages_catalogue
import messages_encode
import messages_envelope
import messages_json
import messages_platforms
import messages_rules
from messages_writers import ruled

GROUP = "rongcloud.message"

# A content comes back in the documented spelling or as it was written: keys that a case does not name are free, null is
# absence, and where several forms say the same, all of them are listed.
NOTES = {
    "Android": "Written so by an Android SDK (1.x, 2.6, 4.x or 5.x); from the constants and code of its published "
               "libraries.",
    "Article": "Names and keys in the letter case of an early article on the architecture; SDKs compare them byte "
               "for byte.",
    "Bridges": "Seen in the bridges for React Native and uniapp, whose objects are not the wire's.",
    "Burn": "isBurnAfterRead and burnDuration (seconds): Android up to 4 writes both always, Android 5 only when the "
            "duration is above 0; the universal SDK, Flutter and some classes of web 2.5 write only the second.",
    "Captured": "A content of a bundled recording of an SDK, byte for byte; what it says is from the recording "
                "server's notes.",
    "Depth": "Nesting that no SDK sends. A reader may have a limit, but has to say so.",
    "Documentation": "As the reference of the server API prints it.",
    "DotNetServer": "Written so by the .NET server SDK; from its source.",
    "DoubleEncoded": "Server APIs take the content as text, which invites encoding it twice. Readers may undo that, "
                     "hand the text "
                     "on, or refuse it.",
    "DuplicateKeys": "A key that is there twice: RFC 8259 leaves it open, parsers of the SDKs take the last, strict "
                     "ones refuse.",
    "Escapes": "Escapes of JSON strings (RFC 8259, section 7).",
    "Extra": "The application's own text. Absent, null and the empty text mean the same; anything but text is "
             "dropped by some SDKs.",
    "Falsy": "0, false, empty texts and lists, which web 2 skips. An SDK that has the value set writes it.",
    "Flutter": "Written so by the Flutter SDK; from its source.",
    "Full": "Every documented key that a maker writes (of id -from-, -as-), or that every client writes (-common, -full), "
            "with a value of its type.",
    "GoServer": "Written so by the vendor's Go server SDK; from its source.",
    "IOS": "Written so by an iOS SDK; from its headers and the string tables of its libraries.",
    "IllFormedUTF8": "Bytes that are not UTF-8 (RFC 3629): replaced by U+FFFD, in any number that decoders use, or "
                     "refused.",
    "Inferred": "The message, or part of its shape, is known by inference only; see its confidence in the catalogue.",
    "Int64": "Integers that no double holds. Android and iOS have 64-bit integers; JavaScript has to take care.",
    "JavaServer": "Written so by the Java server SDK; from its source.",
    "KeyOrder": "Asks for the same bytes again, which only an SDK that keeps the order of keys gives. JSON does not "
                "demand it.",
    "LoneSurrogate": "Half of a surrogate pair, which no UTF-8 can hold: replaced by U+FFFD (in Java by ?), or "
                     "refused.",
    "MentionedInfo": "Who is mentioned: type 1 all, 2 the users of userIdList; mentionedContent is the push text.",
    "Minimal": "Only what the message requires.",
    "MissingKey": "A required key is not there. What is there has to survive; Android and Flutter readers are known "
                  "to stop.",
    "NoBytes": "A content of no bytes, as Android 2.6 sends some notices of real-time location.",
    "NodeServer": "As the documentation of the Node.js server SDK shows it.",
    "NotJSON": "What is not JSON by RFC 8259. Lenient parsers exist; where one is widely used, the case is not a must.",
    "Numbers": "Numbers are compared by value: 7, 7.0 and 70e-1 are one (RFC 8259, section 6).",
    "OldOrDemo": "A message of old SDKs, within an SDK, or of a demo of the vendor's.",
    "Opaque": "A message whose keys are its service's own: a codec for messages hands the content on untouched.",
    "OpenValues": "A value that nobody documents: lists of values grow, and apps have values of their own.",
    "PlatformSpelling": "What a platform writes otherwise than documented: comes back as it was written or as "
                        "documented.",
    "Server": "Sent by the server or through its API.",
    "Structure": "JSON's grammar between the values (RFC 8259, section 2), and keys as they are compared: byte for "
                 "byte.",
    "ThirdPartyGo": "Written so by a widely copied Go client of the server API that is not the vendor's; from its "
                    "source.",
    "UnknownKeys": "Keys that the SDK does not know: kept, a message can be forwarded without loss; typed classes drop "
                   "them.",
    "Unicode": "Text is a sequence of Unicode scalars and is neither normalised nor trimmed.",
    "Unity": "Written so by the Unity SDK; from its source.",
    "Universal": "Written so by the vendor's newer native library; from its header and string table.",
    "Unregistered": "An object name that nobody registered: names are compared byte for byte, contents handed on as "
                    "they are. "
                    "Contents of an app's own types may be any bytes.",
    "UserInfo": "The sender: id, name, portrait, extra, in newer SDKs alias and time. The avatar is the first that "
                "is not empty of "
                "portrait, icon, portraitUri, portraitUrl.",
    "Validation": "Odd by a rule of the SDKs' documentation, but accepted and kept: the receiver is not who can mend "
                  "it.",
    "Web": "Written so by a web SDK (2.x to 4.x); from its source.",
    "WrongShape": "JSON, but no object (or, of RC:Delivered, no array): handed on as it is or refused, not made a "
                  "message.",
}


def cases():
    for module in (messages_catalogue, messages_platforms, messages_envelope, messages_rules, messages_json,
                   messages_encode,
                   messages_captured):
        yield from map(ruled, module.cases())
