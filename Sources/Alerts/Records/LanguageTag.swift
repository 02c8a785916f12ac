import Records

/// The name of a language as senders write it: `en`, `en-GB`, `en_GB` or `eng`.
///
/// Source: BCP 47; ISO 639-2.
struct LanguageTag {
    /// The codes of two letters of those of three.
    private static let short = [
        "bul": "bg", "cat": "ca", "ces": "cs", "cze": "cs", "dan": "da", "deu": "de", "dut": "nl",
        "ell": "el",
        "eng": "en", "est": "et", "eus": "eu", "fin": "fi", "fra": "fr", "fre": "fr", "ger": "de",
        "gle": "ga",
        "glg": "gl", "gre": "el", "hrv": "hr", "hun": "hu", "ice": "is", "isl": "is", "ita": "it",
        "lav": "lv",
        "lit": "lt", "nld": "nl", "nob": "nb", "nor": "no", "pol": "pl", "por": "pt", "ron": "ro",
        "rum": "ro",
        "rus": "ru", "slk": "sk", "slo": "sk", "slv": "sl", "spa": "es", "srp": "sr", "swe": "sv",
        "tur": "tr",
        "ukr": "uk",
    ]

    private let parts: [String]

    /// Reads a name.
    init(_ text: String) {
        var parts = text.lowercased().utf8.split { $0 == .hyphen || $0 == UInt8(ascii: "_") }.map {
            String(decoding: $0, as: UTF8.self)
        }
        if let first = parts.first, let short = LanguageTag.short[first] { parts[0] = short }
        self.parts = parts
    }

    /// Whether it is a language, or a variant of it: `fr` matches `fr-CA`.
    func matches(_ wanted: String) -> Bool {
        let wanted = LanguageTag(wanted).parts
        return !wanted.isEmpty && parts.starts(with: wanted)
    }
}
