import Decoding
import Records

/// A reader of documents with reports in all formats that services use.
///
/// Reads plain lists and bulletins, the JSON, XML and CSV of aviationweather.gov and the JSON of
/// api.weather.gov. From the structured formats it uses only the text of the report and the data of the
/// station.
struct ReportDocument {
    private enum Shape {
        case unknown([UInt8])
        case text(ReportSplitter)
        case json(JSONReports)
        case xml(XMLReports)
        case table(TableReports)
    }

    private var shape = Shape.unknown([])
    private let splitter: ReportSplitter
    private let name: String
    private var first: Reject?
    private var hasReports = false

    /// The members, elements or columns of the reports; none of plain text.
    var providerNames: ProviderNames {
        switch shape {
        case .unknown, .text: ProviderNames()
        case .json(let reader): reader.providerNames
        case .xml(let reader): reader.names.counts
        case .table(let reader): reader.providerNames
        }
    }

    /// The remarks: the warnings of the service, and that the document has not as many reports as it states.
    var notes: [String] {
        // Also those that cannot be read, but not the errors of the service beside them.
        let count = providerNames.records
        let own = warnings.map { "the document states a warning: \($0)" } + errors
        guard let declared, declared != count else { return own }
        return own + ["the document says that it has \(declared) reports, but it has \(count)"]
    }

    /// The remarks on errors of the service beside reports of JSON; those of other formats are rejects.
    private var errors: [String] { if case .json(let reader) = shape { reader.errors } else { [] } }

    /// The warnings of the service about its answer.
    private var warnings: [String] {
        switch shape {
        case .unknown, .text, .json: []
        case .xml(let reader): reader.warnings
        case .table(let reader): reader.warnings
        }
    }

    /// The number of reports that the document states.
    private var declared: Int? {
        switch shape {
        case .unknown, .text, .json: nil
        case .xml(let reader): reader.declared
        case .table(let reader): reader.declared
        }
    }

    /// Creates a reader for one document.
    ///
    /// - Parameters:
    ///   - name: The name of its reports, such as `METAR`.
    ///   - splitter: The splitter for plain text.
    init(of name: String, splitter: ReportSplitter) {
        self.name = name
        self.splitter = splitter
    }

    /// Reads the next slice.
    ///
    /// - Returns: The reports that are now complete and the pieces that are not reports, in order.
    /// - Throws: `DecodeError` if the document as a whole cannot be read.
    mutating func consume(_ bytes: Span<UInt8>) throws(DecodeError) -> [ReportPiece] {
        if case .unknown(var held) = shape {
            for index in 0..<bytes.count { held.append(bytes[index]) }
            ReportDocument.blankByteOrderMark(&held)
            guard let found = try ReportDocument.shape(held, splitter: splitter, isAll: false) else {
                shape = .unknown(held)
                return []
            }
            shape = found
            return recordReports(try read(held.span))
        }
        return recordReports(try read(bytes))
    }

    /// Reads the end of the document.
    ///
    /// - Returns: The remaining reports and the pieces that are not reports, in order.
    /// - Throws: `DecodeError` if the document as a whole cannot be read, or has text but no report.
    mutating func finish() throws(DecodeError) -> [ReportPiece] {
        var found: [ReportPiece] = []
        if case .unknown(let held) = shape {
            shape = try ReportDocument.shape(held, splitter: splitter, isAll: true) ?? .text(splitter)
            found = recordReports(try read(held.span))
        }
        let rest = recordReports(try finishShape())
        if !hasReports, let first {
            throw DecodeError(.content, part: name, found: first.found, offset: first.offset ?? 0)
        }
        return found + rest
    }

    private mutating func recordReports(
        _ found: [ReportPiece]
    ) -> [ReportPiece] {
        for piece in found {
            switch piece {
            case .report: hasReports = true
            case .stray(let reject): first = first ?? reject
            }
        }
        return found
    }

    private mutating func read(_ bytes: Span<UInt8>) throws(DecodeError) -> [ReportPiece] {
        let shape = shape
        self.shape = .unknown([])
        switch shape {
        case .unknown: return []
        case .text(var reader):
            defer { self.shape = .text(reader) }
            return plain(reader.consume(bytes))
        case .json(var reader):
            defer { self.shape = .json(reader) }
            return try reader.consume(bytes)
        case .xml(var reader):
            defer { self.shape = .xml(reader) }
            return reader.consume(bytes)
        case .table(var reader):
            defer { self.shape = .table(reader) }
            return reader.consume(bytes)
        }
    }

    private mutating func finishShape() throws(DecodeError) -> [ReportPiece] {
        switch shape {
        case .unknown: return []
        case .text(var reader): return plain(reader.finish())
        case .json(var reader):
            defer { self.shape = .json(reader) }
            return try reader.finish()
        case .xml(let reader): return try reader.finish(name)
        case .table(var reader):
            defer { self.shape = .table(reader) }
            return reader.finish()
        }
    }

    private func plain(_ pieces: [ReportSplitter.Piece]) -> [ReportPiece] {
        pieces.map { piece in
            switch piece.sort {
            case .report(let heading):
                .report(
                    ReportEntry(text: piece.text, line: piece.line, offset: piece.offset, heading: heading))
            case .garbled(let station):
                .stray(
                    Reject(
                        line: piece.line, offset: piece.offset, field: "station", found: station,
                        reason: "not a station"))
            case .stray:
                .stray(
                    Reject(
                        line: piece.line, offset: piece.offset,
                        found: String(decoding: piece.text, as: UTF8.self),
                        reason: "not a \(name)"))
            }
        }
    }
}

extension ReportDocument {
    /// Replaces a byte order mark by blanks.
    private static func blankByteOrderMark(_ held: inout [UInt8]) {
        guard held.starts(with: "\u{FEFF}".utf8) else { return }
        held.replaceSubrange(0..<3, with: repeatElement(.space, count: 3))
    }

    /// Returns the format of a document by its first bytes; `nil` if more of them are needed.
    private static func shape(
        _ held: [UInt8], splitter: ReportSplitter, isAll: Bool
    ) throws(DecodeError) -> Shape? {
        guard let start = held.firstIndex(where: { $0 > .space }) else {
            return held.count > 4096 ? .text(splitter) : nil
        }
        let end = held[start...].firstIndex { $0.isLineEnd }
        guard isAll || end != nil || held.count - start >= 512 else { return nil }
        switch held[start] {
        case .leftBracket, .leftBrace: return .json(JSONReports())
        case .lessThan:
            guard WebPage.begins(held.span) else { return .xml(XMLReports()) }
            throw DecodeError(.content, part: "weather report", found: held.span.opening, offset: start)
        default:
            let line = held[start..<(end ?? held.endIndex)]
            if TableReports.isSign(line) { return .table(TableReports()) }
            // Unlike reports, an error of the service, which may precede the other lines, has small letters.
            guard line.contains(where: { $0 >= UInt8(ascii: "a") }) else { return .text(splitter) }
            let lines = held[start...].prefix(sampleSize).split(whereSeparator: \.isLineEnd)
            if lines.contains(where: TableReports.isSign) { return .table(TableReports()) }
            let isDecided = isAll || lines.count > 8 || held.count - start >= sampleSize
            return isDecided ? .text(splitter) : nil
        }
    }

    /// The size of the part that decides whether a text is a table, in bytes.
    private static let sampleSize = 1024
}
