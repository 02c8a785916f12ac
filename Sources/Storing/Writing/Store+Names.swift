import Records

extension Store {
    /// The time for which a name is kept after its last record is gone.
    private static let nameLifetime = Duration.seconds(30 * 86_400)

    /// Stores the keys of names, and forgets those that no record has had for a month.
    ///
    /// - Throws: `StoreError` if they were not stored.
    func write(_ names: [String: String], of source: SourceRow, at moment: UTC) throws(StoreError) {
        guard !names.isEmpty else { return }
        for (name, key) in names {
            try writing.addName.run(.int(source.id), .text(name), .text(key), .moment(moment))
        }
        try writing.forgetNames.run(.int(source.id), .moment(moment - Store.nameLifetime))
    }
}
