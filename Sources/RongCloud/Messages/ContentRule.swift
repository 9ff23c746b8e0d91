public import WireFormat

/// The rules that message contents are held against.
///
/// A raw value is a diagnostic's code and never changes.
public enum ContentRule: String, Hashable, Sendable, CaseIterable {
    /// The body is not JSON. Built-in types are UTF-8 JSON; only an app's own types may be anything.
    case notJSON = "content-not-json"
    /// The body has no bytes. Android 2.6 sends the real-time-location notices so.
    case empty = "content-empty"
    /// The body is JSON, but not the object (or, of RC:Delivered, the array) that the type has.
    case wrongShape = "content-wrong-shape"
    /// The body is a JSON string that holds the content as text. Server APIs take the content as text, which invites
    /// encoding it twice.
    case doubleEncoded = "content-double-encoded"
    /// The body is longer than 128 KiB, at which the server refuses it.
    case tooLarge = "content-too-large"
    /// The object name is a known one in other letter case. Names are compared byte for byte, so that no SDK knows it.
    case objectNameCase = "object-name-case"
    /// The object name is the one that only some platforms use.
    case platformObjectName = "platform-object-name"
    /// A key is a known one in other letter case. SDKs do not read it.
    case keyCase = "key-case"
    /// A key is one platform's own, or its own spelling of the documented one.
    case platformKey = "platform-key"
    /// A value is written in one platform's way, such as a duration in other units.
    case platformValue = "platform-value"
    /// A key occurs twice; parsers take the last.
    case duplicateKey = "duplicate-key"
    /// A key that the type needs is not there.
    case missingField = "missing-field"
    /// A value is of a JSON type that the SDKs do not read here.
    case wrongType = "wrong-type"
    /// A number is written as a string. Servers do so; Android reads it, typed readers such as Dart's fail.
    case numberAsText = "number-as-text"
    /// A truth value is written as 0 or 1. Servers do so; Android reads every number as false.
    case boolAsNumber = "bool-as-number"
    /// A key has the value `null`. Flutter writes unset strings so; Android's readers can turn it into the text "null".
    case nullValue = "null-value"
    /// An object stands where text of an object is documented: the web SDK and Java servers do so.
    case objectForText = "object-for-text"
    /// Text of an object stands where the object itself is documented. Android casts, and fails.
    case textForObject = "text-for-object"
    /// The sender is there but says nothing: `{}`, `[]` or empty strings, from Flutter and Go servers.
    case emptyUser = "user-empty"
    /// `extra` is not text. It is documented as a string; SDKs drop or misread anything else.
    case extraNotText = "extra-not-text"
    /// `data` is not JSON text, which receivers parse it as.
    case dataNotJSON = "data-not-json"
    /// The operation is not one of the SDKs' constants. Apps may define their own.
    case unofficialOperation = "operation-unofficial"
    /// The value is not one of those that are documented.
    case undocumentedValue = "value-undocumented"
    /// The value is beyond a documented limit.
    case limit = "value-limit"
    /// What should be base64 is not.
    case base64Invalid = "base64-invalid"
    /// Base64 has line breaks. Android writes and reads it unbroken, and strict decoders fail.
    case base64LineBreaks = "base64-line-breaks"
    /// Base64 begins with a `data:` prefix, which mobile SDKs try to decode as base64.
    case base64DataURL = "base64-data-url"
    /// Base64 is of the URL alphabet (`-`, `_`), which the SDKs do not read.
    case base64URLAlphabet = "base64-url-alphabet"
    /// The audio does not begin with `#!AMR\n`: players of the SDKs know AMR-NB only.
    case amrHeader = "amr-header"
    /// The audio's frames end in the middle, or one is of a reserved type.
    case amrFrames = "amr-frames"
    /// The stated duration is more than 1.5 s off the audio's own length, at 20 ms a frame.
    case amrDuration = "amr-duration"
    /// A voice message lasts longer than 60 s, which the stock UI neither records nor plays in full.
    case voiceTooLong = "voice-too-long"
    /// The thumbnail is not JPEG. The mobile SDKs show no other format.
    case thumbnailNotJPEG = "thumbnail-not-jpeg"
    /// The thumbnail's longest side is above the 240 px (for a map, 408 px) that the SDKs make it of.
    case thumbnailPixels = "thumbnail-pixels"
    /// The thumbnail is above the 10 KB that are advised.
    case thumbnailSize = "thumbnail-size"
    /// The thumbnail is above 80 KB, the most that the web documentation allows.
    case thumbnailTooLarge = "thumbnail-too-large"
    /// A URL leads to a file of the sender's device: Android writes it when the upload had not finished.
    case localURL = "url-local"
    /// Latitude is outside -90…90 or longitude outside -180…180 degrees.
    case coordinateRange = "coordinate-range"
    /// The message was sent with other flags than its type has.
    case flags = "flags-contradict"

    /// How bad a breach is.
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
