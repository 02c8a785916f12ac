import Decoding
package import Records
import Schemas

/// The JSON Schema of a source's records, from its kind and its definition.
///
/// A member that neither declares has no type: its `x-observed` lists the types in a sample of the records,
/// and the next record may differ.
///
/// Source: JSON Schema, draft 2020-12; `unit`, `x-observed` and `x-almanac` are our own extensions.
package nonisolated struct RecordSchema {
    /// The number of records in the sample.
    package static let sample = 500

    private let definition: Definition?
    private let rules: RecordRules?
    private let sample: [JSON]
    /// The members before the definition renames and omits them: those of the kind, or those that are joined.
    private let given: Given

    /// Members with a type, and the names of those that every record has.
    struct Given {
        var members: [JSON.Member]
        var required: [String]
    }

    /// Prepares the schema of a source.
    ///
    /// - Parameters:
    ///   - definition: The definition; `nil` if it has an error.
    ///   - sample: Some of its records.
    package init(of definition: Definition?, sample: [Record]) {
        let members = definition?.kind.schema?.members ?? []
        let given = Given(
            members: members.map { JSON.Member($0.name, $0.schema) }, required: members.required)
        self.init(of: definition, given, sample: sample)
    }

    init(of definition: Definition?, _ given: Given, sample: [Record]) {
        self.definition = definition
        self.given = given
        // A definition in use has been checked; without its rules, nothing is declared.
        rules = definition.flatMap { try? RecordRules($0.options) }
        self.sample = sample.compactMap { try? JSON(parsing: $0.data) }
    }

    /// The schema of a record's data.
    package var json: JSON {
        let required = self.required
        return .members([
            "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
            "title": (definition?.title).map(JSON.string), "properties": .object(properties),
            "required": required.isEmpty ? nil : .array(required.map(JSON.string)), "x-almanac": meaning,
        ])
    }

    private var properties: [JSON.Member] {
        let declared = self.declared
        let names = observedNames.subtracting(declared.map(\.name))
        let observed = names.map { JSON.Member($0, ["x-observed": .array(types(of: $0).map(JSON.string))]) }
        return (declared + observed).sorted { $0.name.precedes($1.name) }
    }

    /// The names of the members in the sample.
    var observedNames: Set<String> { Set(sample.flatMap { $0.object?.map(\.name) ?? [] }) }

    /// The members that the kind, the joined sources or the definition give a type.
    var declared: [JSON.Member] {
        let members = kept.map { JSON.Member(renamed($0.name), type(of: $0.name) ?? $0.value) }
        let known = Set(given.members.map(\.name))
        let own = (rules?.ruled ?? []).filter { !$0.contains(".") && !known.contains($0) }
        return members + own.compactMap { name in type(of: name).map { JSON.Member(renamed(name), $0) } }
    }

    /// The given members that the definition does not omit.
    private var kept: [JSON.Member] { given.members.filter { !isOmitted($0.name) } }

    /// The names of the members that every record has, sorted.
    var required: [String] {
        let stated =
            (rules?.require ?? []).filter { !$0.contains(".") } + given.required.filter { !isOmitted($0) }
        return Set(stated.map(renamed)).sorted { $0.precedes($1) }
    }

    /// Whether the definition omits a member; also if its rules are unknown.
    private func isOmitted(_ name: String) -> Bool { rules?.rule(for: name).isOmitted ?? true }

    private func renamed(_ name: String) -> String { rules?.rule(for: name).rename ?? name }

    /// Returns the schema of the type that the definition gives a field; `nil` if it gives none.
    private func type(of field: String) -> JSON? {
        let rule = rules?.rule(for: field)
        if rule?.map != nil { return ["type": "string"] }
        return switch rule?.type {
        case .number: ["type": "number"]
        case .boolean: ["type": "boolean"]
        case .time: ["type": "string", "format": "date-time"]
        case nil: nil
        }
    }

    /// Returns the types of a member in the sample, sorted.
    private func types(of name: String) -> [String] {
        Set(sample.compactMap { $0[name].map(RecordSchema.type) }).sorted()
    }

    /// The members that serve as title, position, group and so on.
    private var meaning: JSON? {
        guard let definition else { return nil }
        let settings = ["Key", "Title", "Location", "Group", "Columns", "Require", "Bar", "Sort"]
        let members = settings.compactMap { setting -> JSON.Member? in
            let words = definition.options.words(in: "Record", named: setting)
            return words.isEmpty ? nil : .init(setting.lowercased(), .array(words.map(JSON.string)))
        }
        return members.isEmpty ? nil : .object(members)
    }

    private static func type(_ value: JSON) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
