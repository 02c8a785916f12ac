/// The table that the crowd follows: each document has all rows with another text each.
enum CrowdTable {
    static let rows = 20
    static let documents = 60
    /// By this one who stands still has been left behind, and costs what it ever will.
    static let settled = 36

    /// Puts a document where its source looks for it.
    ///
    /// - Parameters:
    ///   - document: Which; every row tells it.
    ///   - rows: How many rows it has.
    ///   - length: How long a row is; when long, readers who stand still soon have no room.
    ///   - folder: Where the almanac lives.
    /// - Throws: When it cannot be written.
    static func write(_ document: Int, rows: Int = rows, length: Int = 700, to folder: BenchFolder) throws {
        let end = String(repeating: "x", count: length)
        let lines = (0..<rows).map { "\(100 + $0),n\(document)-\($0)-\(end)\n" }.joined()
        try folder.write("id,name\n" + lines, to: "rows.csv")
    }
}
