import Decoding
import Records

extension RowPlan {
    /// The remark on columns that `[Record]` names and the table does not have, as after the provider has
    /// renamed them; `nil` if there are none. One of the key is an error, and one of the position has a remark
    /// of its own.
    var remark: String? {
        let absent = absentColumns + absentMembers
        guard !absent.isEmpty else { return nil }
        let list = String(absent.joined(separator: ", ").prefix(200))
        return "[Record] names columns that the table does not have: \(list)"
    }

    /// The columns with a type, a map or another rule of their own, of the title and of the group.
    private var absentColumns: [String] {
        let names = rules.ruled + rules.title + (rules.group.map { [$0] } ?? [])
        return names.unique.filter { columns.index(of: $0) == nil }
    }

    /// The members that `Where=` compares: without them, it may leave out all records, or none.
    private var absentMembers: [String] {
        let shown = columns.names.compactMap(\.self).flatMap { name in
            let member = rules.rule(for: name).rename ?? name
            return [member, RecordRules.original(member)]
        }
        let compared = rules.conditions.flatMap(\.fields).filter(\.isName).map(\.text)
        return compared.unique.filter { name in !shown.contains { $0.utf8.elementsEqual(name.utf8) } }
    }
}

extension [String] {
    /// The texts, each once.
    fileprivate var unique: [String] {
        var seen: Set<[UInt8]> = []
        return filter { seen.insert([UInt8]($0.utf8)).inserted }
    }
}
