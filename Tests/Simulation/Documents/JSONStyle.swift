import Records

/// A way to write JSON: whitespace, escapes and the order of members do not change its meaning.
///
/// Source: RFC 8259.
nonisolated struct JSONStyle {
    /// The escaping of characters that need none.
    private enum Escapes {
        case none
        case nonASCII
        case some
    }

    private let lineEnd: String
    private let indentation: String
    private let space: String
    private let shuffles: Bool
    private let escapes: Escapes
    private var chance: Chance
    private var text = ""

    /// Chooses a way.
    init(_ style: inout Chance) {
        let isIndented = style.isTrue(0.5)
        lineEnd = isIndented ? style.pick(["\n", "\r\n"]) : ""
        indentation = isIndented ? style.pick(["  ", "\t", ""]) : ""
        space = style.pick(["", " "])
        shuffles = style.isTrue(0.3)
        escapes = style.pick([.none, .none, .nonASCII, .some])
        chance = style.split()
    }

    /// Returns the text of a value.
    static func text(_ value: JSON, _ style: inout Chance) -> String {
        var writer = JSONStyle(&style)
        writer.write(value, depth: 0)
        return writer.text + (style.isTrue(0.5) ? writer.lineEnd : "")
    }

    private mutating func write(_ value: JSON, depth: Int) {
        switch value {
        case .null: text += "null"
        case .bool(let truth): text += truth ? "true" : "false"
        case .number(let literal): text += literal
        case .string(let string): write(string)
        case .array(let elements): write(elements, depth: depth)
        case .object(let members): write(members, depth: depth)
        }
    }

    private mutating func write(_ elements: [JSON], depth: Int) {
        text += "["
        for (index, element) in elements.enumerated() {
            breakLine(isFirst: index == 0, depth: depth + 1)
            write(element, depth: depth + 1)
        }
        if !elements.isEmpty { breakLine(isFirst: true, depth: depth) }
        text += "]"
    }

    private mutating func write(_ members: [JSON.Member], depth: Int) {
        text += "{"
        let ordered = shuffles ? members.shuffled(using: &chance) : members
        for (index, member) in ordered.enumerated() {
            breakLine(isFirst: index == 0, depth: depth + 1)
            write(member.name)
            text += ":" + space
            write(member.value, depth: depth + 1)
        }
        if !members.isEmpty { breakLine(isFirst: true, depth: depth) }
        text += "}"
    }

    private mutating func breakLine(isFirst: Bool, depth: Int) {
        if !isFirst { text += "," }
        text += lineEnd.isEmpty ? (isFirst ? "" : space) : lineEnd
        for _ in 0..<depth { text += indentation }
    }

    private mutating func write(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars { text += escaped(scalar) }
        text += "\""
    }

    private mutating func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return chance.pick(["\\n", "\\u000a"])
        case "\t": return chance.pick(["\\t", "\\u0009"])
        case "/" where escapes == .some: return "\\/"
        default:
            let isEscaped = escapes == .nonASCII ? !scalar.isASCII : escapes == .some && chance.isTrue(0.05)
            return isEscaped || scalar.value < 0x20 ? JSONStyle.code(scalar) : String(scalar)
        }
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }.joined()
    }
}
