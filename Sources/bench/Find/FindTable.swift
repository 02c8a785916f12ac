/// Generated places all over the Earth.
struct FindTable {
    private let rows: Int
    private let changed: Int
    private let word: String

    /// - Parameters:
    ///   - rows: The number of rows.
    ///   - changed: The number of rows with `word` before their name.
    ///   - word: The word.
    init(rows: Int, changed: Int = 0, word: String = "") {
        self.rows = rows
        self.changed = changed
        self.word = word
    }

    /// Replaces the file.
    func write(to folder: BenchFolder) throws {
        var text = "id,name,county,address,website,lat,lon\n"
        for row in 0..<rows {
            let words = FindWords.all
            let name = "\(words[row % words.count]) \(words[row / words.count % words.count])"
            let kind = ["Hospital", "School", "Clinic", "Library"][row % 4]
            text += "P\(row),\(row < changed ? word + " " : "")\(name) \(kind),\(words[row % 7])shire,"
            text += "\(row) High Street Town \(row % 900),https://example.org/\(row),"
            let latitude = Double(row &* 7919 % 180_000) / 1000 - 90
            text += "\(latitude),\(Double(row &* 104_729 % 360_000) / 1000 - 180)\n"
        }
        try folder.write(text, to: "places.csv")
    }
}
