import RongCloud

/// A programming language whose sources can be searched for object names.
public enum SourceLanguage: String, CaseIterable, Sendable {
    /// Swift.
    case swift
    /// Objective-C, Objective-C++ and their headers.
    case objectiveC
    /// Java.
    case java
    /// Kotlin.
    case kotlin
    /// JavaScript and TypeScript.
    case javaScript
    /// Dart.
    case dart
    /// C#.
    case cSharp
    /// Go.
    case go
    /// Python.
    case python
    /// PHP.
    case php

    /// The language of a file by the end of its name; `nil` for another kind of file.
    public init?(fileName: some StringProtocol) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "swift": self = .swift
        case "m", "mm", "h": self = .objectiveC
        case "java": self = .java
        case "kt", "kts": self = .kotlin
        case "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts": self = .javaScript
        case "dart": self = .dart
        case "cs": self = .cSharp
        case "go": self = .go
        case "py": self = .python
        case "php": self = .php
        default: return nil
        }
    }

    /// The platform whose SDK is used from this language, where there is only one.
    var platform: SDKPlatform? {
        switch self {
        case .swift, .objectiveC: .ios
        case .java, .kotlin: .android
        case .javaScript: .web
        case .dart: .flutter
        case .cSharp, .go, .python, .php: nil
        }
    }
}
