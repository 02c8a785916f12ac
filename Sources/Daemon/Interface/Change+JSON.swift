import Records

nonisolated extension Change {
    /// The record as a change left it; `nil` for a removal.
    var recordJSON: JSON? {
        let members = members
        return members.contains { $0.name == "data" } ? .object(members) : nil
    }

    /// Returns the change as the interface sends it.
    ///
    /// Source: io.almanac.varlink, type Change.
    func json(at cursor: Cursor) -> JSON {
        let patch = patch.flatMap(parsed)
        let own = JSON.members([
            "event": .string(kind.rawValue), "cursor": .string(cursor.description), "patch": patch,
            "previous": previous.flatMap(parsed),
            "reason": reason.map { .string($0.rawValue) },
            "paths": patch.map { .array(MergePatch.paths(of: $0).map(JSON.string)) },
        ])
        return .object((own.object ?? []) + members)
    }

    private var members: [JSON.Member] {
        let json = JSON.members([
            "source": .string(source), "key": .string(key), "title": title.map(JSON.string),
            "generation": .int(generation), "realtimeUSec": .int(at.microseconds),
            "latitude": (position?.latitude).map(JSON.double),
            "longitude": (position?.longitude).map(JSON.double), "data": data.flatMap(parsed),
        ])
        return json.object ?? []
    }

    /// Returns stored data as JSON; they are always valid, and omitted if they were not.
    private func parsed(_ bytes: [UInt8]) -> JSON? { try? JSON(parsing: bytes) }
}
