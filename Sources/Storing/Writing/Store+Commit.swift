public import Records

extension Store {
    /// Applies differences to the records of a source in one transaction.
    ///
    /// A difference that is already applied makes no change. The caller bounds the size of a commit: 500
    /// differences take about 10 ms. When a document is committed in parts, each call receives the previous
    /// commit, so that all parts have one generation; anything that must not be visible before the whole
    /// document is stored belongs to the last part.
    ///
    /// - Parameters:
    ///   - differences: The differences that a `Comparison` found, in order; empty to store only the other
    ///     arguments.
    ///   - source: The source.
    ///   - moment: The moment of the changes.
    ///   - earlier: The previous commit of the same document; `nil` for the first.
    ///   - isLast: Whether no further commit of the same document follows; until the last one is stored, the
    ///     source is incomplete, also after a crash.
    ///   - state: The source's state, stored with the changes.
    ///   - rejects: The rows that could not be read, stored with the changes; `nil` keeps the previous
    ///     ones.
    ///   - requests: States of requests, stored with the changes.
    ///   - names: The keys that the document gave to names, stored with the changes.
    /// - Returns: The changes with their numbers.
    /// - Throws: `StoreError` if nothing was stored.
    public func commit(
        _ differences: [Difference], of source: String, at moment: UTC, after earlier: Commit? = nil,
        isLast: Bool = true, saving state: SourceState? = nil, rejects: [Reject]? = nil,
        requests: [RequestState] = [], names: [String: String] = [:]
    ) throws(StoreError) -> Commit {
        try transaction { () throws(StoreError) in
            let row = try row(making: source)
            var changeWriter = try ChangeWriter(
                reader: self, statements: writing, source: row, oldest: oldestContent(of: row), after: end,
                at: moment, isContinuing: earlier?.hasChanged ?? false, areNew: areNew(differences, in: row))
            for difference in differences { try changeWriter.apply(difference) }
            try changeWriter.finish()
            try isLast
                ? writing.setComplete.run(.text(source)) : writing.setIncomplete.run(.text(source))
            if let state { try write(state, of: changeWriter.source.id) }
            if let rejects { try write(rejects, of: changeWriter.source) }
            for request in requests { try write(request) }
            try write(names, of: changeWriter.source, at: moment)
            try advance(past: changeWriter)
            return Commit(
                source: source, changes: changeWriter.changes, generation: changeWriter.source.generation,
                recordCount: changeWriter.source.records, end: end, hasChanged: changeWriter.hasChanged,
                isLast: isLast)
        }
    }

    /// Whether it is certain that no key of the differences has a record, or a removal in the log.
    ///
    /// One statement finds this out for records in the order of their keys, as those of a large document are.
    /// For others the result is `false`, and each key is looked up.
    private func areNew(_ differences: [Difference], in source: SourceRow) throws(StoreError) -> Bool {
        guard differences.count > 1, let first = differences.first, let last = differences.last else {
            return false
        }
        let areAdded = differences.allSatisfy { if case .put = $0 { true } else { false } }
        let areOrdered = zip(differences, differences.dropFirst()).allSatisfy { $0.key.precedes($1.key) }
        guard areAdded, areOrdered else { return false }
        let (from, to) = (Binding.text(first.key), Binding.text(last.key))
        return try statements.areKeysKnown.first(.int(source.id), from, to) { $0.int(0) } == 0
    }

    /// Records the changes of a transaction, and the size by which they have enlarged the log.
    func advance(past writer: ChangeWriter) throws(StoreError) {
        guard let number = writer.changes.last?.number else { return }
        try storeRun()
        try writing.addLogged.run(.int(writer.source.id), .count(writer.logged))
        if end == 0 { oldest = 1 }
        end = number
    }
}
