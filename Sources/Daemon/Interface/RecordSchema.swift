import Definitions
import Records

/// The JSON Schema of a source's records, derived from a sample of them and from the definition.
///
/// Source: JSON Schema, draft 2020-12; `x-almanac` is our own extension.
nonisolated struct RecordSchema {
    /// The number of records in the sample.
    static let sample = 500

    private let records: [Record]
    private let definition: Definition?

    init(of records: [Record], definition: Definition?) {
        self.records = records
        self.definition = definition
    }

    /// The schema of a record's data.
    var json: JSON {
        let data = records.compactMap { try? JSON(parsing: $0.data) }
        let names = Set(data.flatMap { $0.object?.map(\.name) ?? [] }).sorted()
        let always = names.filter { name in data.allSatisfy { $0[name] != nil } }
        return .members([
            "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
            "title": (definition?.title).map(JSON.string),
            "properties": .object(names.map { .init($0, property($0, of: data)) }),
            "required": always.isEmpty ? nil : .array(always.map(JSON.string)), "x-almanac": meaning,
        ])
    }

    private func property(_ name: String, of data: [JSON]) -> JSON {
        let types = Set(data.compactMap { $0[name].map(Self.type) }).sorted()
        return .members([
            "type": types.count == 1 ? .string(types[0]) : .array(types.map(JSON.string)),
            "unit": unit(of: name).map(JSON.string),
        ])
    }

    private func unit(of name: String) -> String? {
        definition?.kind.units.first { $0.key.description == name }?.value
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
