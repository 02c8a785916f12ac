package import Records

extension NameHistory {
    /// Reads the history of an origin from its stored form; any other input results in an empty history.
    package init(_ json: JSON?, of origin: String) {
        self.init(of: origin)
        guard let json, json["of"]?.string == origin, let documents = json["documents"]?.int,
            let isFull = json["full"]?.bool, let names = json["names"]?.array
        else { return }
        let entries = names.compactMap(Entry.init)
        // Without one of its names, the history would take that name for a new one.
        guard entries.count == names.count else { return }
        self.documents = documents
        self.isFull = isFull
        self.entries = entries
        for (place, entry) in entries.enumerated() { places[ByteKey(entry.name)] = place }
    }

    /// The stored form.
    package var json: JSON {
        [
            "of": .string(origin), "documents": .int(documents), "full": .bool(isFull),
            "names": .array(entries.map(\.json)),
        ]
    }
}

extension NameHistory.Entry {
    /// The stored form: an array, because every document stores all names again.
    fileprivate var json: JSON {
        .array([
            .string(name), .int(documents), .int(records), .int(lastDocument), .int(steadyDocuments),
            .int(steadyRecords), .int(missing), missingSince.map(JSON.second) ?? .null,
            reported.map(JSON.second) ?? .null, news?.json ?? .null, values.json,
        ])
    }

    fileprivate init?(_ json: JSON) {
        guard let parts = json.array, parts.count == 11, let name = parts[0].string,
            let values = ValueHistory(parts[10])
        else { return nil }
        self.init(name: name)
        documents = parts[1].int ?? 0
        records = parts[2].int ?? 0
        lastDocument = parts[3].int ?? 0
        steadyDocuments = parts[4].int ?? 0
        steadyRecords = parts[5].int ?? 0
        missing = parts[6].int ?? 0
        missingSince = parts[7].second
        reported = parts[8].second
        news = NameHistory.News(parts[9])
        self.values = values
    }
}

extension NameHistory.News {
    fileprivate var json: JSON {
        .array([
            .string(kind.rawValue), .second(since), .int(document), .bool(isReported),
            instead.map(JSON.string) ?? .null,
        ])
    }

    fileprivate init?(_ json: JSON) {
        guard let parts = json.array, parts.count == 5,
            let kind = parts[0].string.flatMap(NameChange.Kind.init), let since = parts[1].second
        else { return nil }
        self.init(
            kind: kind, since: since, document: parts[2].int ?? 0, isReported: parts[3].bool ?? true,
            instead: parts[4].string)
    }
}

extension JSON {
    /// The seconds since 1970.
    static func second(_ moment: UTC) -> JSON { .int(moment.microseconds / 1_000_000) }

    /// The moment of seconds since 1970, within some thousand years.
    var second: UTC? { int.flatMap { $0.magnitude < 1 << 37 ? UTC(seconds: Int64($0)) : nil } }
}
