import Records

extension Board {
    /// Returns a line for a custom module of Waybar with `"return-type": "json"`; markup is escaped.
    ///
    /// Source: waybar-custom(5): text, alt (for format-icons), tooltip, class.
    public func waybar(_ paper: Paper) -> String {
        let line = JSON.members([
            "text": .string(escaped(words(paper).joined(separator: "  "))),
            "alt": state(paper).map(JSON.string),
            "tooltip": .string(escaped(details(paper).joined(separator: "\n"))),
            "class": .array(classes(paper).map(JSON.string)),
        ])
        return String(decoding: line.bytes, as: UTF8.self)
    }

    /// Source: Pango markup: `&`, `<` and `>`.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
