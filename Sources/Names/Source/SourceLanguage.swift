/// A programming language whose sources can be searched for object names.
package enum SourceLanguage: String, CaseIterable, Sendable {
    /// Swift.
    case swift
    /// Objective-C, Objective-C++ and their headers.
    case objectiveC
    /// Java.
    case java
    /// Kotlin.
    case kotlin
    /// JavaScript and TypeScript, also in Vue's components.
    case javaScript
    /// ArkTS, which is written like TypeScript.
    case arkTS
    /// C++.
    case cpp
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

    /// Creates the language of a file from its file name extension; `nil` for another kind of file.
    package init?(fileName: some StringProtocol) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "swift": self = .swift
        case "m", "mm", "h": self = .objectiveC
        case "java": self = .java
        case "kt", "kts": self = .kotlin
        case "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue": self = .javaScript
        case "ets": self = .arkTS
        case "cc", "cpp", "cxx", "hh", "hpp", "hxx", "ipp": self = .cpp
        case "dart": self = .dart
        case "cs": self = .cSharp
        case "go": self = .go
        case "py": self = .python
        case "php": self = .php
        default: return nil
        }
    }

    /// The platform whose SDK is used from this language, if there is only one.
    var platform: SourcePlatform? {
        switch self {
        case .swift, .objectiveC: .ios
        case .java, .kotlin: .android
        case .javaScript: .web
        case .dart: .flutter
        case .arkTS, .cpp, .cSharp, .go, .python, .php: nil
        }
    }

    /// Whether the language has JavaScript's syntax.
    var isScript: Bool { self == .javaScript || self == .arkTS }

    /// Whether regular expressions stand between slashes.
    var hasPatterns: Bool { isScript || self == .swift }

    /// Whether a name may stand between backticks.
    var quotesNames: Bool { self == .swift || self == .kotlin }

    /// Whether the language has the literals and comments of C.
    var isC: Bool { self == .objectiveC || self == .cpp }

    /// Whether a backslash and digits are a character by its octal number.
    var hasOctalEscapes: Bool { isC || isScript || [.java, .go, .python, .php].contains(self) }

    /// The sign that joins texts.
    var joint: String { self == .php ? "." : "+" }

    /// Whether a backslash at the end of a line continues the line, also outside of literals.
    var continuesLines: Bool { isC || self == .python }

    /// Whether `#if` can disable parts of a source.
    var hasConditions: Bool { isC || self == .swift || self == .cSharp }
}
