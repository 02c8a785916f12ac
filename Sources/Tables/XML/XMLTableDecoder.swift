public import Decoding
import Feeds
public import Records

/// A decoder of XML documents that are tables, such as sitemaps: one record for each element with a name of
/// `Element=` in `[Table]`, by `RecordRules`.
///
/// The fields of a record are those of `XMLRow`. An element inside another row is part of that row. No entity
/// is expanded, and nothing is fetched.
public struct XMLTableDecoder: DocumentDecoder {
    private static let maximumLength = 64 << 20

    private let names: [String]
    private let rules: RecordRules
    private let charset: String?
    private var bytes: [UInt8] = []

    /// Whether a definition states that its table is XML.
    public static func reads(_ options: Options) -> Bool {
        options.last(in: "Table", named: "Element") != nil
    }

    /// Creates a decoder for one document.
    ///
    /// - Throws: `OptionError` if a setting of `[Table]` or `[Record]` cannot be used.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        names = try SettingWords.all(options, section: "Table", name: "Element")
        for name in ["Delimiter", "Encoding", "Header", "HeaderContains", "Quote", "Ragged", "Duplicate"] {
            if let entry = options.last(in: "Table", named: name) {
                throw OptionError(entry, "cannot be combined with Element=")
            }
        }
        rules = try RecordRules(options)
        charset = context.charset
    }

    /// Appends the next slice.
    ///
    /// - Throws: `DecodeError` if the document is too large.
    public mutating func decode(_ slice: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        guard bytes.count + slice.count <= Self.maximumLength else {
            throw DecodeError(part: "document of at most 64 MiB", found: "more", offset: Self.maximumLength)
        }
        bytes.append(slice)
    }

    /// Returns the document; where an end is missing, a row ends with the next one or with its parent.
    private func tree() throws(DecodeError) -> XMLTree {
        do {
            return try XMLTree(parsing: bytes.span, charset: charset)
        } catch {
            // A document that is still too short with all ends added was cut off.
            guard error.reason == .truncated else { throw error }
            return try XMLTree(parsing: bytes.span, charset: charset, balancing: names)
        }
    }

    /// Decodes the whole document.
    ///
    /// - Throws: `DecodeError` if it is empty, a web page or not XML, has an error of the provider in place of
    ///   rows, no row could be read, or there are fewer records than `MinRecords=`.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        guard bytes.contains(where: { $0 > .space }) else {
            throw DecodeError(.empty, part: "XML document", found: "", offset: 0)
        }
        if WebPage.begins(bytes.span) {
            throw DecodeError(.content, part: "XML document", found: bytes.span.opening, offset: 0)
        }
        let tree = try tree()
        out.notes += tree.notes
        var taken = 0
        var lost = 0
        let rows = XMLRow.rows(in: tree.root, named: names)
        let surroundings = XMLSurroundings.of(tree.root, named: names)
        if rows.isEmpty, let error = surroundings.error(isAlone: true) {
            throw DecodeError(.content, part: "document with records", found: error, offset: 0)
        }
        out.notes += surroundings.remarks(on: rows.count, "elements")
        var dates = DateSurvey(rules)
        if !dates.isEmpty { for row in rows { dates.add(row.value) } }
        let rules = dates.completing(rules)
        for row in rows {
            if rules.read(row.value, named: nil, at: nil, into: &out) { taken += 1 } else { lost += 1 }
        }
        try RecordCount(taken: taken, lost: lost).check(rules.minimum, unit: "element", rejects: out.rejects)
    }
}
