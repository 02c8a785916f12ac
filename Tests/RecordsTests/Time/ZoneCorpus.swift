import Glibc
import Records

/// The compiled time zones of the corpus, with expected values of an independent implementation.
enum ZoneCorpus {
    struct Expected {
        let moment: UTC
        let offset: Int
        let abbreviation: String
    }

    /// The paths of the files, each with what is expected of it.
    static let zones: [(path: String, expected: [Expected])] = {
        var zones: [(path: String, expected: [Expected])] = []
        for line in String(decoding: bytes("expected.txt"), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 1 {
                zones.append((String(line), []))
            } else if words.count == 3, let seconds = Int64(words[0]), let offset = Int(words[1]) {
                zones[zones.count - 1].expected.append(
                    Expected(
                        moment: UTC(seconds: seconds), offset: offset, abbreviation: String(words[2])))
            }
        }
        return zones
    }()

    /// Returns the bytes of a file; empty if it cannot be read.
    static func bytes(_ path: String) -> [UInt8] {
        let folder = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" }
        guard let file = fopen("\(folder)/Corpus/zones/\(path)", "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }
}
