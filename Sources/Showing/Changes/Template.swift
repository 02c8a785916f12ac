public import AlmanacValues
import Records

/// A line with placeholders: `{key} {flightRules} {wind.speed|calm}`.
///
/// Braces contain a name, and after a `|` the default for a missing value. `{{` and `}}` are literal braces.
/// A name of a moment may end in `:in`, `:time`, `:clock`, `:date` or `:when`: `{start:in}` is `25 min`, and
/// `:clock` the time without its zone. Names are
/// `event`, `source`, `key`, `title`, `name` (title or key), `time`, `cursor`, `change`, `previous.MEMBER`,
/// and every member of the record by its name, dotted path or JSON pointer. A record that is not part of a
/// change has no `event`, `cursor`, `change` and `previous.MEMBER`. `category` of a weather report is its
/// flight rules in words, also if they are unknown: `IFR or worse`, `category unknown: ceiling not reported`;
/// those of a report that is too old, or of a forecast that is over, are followed by `expired`.
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

    /// The members of records that the template names and for which it has no default, without other names
    /// and the forms of moments.
    public var members: [String] { members { $0.isEmpty } }

    /// The members for which it has a default, which a record may lack.
    public var optionalMembers: [String] { members { !$0.isEmpty } }

    private func members(where isWanted: (_ fallback: String) -> Bool) -> [String] {
        parts.compactMap { part in
            guard case .place(var name, let fallback) = part, isWanted(fallback),
                !Template.others.contains(name)
            else { return nil }
            for prefix in ["previous.", "data."] where name.hasPrefix(prefix) {
                name = String(name.dropFirst(prefix.count))
            }
            guard let colon = name.lastIndex(of: ":") else { return name }
            return Template.forms.contains(String(name[name.index(after: colon)...]))
                ? String(name[..<colon]) : name
        }.filter { !$0.isEmpty }
    }

    /// The names that are no members of records.
    private static let others: Set<String> = [
        "event", "source", "key", "title", "name", "time", "cursor", "change", "health", "standing", "reason",
        "category",
    ]
    /// The forms of moments.
    private static let forms = ["in", "time", "clock", "date", "when"]

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
        text { name in value(of: name, in: event, on: paper) }
    }

    /// Returns the line for a record, or, without one, for a source that has none; text from the data is
    /// escaped.
    public func text(_ item: Item?, of source: Source, on paper: Paper) -> String {
        text { name in
            switch name {
            case "event", "cursor", "change", "reason": nil
            case "source": source.name
            case "name": item?.name ?? source.name
            case "time": item?.at.map(paper.zone.clock)
            case "health": source.runtime.health.rawValue
            case "standing": source.standing.rawValue
            default: item.flatMap { value(of: name, in: $0, after: source.maximumAge, on: paper) }
            }
        }
    }

    private func text(_ value: (String) -> String?) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .place(let name, let fallback):
                value(name).flatMap { $0.isEmpty ? nil : visible($0) } ?? fallback
            }
        }.joined()
    }

    private func value(of name: String, in event: Event, on paper: Paper) -> String? {
        switch name {
        case "event": event.kind.rawValue
        case "source": event.source
        case "name": event.item?.name ?? event.source
        case "time": paper.zone.clock(event.at)
        case "cursor": event.cursor
        case "reason": event.reason
        case "health": event.runtime?.health.rawValue
        case "standing": event.runtime?.standing.rawValue
        case "change": ChangeLine(event).what(paper)?.plain
        case _ where name.hasPrefix("previous."):
            event.previous?.value(at: String(name.dropFirst("previous.".count)))?.shown
        default: event.item.flatMap { value(of: name, in: $0, after: .usualMaximumAge, on: paper) }
        }
    }

    /// Returns a value of a record, which as a report counts as expired after an age.
    private func value(
        of name: String, in item: Item, after maximumAge: Duration, on paper: Paper
    ) -> String? {
        switch name {
        case "key": item.key
        case "title": item.title
        default:
            item.data.value(at: name.hasPrefix("data.") ? String(name.dropFirst("data.".count)) : name)?.shown
                ?? derived(name, of: item, after: maximumAge, on: paper)
        }
    }

    private func derived(
        _ name: String, of item: Item, after maximumAge: Duration, on paper: Paper
    ) -> String? {
        guard name == "category" else { return moment(of: name, in: item, on: paper) }
        if ReportPage.canShow(item) {
            let words = ConditionsText(item.data, in: paper.units).categoryWords
            return words + (item.isExpired(at: paper.now, after: maximumAge) ? ", expired" : "")
        }
        guard ForecastPage.canShow(item) else { return nil }
        let worst = ProvenCategory.worst(ForecastSpan.all(item).map(\.worst)).text
        return "at worst \(worst)" + (ForecastPage(item).isOver(at: paper.now) ? ", expired" : "")
    }

    /// Returns a moment in the form that the end of its name requests; `nil` if there is none.
    private func moment(of name: String, in item: Item, on paper: Paper) -> String? {
        guard let colon = name.lastIndex(of: ":"),
            let text = item.data.value(at: String(name[..<colon]))?.string, var moment = UTC(iso8601: text)
        else { return nil }
        // A date begins at midnight in the user's zone.
        if text.utf8.count == 10 { moment = paper.zone.midnight(ofDate: moment) }
        switch name[name.index(after: colon)...] {
        case "in": return span(moment > paper.now ? moment - paper.now : .zero)
        case "time": return paper.zone.time(moment)
        case "clock": return paper.zone.plainTime(moment)
        case "date": return paper.zone.date(moment)
        case "when": return paper.zone.when(moment, from: paper.now)
        default: return nil
        }
    }
}

/// The reason why a template cannot be parsed.
public struct TemplateError: Error, Hashable, CustomStringConvertible {
    /// The template.
    public let text: String
    /// The reason.
    public let reason: String

    /// The reason, with the template.
    public var description: String { "\(reason) in \"\(text)\"" }
}
