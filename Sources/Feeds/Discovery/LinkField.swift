import Records

/// The header field `Link`.
///
/// Source: RFC 8288 §3.
enum LinkField {
    private static let mostLinks = 100

    /// Returns the links of a value; one that is not well-formed ends the list.
    static func links(_ value: String) -> [PageLinks.Link] {
        var links: [PageLinks.Link] = []
        var rest = value[...]
        while links.count < mostLinks, let start = rest.firstIndex(of: "<"),
            let end = rest[start...].firstIndex(of: ">")
        {
            var link = PageLinks.Link()
            link.reference = String(rest[rest.index(after: start)..<end]).blanksTrimmed
            rest = rest[rest.index(after: end)...]
            readParameters(&rest, of: &link)
            links.append(link)
        }
        return links
    }

    /// Reads `; name=value` up to the comma before the next link.
    private static func readParameters(_ rest: inout Substring, of link: inout PageLinks.Link) {
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            guard rest.first == ";" else { return }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { !"=;, ".contains($0) }.lowercased()
            rest = rest.dropFirst(name.count).drop { $0 == " " }
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0 == " " }
            set(text(&rest), as: name, of: &link)
        }
    }

    private static func text(_ rest: inout Substring) -> String {
        guard rest.first == "\"" else {
            let word = rest.prefix { !";, ".contains($0) }
            rest = rest.dropFirst(word.count)
            return String(word)
        }
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            text.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
        }
        return text
    }

    /// Sets a parameter; the first of each name counts.
    private static func set(_ value: String, as name: String, of link: inout PageLinks.Link) {
        switch name {
        case "rel" where link.relations.isEmpty:
            link.relations = value.lowercased().split { $0.isWhitespace }.map(String.init)
        case "type" where link.type.isEmpty: link.type = String(value.lowercased().prefix { $0 != ";" })
        case "title" where link.title == nil: link.title = value
        case "hreflang": link.statesLanguage = true
        default: break
        }
    }
}
