import Records

/// The text of attribute values.
///
/// Source: XML 1.0 §2.4 and §4.1.
enum MarkupText {
    /// Returns the text of a value; a `&` that begins no character stands for itself.
    ///
    /// Lists have names of HTML, too, such as `&eacute;` and `&nbsp;`, which XML does not know.
    static func text(_ value: ArraySlice<UInt8>) -> String {
        guard value.contains(.ampersand) else { return String(decoding: value, as: UTF8.self) }
        let bytes = Array(value)
        var text = String.UnicodeScalarView()
        var start = 0
        while let at = bytes[start...].firstIndex(of: .ampersand) {
            text += String(decoding: bytes[start..<at], as: UTF8.self).unicodeScalars
            let found = CharacterReference.read(bytes.span, at: at)
            text.append(found?.scalar ?? "&")
            start = found?.next ?? at + 1
        }
        return String(text + String(decoding: bytes[start...], as: UTF8.self).unicodeScalars)
    }

    /// Returns a text as the value of an attribute in double quotes.
    static func escaped(_ text: String) -> String {
        var value = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": value += "&amp;"
            case "<": value += "&lt;"
            case ">": value += "&gt;"
            case "\"": value += "&quot;"
            case _ where scalar.value < 32 || scalar.value == 127: value += " "
            default: value.unicodeScalars.append(scalar)
            }
        }
        return value
    }
}
