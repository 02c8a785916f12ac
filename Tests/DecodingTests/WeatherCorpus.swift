import Foundation
import Records

/// The real inputs that stand beside these tests.
enum WeatherCorpus {
    /// The bytes of a file of the corpus.
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return Array(try Data(contentsOf: folder.appendingPathComponent("Corpus/\(name)")))
    }

    /// The lines of a file, each a JSON object.
    static func objects(_ name: String) throws -> [JSON] {
        try bytes(name).split(separator: 0x0A).map { try JSON(parsing: Array($0)) }
    }

    /// The lines of a file of fields parted by tabs, without comments.
    static func rows(_ name: String) throws -> [[String]] {
        try bytes(name).split(separator: 0x0A).filter { $0.first != 0x23 }.map { line in
            line.split(separator: 0x09, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }
}

/// Numbers that are the same in every run of the tests.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Source: SplitMix64 (Steele, Lea and Flood).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
