import Decoding
import Definitions
import Fetching
import Records

/// The rule that refuses a document with far fewer records than its source has, such as a truncated file or
/// a header alone, until the same document arrives a second time.
nonisolated struct ShrinkGuard: Hashable, Sendable {
    /// The part of its records that a source must keep: one in five.
    private static let part = 5

    /// The name of the source, for messages.
    let source: String
    /// The number of stored records from which the rule applies.
    let fewest: Int
    /// The fingerprint of the document that was refused before and is accepted now; `nil` if there is none.
    let refused: String?

    /// Creates the rule of a definition; `nil` if the source may shrink to any size.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - refused: The fingerprint of the document that was refused before.
    init?(_ definition: Definition, refused: String?) {
        guard let fewest = definition.fewestGuarded else { return nil }
        source = definition.name.text
        self.fewest = fewest
        self.refused = refused
    }

    /// Checks the number of records of a document.
    ///
    /// - Parameters:
    ///   - count: The number of its records.
    ///   - stored: The number of stored records.
    ///   - body: The document.
    /// - Throws: A failure with the fingerprint of the document if it has too few records and was not refused
    ///   before; an error if it cannot be read.
    func check(_ count: Int, of stored: Int, in body: Body) throws {
        guard stored >= fewest, count * ShrinkGuard.part < stored else { return }
        let fingerprint = try body.fingerprint
        guard fingerprint != refused else { return }
        let found = count == 0 ? "no record" : "only \(count) record\(count == 1 ? "" : "s")"
        var failure = FetchFailure(
            .shape,
            "the document has \(found) instead of \(stored), and the last good ones stay until it arrives again "
                + "unchanged: almanac refresh \(source), or set MinRecords=")
        failure.document = fingerprint
        throw failure
    }
}

nonisolated extension Body {
    /// A hash of the bytes.
    fileprivate var fingerprint: String {
        get throws {
            var hash = RecordHash(low: 0, high: 0)
            try forEachSlice { slice in
                let part = RecordHash(slice)
                hash = RecordHash(words: [hash.low, hash.high, part.low, part.high])
            }
            return String(hash.low, radix: 16) + "-" + String(hash.high, radix: 16)
        }
    }
}
