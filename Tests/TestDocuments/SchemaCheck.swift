package import Definitions
package import Records
import Schemas

/// A comparison of decoded records with the schema of their kind, in both directions.
package struct SchemaCheck {
    private let schema: Schema
    private var found: Set<String> = []
    private var seen: Set<String> = []

    /// Prepares the comparison; the kind must have a schema.
    package init(_ kind: Kind) { schema = kind.schema! }

    /// What the records have that the schema does not declare, such as `wind.gust: text`; sorted.
    package var faults: [String] { found.sorted() }

    /// The declared members that no record had anywhere; sorted. Members of conditions, which occur at
    /// several places, are declared once.
    package var unseen: [String] {
        SchemaCheck.declarations(schema.members).subtracting(seen).sorted()
    }

    /// Compares the data of records.
    package mutating func add(_ records: [Record]) throws {
        for record in records { try add(JSON(parsing: record.data)) }
    }

    /// Compares the data of one record.
    package mutating func add(_ data: JSON) {
        visit(data, as: schema.type, choices: [], at: "", isOpen: schema.isOpen)
    }

    private mutating func visit(
        _ value: JSON, as type: MemberType, choices: [String], at path: String, isOpen: Bool = false
    ) {
        switch (type, value) {
        case (.number, .number), (.flag, .bool), (.open, _): break
        case (.text, .string(let text)):
            if !choices.isEmpty, !choices.contains(text) { found.insert("\(path): \(text)") }
        case (.moment, .string(let text)):
            if UTC(iso8601: text)?.description != text { found.insert("\(path): \(text)") }
        case (.date, .string(let text)):
            if text.utf8.count != 10 || UTC(iso8601: text + "T00:00:00Z") == nil {
                found.insert("\(path): \(text)")
            }
        case (.list(let element), .array(let elements)):
            for part in elements { visit(part, as: element, choices: choices, at: path) }
        case (.object(let known), .object(let members)):
            visit(members, as: known, at: path, isOpen: isOpen)
        case (.keyed(let key, let element), .object(let members)):
            for member in members {
                if !key.matches(member.name) { found.insert("\(path): \(member.name)") }
                visit(member.value, as: element, choices: choices, at: path)
            }
        case (.either(let types), _):
            if !types.contains(where: { fits(value, $0) }) { found.insert("\(path): of another type") }
        default: found.insert("\(path): not \(type.words)")
        }
    }

    private mutating func visit(
        _ members: [JSON.Member], as known: [Member], at path: String, isOpen: Bool
    ) {
        for member in members {
            let place = path.isEmpty ? member.name : "\(path).\(member.name)"
            guard let declared = known.named(member.name) else {
                if !isOpen { found.insert("\(place): not declared") }
                continue
            }
            seen.insert(SchemaCheck.declaration(declared))
            visit(member.value, as: declared.type, choices: declared.choices, at: place)
        }
        for name in known.required where !members.contains(where: { $0.name == name }) {
            found.insert("\(path).\(name): missing")
        }
    }

    private func fits(_ value: JSON, _ type: MemberType) -> Bool {
        var check = self
        check.found = []
        check.visit(value, as: type, choices: [], at: "")
        return check.found.isEmpty
    }

    private static func declarations(_ members: [Member]) -> Set<String> {
        members.reduce(into: []) { found, member in
            found.insert(declaration(member))
            found.formUnion(declarations(member.type.members))
        }
    }

    private static func declaration(_ member: Member) -> String { "\(member.name): \(member.meaning)" }
}
