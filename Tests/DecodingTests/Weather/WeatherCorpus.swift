import Records

/// The real inputs that stand beside these tests.
enum WeatherCorpus {
    /// The lines of a file, each a JSON object.
    static func objects(_ name: String) throws -> [JSON] {
        try CorpusFile.lines(name).map { try JSON(parsing: $0) }
    }

    /// The lines of a file of fields parted by tabs, without comments.
    static func rows(_ name: String) throws -> [[String]] {
        try CorpusFile.lines(name).filter { $0.first != 0x23 }.map { line in
            line.split(separator: 0x09, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }
}
