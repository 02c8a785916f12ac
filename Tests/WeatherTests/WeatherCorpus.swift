import Records
import TestDocuments

/// The test inputs of this target.
enum WeatherCorpus {
    /// Returns the lines of a file, each a JSON object.
    static func objects(_ name: String) throws -> [JSON] {
        try CorpusFile.lines(name).map { try JSON(parsing: $0) }
    }

    /// Returns the lines of a file of tab-separated fields, without comments.
    static func rows(_ name: String) throws -> [[String]] {
        try CorpusFile.lines(name).filter { $0.first != 0x23 }.map { line in
            line.split(separator: 0x09, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }
}
