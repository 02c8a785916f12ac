package import Records

extension NameHistory {
    /// Adds the values in the next document, after its names.
    ///
    /// - Parameters:
    ///   - names: The names with their values.
    ///   - changed: The number of records of the document that are new or changed: the others say nothing
    ///     about how often a value is used.
    ///   - moment: The time of the document.
    ///   - known: The names and values that are no news.
    /// - Returns: The values to report, sorted by name; each is returned once.
    package mutating func addValues(
        of names: ProviderNames, changed: Int, at moment: UTC, known: KnownNames = KnownNames()
    ) -> [ValueChange] {
        var found: [ValueChange] = []
        let unchanged = max(0, names.records - changed)
        for (name, _, values) in names.counts {
            guard let place = places[ByteKey(name)] else { continue }
            let news = entries[place].values.add(values, unchanged: unchanged, at: moment) {
                !known.contains($0, of: name)
            }
            found += news.map { ValueChange(name, $0) }
        }
        return found.sorted { $0.name.precedes($1.name) }
    }

    /// Returns the new values to list, sorted by name: those that were reported within the last 14 days.
    ///
    /// - Parameters:
    ///   - moment: The present moment.
    ///   - known: The names and values that are no news.
    /// - Returns: The new values.
    package func newValues(at moment: UTC, known: KnownNames = KnownNames()) -> [ValueChange] {
        let found = entries.flatMap { entry in
            let listed = entry.values.values.filter { value in
                value.isReported && moment - value.first < NameHistory.listing
                    && !known.contains(value.text, of: entry.name)
            }
            return listed.map { ValueChange(entry.name, $0) }
        }
        return found.sorted { $0.name.precedes($1.name) }
    }

    /// Returns the documents that the next one is compared with; `nil` if there are none yet, or a new name
    /// waits to be reported.
    package func comparison(at moment: UTC, known: KnownNames = KnownNames()) -> NameComparison? {
        guard documents > 0, !entries.contains(where: { $0.news?.isReported == false }) else { return nil }
        let settled = entries.count { entry in
            !known.containsAllValues(of: entry.name)
                && entry.values.isSettled(at: moment) { !known.contains($0, of: entry.name) }
        }
        // The first document that is compared is the one after those from which names are learned.
        return NameComparison(
            documents: documents, learning: NameHistory.learning + 1, names: entries.count, values: settled)
    }
}

extension ValueChange {
    fileprivate init(_ name: String, _ value: ValueHistory.Value) {
        self.init(
            name, value.text, since: value.first, documents: value.documents, records: value.records)
    }
}
