public import Decoding
public import Records

/// A decoder of delimited text: one record for each row, by `TableFormat` and `RecordRules`.
public struct TableDecoder: DocumentDecoder {
    private let format: TableFormat
    private let rules: RecordRules
    private var decoder: TextDecoder
    private var finder: HeaderFinder
    private var reader = TableReader(delimiter: ",", honoursQuotes: false)
    /// The treatment of rows; `nil` until the header has been found.
    private var plan: RowPlan?
    /// The remark about the lines above the header; `nil` if there are none that the definition does not state.
    private var remark: String?
    /// The names of the columns in the table; empty if the definition states them.
    private var header: [String] = []
    private var text = RowText()
    private var taken = 0
    private var lost = 0
    /// The reject of the first lost row.
    private var cause: Reject?
    private var first = FirstBytes()
    /// The size of the text that decides the delimiter and the forms of columns, before any row is read.
    private var portion = 65_536
    /// The greatest size of that text: as long as it leaves the order of dates open, more is read.
    private static let maximumPortion = 4 << 20

    /// Creates a decoder for one document.
    ///
    /// - Throws: `OptionError` if a setting of `[Table]` or `[Record]` cannot be used.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        format = try TableFormat(options)
        rules = try RecordRules(options)
        let label = context.charset.flatMap { CharsetLabel($0, of: .transport) }
        decoder = TextDecoder(charset: format.charset, labels: label.map { [$0] } ?? [])
        finder = HeaderFinder(contents: format.headerContains)
    }

    /// Decodes the next slice.
    ///
    /// The first 64 KiB, or up to 4 MiB if dates leave the order of day and month open, are held until they
    /// have decided the delimiter and the forms of the columns. A later row that contradicts is rejected.
    ///
    /// - Throws: `DecodeError` if the document is not a table, lacks the header, or lacks a required column.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        var at = 0
        while at < bytes.count {
            let end = min(at + 65_536, bytes.count)
            if plan == nil {
                try first.check(bytes.extracting(at..<end), wanted: "table")
                decoder.decode(bytes.extracting(at..<end), into: &finder.text)
                try findHeader(isLast: false)
            } else {
                reader.makeRoom()
                decoder.decode(bytes.extracting(at..<end), into: &reader.text)
            }
            try readRows(into: &out)
            at = end
        }
    }

    /// Decodes the rest after the last slice.
    ///
    /// - Throws: `DecodeError`, as `decode`; also if the document is empty, no row could be read, or there
    ///   are fewer records than `MinRecords=`.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        if plan == nil {
            try first.finish(wanted: "table")
            decoder.finish(into: &finder.text)
            try findHeader(isLast: true)
            guard plan != nil else { throw missingHeader }
        } else {
            reader.makeRoom()
            decoder.finish(into: &reader.text)
        }
        reader.finish()
        try readRows(into: &out)
        out.notes += decoder.notes + [remark, plan?.remark].compactMap(\.self)
        if decoder.faults > 0 {
            let reason = "\(decoder.faults) characters are not in the table's encoding and became U+FFFD"
            out.rejects.append(Reject(found: "", reason: reason))
        }
        try RecordCount(taken: taken, lost: lost).check(
            rules.minimum, unit: "row", rejects: out.rejects, cause: cause)
    }

    private var missingHeader: DecodeError {
        guard !finder.opening.isEmpty else { return DecodeError(.empty, part: "table", found: "", offset: 0) }
        let part = "header line with \(format.headerContains ?? "names")"
        return DecodeError(.shape, part: part, found: finder.opening, offset: 0)
    }

    private mutating func findHeader(isLast: Bool) throws(DecodeError) {
        guard isLast || finder.text.count >= portion, var end = try finder.find(isLast: isLast) else {
            return
        }
        if let preamble = preamble(end, isLast: isLast) {
            let lines = "\(preamble.lines) lines from line \(finder.line) on"
            finder.skip(preamble)
            remark =
                "\(lines) are left out: line \(finder.line) names the columns (HeaderContains= or Header= may differ)"
            end = try finder.find(isLast: isLast) ?? end
        }
        let text = finder.text
        let line = text.span.extracting(0..<end)
        if !format.isStated, finder.delimiter == nil { try checkProse(line, of: text, isLast: isLast) }
        let delimiter =
            format.delimiter ?? finder.delimiter
            ?? TableDelimiter.detect(text, header: end, isWhole: isLast)
        let isQuoted =
            TableDelimiter.enclosesQuotes(line, delimiter: delimiter)
            || delimiter == TableDelimiter.none && TableDelimiter.hasQuotedRow(text)
        let honoursQuotes = format.quoting == .double || format.quoting == .auto && isQuoted
        reader = TableReader(
            text: text, at: 0, line: finder.line, delimiter: delimiter, honoursQuotes: honoursQuotes)
        if isLast { reader.finish() }
        finder.text = []
        try readHeader(delimiter, honoursQuotes: honoursQuotes, isLast: isLast)
        if plan == nil { finder.text = text }
    }

    /// Finds the lines above the header, unless the definition says where it is.
    private func preamble(_ end: Int, isLast: Bool) -> TablePreamble? {
        guard remark == nil, format.header == nil, format.headerContains == nil else { return nil }
        let stated = format.delimiter ?? finder.delimiter
        guard stated != nil || TableDelimiter.mayBeTitle(finder.text, line: end, isWhole: isLast) else {
            return nil
        }
        let delimiters = stated.map { [$0] } ?? TableDelimiter.known
        return TablePreamble.find(finder.text, delimiters: delimiters, isWhole: isLast)
    }

    /// Refuses a text whose first line is no header.
    private func checkProse(_ line: Span<UInt8>, of text: [UInt8], isLast: Bool) throws(DecodeError) {
        if isLast, let message = Prose.json(text) {
            throw DecodeError(.content, part: "table", found: message, offset: 0)
        }
        let isAlone = isLast && text[line.count...].allSatisfy { $0 <= .space }
        guard Prose.isLikely(line, isAlone: isAlone) else { return }
        let part = "table (Delimiter= or Header= make a sentence one)"
        throw DecodeError(.content, part: part, found: line.opening, offset: 0)
    }

    /// Reads the names of the columns and examines the rows that have arrived; a header may span lines that
    /// have not.
    private mutating func readHeader(_ delimiter: [UInt8], honoursQuotes: Bool, isLast: Bool)
        throws(DecodeError)
    {
        var names = format.header ?? []
        if format.header == nil || format.headerContains != nil {
            guard try reader.next() else { return portion += 65_536 }
            if let fault = reader.fault {
                throw DecodeError(part: "valid header line (\(fault.rawValue))", found: reader.row, offset: 0)
            }
            if format.header == nil {
                names = reader.names
                header = names
            }
        }
        let columns = try TableColumns(names, duplicates: format.duplicates)
        let survey = try TableSurvey(reader.rest, columns: columns, rules: rules)
        if survey.isUndecided, !isLast, portion < TableDecoder.maximumPortion { return portion *= 4 }
        plan = try RowPlan(columns, survey: survey, rules: rules, format: format)
        reader.wanted = names.count + (survey.endsWithDelimiter ? 1 : 0)
        if !honoursQuotes, decoder.shorten(delimiter) { reader.shorten(delimiter) }
    }

    private mutating func readRows(into out: inout Decoded) throws(DecodeError) {
        guard let plan else { return }
        while try reader.next() {
            if plan.columns.names.count > 1, leavesOut(into: &out) { continue }
            if plan.read(&reader, text: &text, into: &out) {
                taken += 1
            } else {
                lost += 1
                cause = cause ?? out.rejects.last
            }
        }
    }

    /// Whether the row is blank, has only empty fields, or is the header once more, where documents were joined.
    private mutating func leavesOut(into out: inout Decoded) -> Bool {
        if reader.isBlank { return true }
        // The fields of a row that cannot be read are not known.
        guard reader.fault == nil else { return false }
        reader.dropMark()
        if reader.isVoid { return true }
        guard reader.repeats(header) else { return false }
        out.omitted["header", default: 0] += 1
        return true
    }
}

extension TableReader {
    /// The fields of the row as names of columns, without blanks at their ends.
    fileprivate var names: [String] {
        (0..<count).map { index in
            let field = scanner.fields[index]
            return text.span.text(text.span.trimmed(field.start..<field.end))
        }
    }
}
