import Records

/// The text of attribute values.
///
/// Source: XML 1.0 §2.4, §4.1 and §4.6.
enum MarkupText {
    private static let longest = 10
    private static let named: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    /// Returns the text of a value; a `&` that begins no character stands for itself.
    static func text(_ value: ArraySlice<UInt8>) -> String {
        guard value.contains(.ampersand) else { return String(decoding: value, as: UTF8.self) }
        var text = ""
        var rest = value
        while let start = rest.firstIndex(of: .ampersand) {
            text += String(decoding: rest[..<start], as: UTF8.self)
            let body = rest[(start + 1)...].prefix(longest).prefix { $0 != .semicolon }
            let isClosed = body.endIndex < rest.endIndex && rest[body.endIndex] == .semicolon
            if isClosed, let character = character(String(decoding: body, as: UTF8.self)) {
                text.append(character)
                rest = rest[(body.endIndex + 1)...]
            } else {
                text.append("&")
                rest = rest[(start + 1)...]
            }
        }
        return text + String(decoding: rest, as: UTF8.self)
    }

    private static func character(_ name: String) -> Character? {
        guard name.hasPrefix("#") else { return named[name] }
        let isHexadecimal = name.hasPrefix("#x") || name.hasPrefix("#X")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init).map(Character.init)
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
