import Records
import WebPages

/// A strict reader of the HTML that pages consist of: every element is closed in order, attributes are quoted
/// and occur once, text has no bare `<`, `>` or `&`, identifiers are unique, and references have a target.
struct Markup {
    /// The faults, in the order of the text; empty for correct HTML.
    private(set) var faults: [String] = []
    /// The text of all elements, with a space between elements.
    private(set) var text = ""
    /// The identifiers and keys, in the order of the text.
    private(set) var names: [String] = []

    private var references: [String] = []
    private var open: [String] = []
    private let bytes: [UInt8]
    private let voids: Set<String>
    private var at = 0

    init(_ page: HTML) { self.init(page.bytes, voids: ["br", "hr", "img", "input", "link", "meta"]) }

    /// Reads XML without its declaration.
    init(xml bytes: [UInt8]) { self.init(bytes, voids: []) }

    private init(_ bytes: [UInt8], voids: Set<String>) {
        self.bytes = bytes
        self.voids = voids
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "<") { readTag() } else { readText() }
        }
        for name in open { faults.append("<\(name)> is not closed") }
        let known = Set(names)
        if known.count != names.count { faults.append("an identifier occurs twice") }
        for name in references where !known.contains(name) { faults.append("no element \(name)") }
    }

    private mutating func readText() {
        let run = take { $0 != UInt8(ascii: "<") }
        if run.contains(">") { faults.append("a bare > in \(run)") }
        let plain = Markup.decoded(run)
        if plain == nil { faults.append("a bare & in \(run)") }
        text += plain ?? run
    }

    private mutating func readTag() {
        at += 1
        let isEnd = skip(UInt8(ascii: "/"))
        let name = take { $0.isLetterOrDigit }
        if name.isEmpty { faults.append("a tag without a name at \(at)") }
        if isEnd {
            if open.popLast() != name { faults.append("</\(name)> closes another element") }
            text += " "
        } else {
            readAttributes(of: name)
            if !voids.contains(name) { open.append(name) }
        }
        if !skip(UInt8(ascii: ">")) { faults.append("no end of <\(name)> at \(at)") }
    }

    private mutating func readAttributes(of element: String) {
        var seen: Set<String> = []
        while skip(.space) {
            let name = take { $0.isLetterOrDigit || $0 == .hyphen }
            guard !name.isEmpty, skip(UInt8(ascii: "=")), skip(.quote) else {
                faults.append("an attribute of <\(element)> without a value")
                return
            }
            let raw = take { $0 != .quote }
            _ = skip(.quote)
            if !seen.insert(name).inserted { faults.append("\(name) occurs twice in <\(element)>") }
            if raw.contains("<") || raw.contains(">") { faults.append("markup in \(name) of <\(element)>") }
            if name == "style" || name.hasPrefix("on") { faults.append("\(name) is not allowed") }
            note(name, Markup.decoded(raw) ?? "")
        }
    }

    private mutating func note(_ name: String, _ value: String) {
        switch name {
        case "id", "data-key":
            if value.isEmpty || value.contains(" ") { faults.append("\(name) is \(value)") }
            names.append(value)
        case "aria-labelledby": references += value.split(separator: " ").map(String.init)
        case "fill" where value.hasPrefix("url(#"): references.append(String(value.dropFirst(5).dropLast()))
        default: break
        }
    }

    private mutating func take(while isPart: (UInt8) -> Bool) -> String {
        let start = at
        while at < bytes.count, isPart(bytes[at]) { at += 1 }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    /// Returns text with its references replaced; `nil` if one is unknown.
    private static func decoded(_ text: String) -> String? {
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        var result = String(parts.first ?? "")
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: ";"), let character = characters[String(part[..<end])] else {
                return nil
            }
            result += character + part[part.index(after: end)...]
        }
        return result
    }

    private static let characters = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
}
