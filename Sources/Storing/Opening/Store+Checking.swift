import Records

extension Store {
    /// Reads all contents, whose checksums reveal damage.
    ///
    /// - Throws: `StoreError` if anything is damaged or cannot be read.
    func readAll() throws(StoreError) {
        let counts = try countRecords()
        for state in try states() {
            let count = counts[state.name, default: 0]
            guard state.recordCount == count else {
                throw .damage("read \(state.name)", "it has \(count) records, not \(state.recordCount)")
            }
            // Reading the rejects verifies their checksum.
            _ = try rejects(of: state.name)
        }
        _ = try requests()
        var number = oldest - 1
        while let last = try changes(after: number, limit: 1000)?.last { number = last.number }
        guard number == end else { throw .damage("read the log", "it ends with change \(number)") }
    }

    /// Reads all records and counts those of each source.
    private func countRecords() throws(StoreError) -> [String: Int] {
        var counts: [String: Int] = [:]
        var page = try snapshot(limit: 1000)
        while let last = page.last {
            for stored in page { counts[stored.source, default: 0] += 1 }
            page = try snapshot(after: (last.source, last.record.key), limit: 1000)
        }
        return counts
    }
}
