/// The table of the crowd: each document contains all rows with new text.
enum CrowdTable {
    static let rows = 20
    static let documents = 60
    /// The document by which stopped subscribers have fallen behind and cost no further memory.
    static let settled = 36

    /// Writes a document to the path of its source.
    ///
    /// - Parameters:
    ///   - document: Its number, which every row contains.
    ///   - rows: The number of rows.
    ///   - length: The length of a row; long rows soon fill the buffers of stopped subscribers.
    ///   - folder: The almanac's directory.
    /// - Throws: An error if the file cannot be written.
    static func write(_ document: Int, rows: Int = rows, length: Int = 700, to folder: BenchFolder) throws {
        let end = String(repeating: "x", count: length)
        let lines = (0..<rows).map { "\(100 + $0),n\(document)-\($0)-\(end)\n" }.joined()
        try folder.write("id,name\n" + lines, to: "rows.csv")
    }
}
