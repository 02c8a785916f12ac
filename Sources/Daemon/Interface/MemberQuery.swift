import Records
import Storing
import Subscribing

/// A query for those of several fields that no current record has.
nonisolated struct MemberQuery: Query {
    /// The fields that no record has, and the members that records have instead.
    struct Missing: Sendable {
        var fields: [FieldPath]
        var members: Set<String> = []
    }

    private let sources: [String]
    private var missing: Missing
    private var place: SnapshotPlace?

    /// Creates the query.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - sources: The sources whose records are examined, sorted.
    init(_ fields: [FieldPath], in sources: [String]) {
        self.sources = sources
        missing = Missing(fields: fields)
    }

    mutating func advance(_ desk: QueryContext) throws -> Missing? {
        let found = try desk.reader().snapshot(
            of: sources, after: place.map { ($0.source, $0.key) }, limit: 500)
        for stored in found {
            // Stored data are always JSON; other data would have no member.
            guard let data = try? JSON(parsing: stored.record.data) else { continue }
            missing.fields.removeAll { $0.value(in: data) != nil }
            if missing.members.count < 2000 { missing.members.formUnion((data.object ?? []).map(\.name)) }
        }
        guard let last = found.last, !missing.fields.isEmpty else { return missing }
        place = SnapshotPlace(source: last.source, key: last.record.key)
        return nil
    }
}
