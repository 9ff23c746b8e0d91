/// A platform that writes contents in its own way.
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
    /// The server's documentation, and code that follows it literally.
    case serverDocumentation

    /// The name of the platform in a sentence.
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

/// The form in which a content is written if the platforms disagree.
public enum ContentSpelling: Hashable, Sendable {
    /// The form in the documentation, which every SDK reads.
    case documented
    /// The form of the iOS SDK.
    case ios
    /// The form of the Android SDK.
    case android
    /// The form of the web SDK.
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
