public import WireFormat

/// The rules for message contents.
///
/// A raw value is the code of a finding and never changes.
public enum ContentRule: String, Hashable, Sendable, CaseIterable {
    /// The largest number of bytes of a content that the server accepts.
    package static let mostBytes = 128 << 10

    /// The body is not JSON. Built-in types are UTF-8 JSON; only an app's own types may be anything.
    case notJSON = "content-not-json"
    /// The body has no bytes. Android 2.6 sends the real-time-location notices in this way.
    case empty = "content-empty"
    /// The body is JSON, but not the object (or, for RC:Delivered, the array) of the type.
    case wrongShape = "content-wrong-shape"
    /// The body is a JSON string that contains the content as text. Server APIs take the content as text, which invites
    /// encoding it twice.
    case doubleEncoded = "content-double-encoded"
    /// The body is longer than 128 KiB; the server rejects longer bodies.
    case tooLarge = "content-too-large"
    /// The object name differs from a known one in letter case. Names are compared byte for byte, so no SDK knows this
    /// one.
    case objectNameCase = "object-name-case"
    /// The object name is one that only some platforms use.
    case platformObjectName = "platform-object-name"
    /// The key differs from a known one in letter case. SDKs do not read it.
    case keyCase = "key-case"
    /// The key is specific to one platform, or is that platform's spelling of the documented key.
    case platformKey = "platform-key"
    /// The value is written in one platform's way, such as a duration in other units.
    case platformValue = "platform-value"
    /// The key occurs more than once; parsers take the last value.
    case duplicateKey = "duplicate-key"
    /// A key that the type needs is missing.
    case missingField = "missing-field"
    /// The value has a JSON type that the SDKs do not read here.
    case wrongType = "wrong-type"
    /// A number is written as a string. Servers do this; Android reads it, but typed readers such as Dart's fail.
    case numberAsText = "number-as-text"
    /// A truth value is written as 0 or 1. Servers do this; Android reads every number as false.
    case boolAsNumber = "bool-as-number"
    /// The value is `null`. Flutter writes unset strings in this way; Android's readers can turn it into the text
    /// "null".
    case nullValue = "null-value"
    /// The value is an object; documented is an object as text. The web SDK and Java servers do this.
    case objectForText = "object-for-text"
    /// The value is an object as text; documented is the object. Android casts, and fails.
    case textForObject = "text-for-object"
    /// The sender is present but empty: `{}`, `[]` or empty strings, from Flutter and Go servers.
    case emptyUser = "user-empty"
    /// `extra` is not text. It is documented as a string; SDKs drop or misread anything else.
    case extraNotText = "extra-not-text"
    /// `data` is not JSON text, although receivers parse it as JSON.
    case dataNotJSON = "data-not-json"
    /// The operation is not one of the SDKs' constants. Apps may define their own.
    case unofficialOperation = "operation-unofficial"
    /// The value is not one of the documented values.
    case undocumentedValue = "value-undocumented"
    /// The value is beyond a documented limit.
    case limit = "value-limit"
    /// The value should be base64 and is not.
    case base64Invalid = "base64-invalid"
    /// The base64 has line breaks. Android writes and reads it without them, and strict decoders fail.
    case base64LineBreaks = "base64-line-breaks"
    /// The base64 begins with a `data:` prefix, which mobile SDKs try to decode as base64.
    case base64DataURL = "base64-data-url"
    /// The base64 uses the URL alphabet (`-`, `_`), which the SDKs do not read.
    case base64URLAlphabet = "base64-url-alphabet"
    /// The audio does not begin with `#!AMR\n`: the SDKs' players support only AMR-NB.
    case amrHeader = "amr-header"
    /// The audio ends inside a frame, or a frame has a reserved type.
    case amrFrames = "amr-frames"
    /// The stated duration differs from the audio's own duration, at 20 ms per frame, by more than 1.5 s.
    case amrDuration = "amr-duration"
    /// The voice message is longer than 60 s, which the stock UI neither records nor plays in full.
    case voiceTooLong = "voice-too-long"
    /// The thumbnail is not JPEG. The mobile SDKs show no other format.
    case thumbnailNotJPEG = "thumbnail-not-jpeg"
    /// The longest side of the thumbnail is above the 240 px (for a map, 408 px) of the SDKs' own thumbnails.
    case thumbnailPixels = "thumbnail-pixels"
    /// The thumbnail is larger than the 10 KB that are advised.
    case thumbnailSize = "thumbnail-size"
    /// The thumbnail is larger than 80 KB, the most that the web documentation allows.
    case thumbnailTooLarge = "thumbnail-too-large"
    /// A URL points to a file on the sender's device: Android writes it if the upload has not finished.
    case localURL = "url-local"
    /// Latitude is outside -90…90 or longitude outside -180…180 degrees.
    case coordinateRange = "coordinate-range"
    /// The message was sent with flags that differ from those of its type.
    case flags = "flags-contradict"

    /// The severity of a breach.
    public var severity: Severity {
        switch self {
        case .notJSON, .wrongShape: .error
        case .platformObjectName, .platformKey, .platformValue, .numberAsText, .boolAsNumber, .nullValue, .emptyUser,
            .unofficialOperation, .undocumentedValue, .localURL, .thumbnailSize, .empty, .dataNotJSON, .objectForText:
            .note
        default: .warning
        }
    }
}
