/// Who writes a content in a way of its own.
public enum ContentPlatform: String, Hashable, Sendable, CaseIterable {
    /// The iOS SDK and its demos.
    case ios
    /// The Android SDK.
    case android
    /// The web SDKs.
    case web
    /// The Flutter plug-in.
    case flutter
    /// The React Native and uni-app bridges.
    case bridges
    /// The shared native library of the newer SDKs.
    case universal
    /// The server SDKs for Java.
    case javaServer
    /// The server SDKs for Go.
    case goServer
    /// The server SDK for .NET.
    case dotNetServer
    /// The server's own documentation, and code that follows it to the letter.
    case serverDocumentation

    /// The name in a sentence.
    var words: StaticString {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        case .web: "the web SDK"
        case .flutter: "Flutter"
        case .bridges: "React Native or uni-app"
        case .universal: "the universal SDK"
        case .javaServer: "a Java server"
        case .goServer: "a Go server"
        case .dotNetServer: "a .NET server"
        case .serverDocumentation: "the server documentation"
        }
    }
}

/// The form in which a content is written where the platforms disagree.
public enum ContentSpelling: Hashable, Sendable {
    /// What the documentation says, which every SDK reads.
    case documented
    /// As the iOS SDK writes it.
    case ios
    /// As the Android SDK writes it.
    case android
    /// As the web SDK writes it.
    case web

    var platform: ContentPlatform? {
        switch self {
        case .documented: nil
        case .ios: .ios
        case .android: .android
        case .web: .web
        }
    }
}
