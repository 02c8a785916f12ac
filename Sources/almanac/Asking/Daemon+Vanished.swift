import AlmanacClient
import AlmanacValues
import Records

/// The members that conditions compare and that no record has any more: no record can match then, which says
/// nothing about the upstream. The daemon itself refuses members that no record has ever had.
extension Daemon {
    /// The number of records that are examined for a member without a value, which a condition cannot find.
    private static let examined = 100

    /// Returns a gap for each member that conditions compare and that no record of a source has any more.
    ///
    /// Records of weather, feeds and the like have a vocabulary, in which members come and go.
    func vanished(comparedBy conditions: [String], in sources: [Source]) -> [Gap] {
        let fields = conditions.compactMap { try? Condition($0) }.flatMap(\.compared)
        guard !fields.isEmpty else { return [] }
        return sources.filter(\.hasFreeMembers).flatMap { source in
            fields.filter { lacks($0, in: source) }.map { field in
                Gap(source: source.name, .remark("no record has \"\(field)\" any more"))
            }
        }
    }

    /// Whether it is known that no record of a source has a field, not even without a value.
    private func lacks(_ field: FieldPath, in source: Source) -> Bool {
        var selector = Selector(sources: [Selector.literal(source.name)])
        guard let some = try? items(selector, limit: Daemon.examined), !some.isEmpty,
            !some.contains(where: { field.value(in: $0.data) != nil })
        else { return false }
        selector.conditions = [Condition.exists(field).description]
        return (try? items(selector, limit: 1))?.isEmpty ?? false
    }
}

extension Condition {
    /// The fields that the condition compares with a value.
    fileprivate var compared: [FieldPath] {
        switch self {
        case .comparison(let comparison): [comparison.field]
        case .exists: []
        case .not(let condition): condition.compared
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.compared)
        }
    }
}

extension Source {
    /// Whether its records have the members of the upstream's documents.
    fileprivate var hasFreeMembers: Bool { ["table", "json", "join"].contains(kind) }
}
