package import Records

extension NameHistory {
    /// Returns the changes to list, sorted by name: those that were reported within the last 14 days.
    ///
    /// - Parameters:
    ///   - moment: The present moment.
    ///   - known: The names that are no news.
    /// - Returns: The changes.
    package func changes(at moment: UTC, known: KnownNames = KnownNames()) -> [NameChange] {
        let listed = entries.indices.filter { place in
            entries[place].news.map { $0.isReported && moment - $0.since < NameHistory.listing } ?? false
        }
        return changes(listed, known)
    }

    /// Marks the changes to report as reported, and returns them.
    mutating func report(at moment: UTC, _ known: KnownNames) -> [NameChange] {
        let open = entries.indices.filter { entries[$0].news?.isReported == false && !isHeld($0, known) }
        guard !open.isEmpty else { return [] }
        for place in open where entries[place].news?.kind == .vanished {
            let replacement = replacement(of: place)
            entries[place].news?.instead = replacement
        }
        for place in open {
            entries[place].news?.isReported = true
            entries[place].reported = moment
        }
        return changes(open, known)
    }

    /// Whether a new name waits until it is known whether a name in the same place vanishes: both are
    /// reported as one change.
    private func isHeld(_ place: Int, _ known: KnownNames) -> Bool {
        guard let news = entries[place].news, news.kind == .new,
            documents - news.document < NameHistory.absence
        else { return false }
        let around = entries[place].name.around
        return entries.contains { entry in
            1..<NameHistory.absence ~= entry.missing && entry.isSteady && entry.name.around == around
                && !known.contains(entry.name)
        }
    }

    /// Returns the only name that became new in the same place while a name vanished, if that is the only
    /// one to vanish there.
    private func replacement(of vanished: Int) -> String? {
        let around = entries[vanished].name.around
        guard let document = entries[vanished].news?.document else { return nil }
        func others(_ kind: NameChange.Kind) -> [String] {
            entries.filter { entry in
                guard let news = entry.news, news.kind == kind else { return false }
                return abs(news.document - document) < NameHistory.absence && entry.name.around == around
            }.map(\.name)
        }
        let new = others(.new)
        return new.count == 1 && others(.vanished).count == 1 ? new[0] : nil
    }

    /// Returns changes; without new names that another change has, and without those inside a name that
    /// changed likewise.
    private func changes(_ listed: [Int], _ known: KnownNames) -> [NameChange] {
        let wanted = listed.filter { !known.contains(entries[$0].name) }
        let replacing = Set(wanted.compactMap { entries[$0].news?.instead.map(ByteKey.init) })
        let changed = wanted.reduce(into: [NameChange.Kind: Set<ByteKey>]()) { changed, place in
            guard let kind = entries[place].news?.kind else { return }
            changed[kind, default: []].insert(ByteKey(entries[place].name))
        }
        return wanted.compactMap { place in
            let entry = entries[place]
            guard let news = entry.news, !replacing.contains(ByteKey(entry.name)),
                !(changed[news.kind]?.contains(ByteKey(entry.name.around)) ?? false)
            else { return nil }
            return NameChange(
                entry.name, news.kind, since: news.since, documents: entry.documents,
                records: entry.records, instead: news.instead.flatMap { known.contains($0) ? nil : $0 })
        }.sorted { $0.name.precedes($1.name) }
    }
}

extension NameHistory {
    /// Returns in words how the names of a document that cannot be read differ from those before.
    ///
    /// - Parameter names: The names of the document, all of them.
    /// - Returns: `nil` if they do not differ, or fewer than three documents were read before.
    package func difference(of names: [String]) -> String? {
        guard documents >= NameHistory.absence, !names.isEmpty else { return nil }
        let present = Set(names.map(ByteKey.init))
        let steady = entries.filter { $0.missing == 0 && $0.steadyDocuments >= NameHistory.absence }
        let lacking = steady.filter { !present.contains(ByteKey($0.name)) }
        let new = isFull ? [] : names.filter { places[ByteKey($0)] == nil }
        let count = lacking.map(\.steadyDocuments).min() ?? documents
        let lacks = "lacks \(NameHistory.list(lacking.map(\.name)))"
        let has = "has \(NameHistory.list(new))"
        switch (lacking.isEmpty, new.isEmpty) {
        case (true, true): return nil
        case (false, true): return "it \(lacks), unlike the \(count) documents before"
        case (true, false): return "it \(has), unlike the \(count) documents before"
        case (false, false): return "it \(lacks) and \(has), unlike the \(count) documents before"
        }
    }

    /// Returns the first five names, and the number of others.
    private static func list(_ names: [String]) -> String {
        let first = names.prefix(5).joined(separator: ", ")
        return names.count > 5 ? "\(first) and \(names.count - 5) others" : first
    }
}

extension String {
    /// The names around a name, joined by slashes; empty if there is none.
    fileprivate var around: String { utf8.lastIndex(of: .slash).map { String(self[..<$0]) } ?? "" }
}
