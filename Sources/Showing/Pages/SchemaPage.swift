public import AlmanacValues
public import Records

/// The schema of a source's records: members, types and units.
public struct SchemaPage: Showable {
    private let source: Source
    private let schema: JSON

    /// Makes the page from the answer of DescribeSource.
    public init(_ source: Source, schema: JSON) {
        self.source = source
        self.schema = schema
    }

    /// Returns the page: the definition, then the members; nested members are indented.
    public func lines(on paper: Paper) -> [Line] {
        let heading = [Line(source.name, .strong), Line(source.title ?? "")].joined(by: "  ")
        return heading.wrapped(to: paper.width) + definition(paper).lines(on: paper)
            + (rows.isEmpty ? [] : [Line()] + Table(columns, rows: rows).lines(on: paper))
    }

    /// Returns the paths of all members of a schema; the index of a list is 0.
    public static func names(of schema: JSON) -> [String] {
        (schema["properties"]?.object ?? []).flatMap { member in
            let inner = member.value["items"].map { (".0.", $0) } ?? (".", member.value)
            return [member.name] + names(of: inner.1).map { member.name + inner.0 + $0 }
        }
    }

    private func definition(_ paper: Paper) -> Fields {
        var fields = Fields()
        fields.add("Kind", source.kind.map { Line($0) })
        fields.add("From", source.origin.map { Line($0) })
        fields.add("Every", source.interval.map { Line(span($0)) })
        let runtime = source.runtime
        fields.add("Rhythm", runtime.rhythm.map { Line($0.text(next: runtime.next, on: paper)) })
        for section in source.options?.object ?? [] where section.name != "Source" {
            for option in section.value.object ?? [] {
                fields.add("\(section.name).\(option.name)", Line(words(option.value)))
            }
        }
        return fields
    }

    private func words(_ value: JSON) -> String {
        value.array?.compactMap(\.string).joined(separator: " ") ?? value.shown
    }

    private var columns: [Column] {
        [
            Column("MEMBER"), Column("TYPE"), Column("UNIT", rank: 2), Column("ALWAYS", rank: 1),
            Column("MEANING"),
        ]
    }

    private var rows: [Table.Row] { rows(of: schema, depth: 0) }

    private func rows(of object: JSON, depth: Int) -> [Table.Row] {
        let always = (object["required"]?.array ?? []).compactMap(\.string)
        return (object["properties"]?.object ?? []).flatMap { member -> [Table.Row] in
            let inner = member.value["items"] ?? member.value["additionalProperties"] ?? member.value
            let row = row(member, isAlways: always.contains(member.name), depth: depth)
            return depth < 8 ? [row] + rows(of: inner, depth: depth + 1) : [row]
        }
    }

    private func row(_ member: JSON.Member, isAlways: Bool, depth: Int) -> Table.Row {
        let name = String(repeating: "·", count: depth) + member.name
        return Table.Row([
            Line(name), Line(type(member.value)),
            Line((member.value["unit"] ?? member.value["x-unit"])?.string ?? ""),
            Line(isAlways ? "yes" : ""),
            Line(member.value["description"]?.string ?? member.value["title"]?.string ?? ""),
        ])
    }

    private func type(_ schema: JSON) -> String {
        if let choices = schema["enum"]?.array { return choices.map(\.shown).joined(separator: " | ") }
        // A sample of the records does not declare the types of later ones.
        if let observed = schema["x-observed"]?.array?.compactMap(\.string) {
            return observed.joined(separator: " or ") + "?"
        }
        if let types = schema["anyOf"]?.array { return types.map(type).joined(separator: " or ") }
        if schema["format"] == "date-time" { return "time" }
        if schema["format"] == "date" { return "date" }
        guard let name = schema["type"]?.shown else { return "any value" }
        guard let element = schema["items"]?["type"]?.string else { return name }
        return "\(name) of \(element)"
    }
}
