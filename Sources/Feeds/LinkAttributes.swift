import Decoding
import Records

/// The attributes of a link but its address.
struct LinkAttributes {
    /// The relation, in lower case; `alternate` if there is none.
    let relation: String
    /// The media type with its parameters; `nil` if there is none.
    let type: String?
    /// The length in bytes as text; `nil` if there is none.
    let length: String?

    /// Whether the type is that of a page, or there is none.
    var isPage: Bool {
        guard let type else { return true }
        let name = (type.split(separator: ";").first.map(String.init) ?? "").trimmingBlanks.lowercased()
        return ["", "text/html", "application/xhtml+xml", "text/plain"].contains(name)
    }

    /// Returns the registered name of a relation, which may be written as an address.
    ///
    /// Source: RFC 4287, section 4.2.7.2.
    static func relation(_ text: String?) -> String {
        let name = text?.trimmingBlanks.lowercased() ?? ""
        guard !name.isEmpty else { return "alternate" }
        for start in [
            "http://www.iana.org/assignments/relation/", "https://www.iana.org/assignments/relation/",
        ]
        where name.hasPrefix(start) {
            return String(name.dropFirst(start.count))
        }
        return name
    }
}
