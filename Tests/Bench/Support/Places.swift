import Glibc
import Systemd

/// Generated places all over the Earth, as a table with unordered keys.
nonisolated struct Places {
    /// The settings of their definition.
    static let definition = """
        Kind=table
        Refresh=1d
        MaxBytes=1G
        [Table]
        Delimiter=,
        [Record]
        Key=id
        Title=name
        Group=county
        Number=lat lon
        Location=lat lon

        """
    /// The words of the names; some share a prefix, and none occurs everywhere.
    static let words: [String] = {
        let first = [
            "Kent", "Royal", "Victor", "Queen", "Elisa", "Ash", "Cottage", "Bright", "Mary", "George",
        ]
        let last = [
            "", "ton", "ford", "field", "bridge", "hill", "wood", "stone", "mouth", "ham", "borough", "port",
        ]
        return first.flatMap { begin in last.map { begin + $0 } }
    }()

    /// The number of rows, of 60 bytes each.
    let count: Int
    /// Replaces the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - word: The first word of the names of the first ten rows.
    /// - Throws: An error if it cannot be written.
    func write(to path: String, word: String = "") throws {
        try BenchFiles.replace(path) { file in
            var text = Array("id,name,county,address,website,lat,lon\n".utf8)
            for row in 0..<count {
                text += line(row, word: row < 10 ? word : "").utf8
                guard text.count > 1 << 20 || row == count - 1 else { continue }
                guard fwrite(text, 1, text.count, file) == text.count else {
                    throw SystemError.last("fwrite", path)
                }
                text.removeAll(keepingCapacity: true)
            }
        }
    }

    private func line(_ row: Int, word: String) -> String {
        let number = row &* 7919 % 100_000_007
        let words = Places.words
        let (first, second) = (words[row % words.count], words[row / words.count % words.count])
        let name = "\(word)\(word.isEmpty ? "" : " ")\(first) \(second)"
        let kind = ["Hospital", "School", "Clinic", "Library"][row % 4]
        let place = "\(number % 180 - 90).\(100 + number % 899),\(number % 360 - 180).\(100 + row % 899)"
        return "P\(number),\(name) \(kind),,Town \(row % 4_999),,\(place)\n"
    }
}
