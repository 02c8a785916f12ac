extension StoreReader {
    /// The maximum number of records whose order is returned.
    public static let mostOrdered = 20_000

    /// Returns the keys of a source's records in the order of its last document, then those of records that
    /// the document does not contain.
    ///
    /// - Parameter source: The source.
    /// - Returns: The keys; none if the order is not known, or if there are more than `mostOrdered` records.
    /// - Throws: `StoreError` if the database cannot be read.
    public func orderedKeys(of source: String) throws(StoreError) -> [String] {
        try connection.reading { () throws(StoreError) in
            guard let row = try row(of: source), row.records <= StoreReader.mostOrdered,
                let order = DocumentOrder(
                    of: source, in: connection.directory, at: try cursor(of: row.number))
            else { return [] }
            let places = order.numbers.enumerated().map { ($0.element, $0.offset) }
            let ranks = Dictionary(places) { first, _ in first }
            var keys: [(rank: Int, key: String)] = []
            try statements.keys.each(.int(row.id), .text(""), .int(.max)) { row in
                let rank = row.fingerprint(key: 0, hash: 1).flatMap { ranks[$0] }
                keys.append((rank ?? .max, row.text(0) ?? ""))
                return true
            }
            return keys.enumerated().sorted {
                ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
            }.map(\.element.key)
        }
    }
}
