/// A platform with its own message classes.
public enum SDKPlatform: String, CaseIterable, Sendable {
    /// The iOS SDK.
    case ios
    /// The Android SDK.
    case android
    /// The web SDK, all generations.
    case web
    /// The Flutter plug-in.
    case flutter
    /// The React Native bridge.
    case reactNative
    /// The uniapp bridge.
    case uniapp
    /// The server SDKs.
    case server
}
