import Glibc

/// `bench scale`: what grows, and by which law, with the number of sources of a report each, and with the
/// number of records of one table, each from one column of the table to the next by a factor of ten.
enum ScaleBench {
    private static let sources = [100, 1_000, 10_000]
    private static let records = [10_000, 100_000, 1_000_000]

    /// Runs the benchmark.
    ///
    /// - Parameter arguments: The numbers of records, up to 1,000,000 by default; 10,000,000 take 12 GB on
    ///   the disk.
    /// - Throws: An error of the daemon, or of the disk.
    static func run(_ arguments: [String]) throws {
        let numbers = arguments.compactMap(Int.init)
        try show("sources", \.limit, try sources.map { try ScaleSources($0).measure() })
        try show(
            "records", \.limitOfRecords,
            try (numbers.isEmpty ? records : numbers).map { try ScaleRecords($0).measure() })
    }

    private static func show(
        _ title: String, _ limit: KeyPath<ScaleRow, Double?>, _ columns: [ScaleColumn]
    ) throws {
        ScaleTable(title: title, columns: columns).show()
        fflush(nil)
        guard let first = columns.first, let last = columns.last, first.count < last.count else { return }
        let decades = log10(Double(last.count) / Double(first.count))
        for row in ScaleRow.allCases {
            guard let limit = row[keyPath: limit], let few = first.values[row], let many = last.values[row]
            else { continue }
            Measure.goal(
                "scale, ten times the \(title), \(row.rawValue)", pow(many / few, 1 / decades), limit: limit)
        }
    }
}
