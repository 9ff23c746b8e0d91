import WireFormat

extension ContentCheck {
    /// Returns the bytes of a base64 field, and reports problems of its spelling.
    ///
    /// Returns `nil` if the field is empty or cannot be decoded.
    mutating func base64(_ value: String, at key: String) -> [UInt8]? {
        guard !value.isEmpty else { return nil }
        var text = value
        if value.hasPrefix("data:") {
            report(.base64DataURL, at: key, "\(key) begins with a data: prefix, which mobile SDKs do not take off")
            guard let comma = value.firstIndex(of: ",") else { return nil }
            text = String(value[value.index(after: comma)...])
        }
        let utf8 = Array(text.utf8)
        if utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 32 || $0 == 9 }) {
            report(.base64LineBreaks, at: key, "\(key) has line breaks or blanks in its base64")
        }
        guard let bytes = Base64.decode(utf8.span, ignoringWhitespace: true) else {
            report(.base64Invalid, at: key, "\(key) is not base64")
            return nil
        }
        if utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) {
            report(.base64URLAlphabet, at: key, "\(key) is in the URL alphabet of base64")
        }
        return bytes
    }

    /// Checks a thumbnail in base64.
    ///
    /// - Parameters:
    ///   - value: the text.
    ///   - key: the field.
    ///   - pixels: the longest side of the SDKs' own thumbnails.
    mutating func thumbnail(_ value: String, at key: String = "content", pixels: Int = 240) {
        guard !value.isEmpty else { return }
        if value.hasPrefix("file:") || value.hasPrefix("http:") || value.hasPrefix("https:") {
            let text = "\(key) is a URL, which Android writes when it has no thumbnail"
            return report(.platformValue, at: key, text, .android)
        }
        guard let bytes = base64(value, at: key) else { return }
        guard bytes.starts(with: [0xFF, 0xD8]) else {
            let kind = ImageKind(bytes.span)?.rawValue ?? "something else"
            return report(.thumbnailNotJPEG, at: key, "the thumbnail is \(kind), not JPEG")
        }
        if let size = JPEGSize(bytes.span), max(size.width, size.height) > pixels {
            let text = "the thumbnail has \(size.width)×\(size.height) pixels; its longest side should be \(pixels)"
            report(.thumbnailPixels, at: key, text)
        }
        if bytes.count > 80 << 10 {
            report(.thumbnailTooLarge, at: key, "the thumbnail has \(bytes.count) bytes, more than 80 KB")
        } else if bytes.count > 10 << 10 {
            report(.thumbnailSize, at: key, "the thumbnail has \(bytes.count) bytes, more than the 10 KB advised")
        }
    }

    /// Checks an AMR recording in base64, and the duration that the message states in seconds.
    mutating func voice(_ value: String, at key: String = "content", duration: Int64) {
        guard let bytes = base64(value, at: key) else { return }
        guard let audio = AMRAudio(bytes.span) else {
            return report(.amrHeader, at: key, "the audio does not begin with #!AMR and a line feed")
        }
        if audio.isWideband {
            report(.amrHeader, at: key, "the audio is AMR-WB; the SDKs play AMR-NB")
        }
        if audio.unreadBytes > 0 {
            let unread = audio.unreadBytes == 1 ? "1 byte" : "\(audio.unreadBytes) bytes"
            let verb = audio.unreadBytes == 1 ? "is" : "are"
            let text = "\(unread) after \(frames(of: audio)) \(verb) no whole AMR frame"
            report(.amrFrames, at: key, text)
        }
        if has("duration"), abs(Double(duration) - audio.seconds) > 1.5 {
            let text = "duration is \(duration) s, the audio has \(frames(of: audio)), \(audio.seconds) s"
            report(.amrDuration, at: "duration", text)
        }
    }

    private func frames(of audio: AMRAudio) -> String { audio.frames == 1 ? "1 frame" : "\(audio.frames) frames" }

    /// Checks the duration of a voice message, in seconds.
    mutating func voiceDuration(_ value: Int64) {
        if value > 60 {
            report(.voiceTooLong, at: "duration", "duration is \(value) s; 60 s is the most")
        } else {
            limit(value, at: "duration", to: 0...60, unit: "s")
        }
    }
}

/// The formats of pictures found in place of JPEG, recognised by their first bytes.
enum ImageKind: String {
    case png = "PNG"
    case gif = "GIF"
    case webP = "WebP"
    case bmp = "BMP"

    init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= 12 else { return nil }
        if bytes[0] == 0x89, bytes.extracting(1..<4).equals("PNG") {
            self = .png
        } else if bytes.extracting(0..<3).equals("GIF") {
            self = .gif
        } else if bytes.extracting(0..<4).equals("RIFF"), bytes.extracting(8..<12).equals("WEBP") {
            self = .webP
        } else if bytes.extracting(0..<2).equals("BM") {
            self = .bmp
        } else {
            return nil
        }
    }
}
