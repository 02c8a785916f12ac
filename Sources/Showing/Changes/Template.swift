public import AlmanacValues
import Records

/// A line with placeholders: `{key} {flightRules} {wind.speed|calm}`.
///
/// Braces contain a name, and after a `|` the default for a missing value. `{{` and `}}` are literal braces.
/// Names are `event`, `source`, `key`, `title`, `name` (title or key), `time`, `cursor`, `change`,
/// `previous.MEMBER`, and every member of the record by its name, dotted path or JSON pointer.
public struct Template: Sendable {
    private enum Part: Sendable {
        case text(String)
        case place(name: String, fallback: String)
    }

    private var parts: [Part] = []

    /// Parses a template.
    ///
    /// - Throws: An error if a brace is not closed, or closed without being opened.
    public init(_ text: String) throws(TemplateError) {
        var rest = text[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            parts.append(.text(String(rest[..<brace])))
            let next = rest.index(after: brace)
            if next < rest.endIndex, rest[next] == rest[brace] {
                parts.append(.text(String(rest[brace])))
                rest = rest[rest.index(after: next)...]
            } else {
                rest = try place(rest[next...], opened: rest[brace] == "{", in: text)
            }
        }
        parts.append(.text(String(rest)))
    }

    private mutating func place(_ rest: Substring, opened: Bool, in text: String) throws(TemplateError)
        -> Substring
    {
        guard opened else { throw TemplateError(text: text, reason: "a \"}\" closes nothing") }
        guard let end = rest.firstIndex(of: "}") else {
            throw TemplateError(text: text, reason: "a \"{\" is not closed")
        }
        let words = rest[..<end].split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let fallback = words.count > 1 ? String(words[1]) : ""
        parts.append(.place(name: String(words[0]), fallback: fallback))
        return rest[rest.index(after: end)...]
    }

    /// Returns the line for an event; text from the data is escaped.
    public func text(_ event: Event, on paper: Paper) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .place(let name, let fallback):
                value(of: name, in: event, on: paper).flatMap { $0.isEmpty ? nil : visible($0) } ?? fallback
            }
        }.joined()
    }

    private func value(of name: String, in event: Event, on paper: Paper) -> String? {
        switch name {
        case "event": event.kind.rawValue
        case "source": event.source
        case "key": event.item?.key
        case "title": event.item?.title
        case "name": event.item?.name ?? event.source
        case "time": paper.zone.clock(event.at)
        case "cursor": event.cursor
        case "health": event.runtime?.health.rawValue
        case "change": ChangeLine(event).what(paper)?.plain
        default: member(name, of: event)?.shown
        }
    }

    private func member(_ name: String, of event: Event) -> JSON? {
        if name.hasPrefix("previous.") { return event.previous?.value(at: String(name.dropFirst(9))) }
        return event.item?.data.value(at: name.hasPrefix("data.") ? String(name.dropFirst(5)) : name)
    }
}
