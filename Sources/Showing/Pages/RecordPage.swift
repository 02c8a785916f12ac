public import AlmanacValues
import Records

/// A complete record: its title, then its members under readable names.
public struct RecordPage: Showable {
    private let item: Item
    private let source: Source?

    /// Makes the page of a record; the source determines the members drawn as bars and the members of the
    /// position.
    public init(_ item: Item, source: Source? = nil) {
        self.item = item
        self.source = source
    }

    /// Returns the page; nested members are indented.
    public func lines(on paper: Paper) -> [Line] {
        let heading = Line(item.name, .strong) + Line(item.title == nil ? "" : "  \(item.key)", .faint)
        return heading.wrapped(to: paper.width) + fields(on: paper).lines(on: paper)
    }

    /// Returns the members under readable names.
    package func fields(on paper: Paper) -> Fields {
        var fields = Fields()
        for member in members { add(member, to: &fields, on: paper) }
        fields.add("Place", place(paper))
        fields.add("Changed", item.at.map { Line(paper.moment($0), .faint) })
        return fields
    }

    /// The members: first those that a list of the source shows, without those in the heading or the
    /// position.
    private var members: [JSON.Member] {
        let all = item.data.object ?? []
        let known =
            source.map { $0.words(in: "Record", named: "Title") + $0.words(in: "Record", named: "Key") } ?? []
        // Two coordinates can be replaced by the position without loss; a single field may contain more.
        let location = source?.words(in: "Record", named: "Location") ?? []
        let told = item.position(source) == nil || location.count != 2 ? [] : location
        let rest = all.filter { member in
            let isHeading =
                known.contains(member.name) && [item.title, item.key].contains(member.value.shown)
            // The corners of an advisory are for maps.
            let isArea = member.name == "geometry" && item.data["advisory"] != nil
            return !isHeading && !isArea && !told.contains(member.name)
        }
        let first = source?.words(in: "Record", named: "Columns") ?? []
        return first.compactMap { name in rest.first { $0.name == name } }
            + rest.filter { !first.contains($0.name) }
    }

    private func add(_ member: JSON.Member, to fields: inout Fields, on paper: Paper) {
        let name = readable(member.name)
        if let measure = measure(member) {
            return fields.add(name, measure, bar: bar(measure, on: paper))
        }
        switch member.value {
        case .object(let inner):
            fields.add(name, lines: inner.map { Line("\(readable($0.name)): \($0.value.shown)") })
        case .array(let elements) where elements.contains { $0.object != nil }:
            fields.add(name, lines: elements.map { Line($0.shown) })
        default: fields.add(name, lines: paragraphs(member.value.shown))
        }
    }

    /// Returns the lines of a text, so that line breaks are not escaped.
    private func paragraphs(_ text: String) -> [Line] {
        text.paragraphs.map { Line($0.isEmpty ? " " : String($0)) }
    }

    /// Returns a number with a declared maximum: `Bar=sat_math_avg_score 800`.
    private func measure(_ member: JSON.Member) -> Fields.Measure? {
        let words = source?.words(in: "Record", named: "Bar") ?? []
        guard let place = words.firstIndex(of: member.name), place + 1 < words.count,
            let maximum = Double(words[place + 1]), maximum > 0, let value = member.value.double
        else { return nil }
        let text = Line("\(member.value.shown) of \(words[place + 1])")
        return Fields.Measure(value: value, maximum: maximum, text: text)
    }

    /// Returns a number as a bar.
    private func bar(_ measure: Fields.Measure, on paper: Paper) -> Line {
        let width = min(20, max(5, paper.width / 4))
        let part = min(1, max(0, measure.value / measure.maximum))
        let filled = Int((part * Double(width)).rounded())
        let drawn = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        return Line(drawn + " ") + measure.text
    }

    private func place(_ paper: Paper) -> Line? {
        guard let position = item.position(source) else { return nil }
        let link = Line(position.link)
        guard let here = paper.here else { return link }
        return link + Line(", \(paper.distanceUnit.text(here.distance(to: position))) away")
    }
}
