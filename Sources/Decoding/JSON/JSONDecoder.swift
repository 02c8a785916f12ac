public import Records

/// Reads a JSON document: one record an element, by `JSONFormat` and `RecordRules`.
///
/// The document must be JSON from end to end (RFC 8259, UTF-8, also behind a byte order mark of any encoding).
public struct JSONDecoder: DocumentDecoder {
    private let format: JSONFormat
    private let rules: RecordRules
    private var decoder = TextDecoder(charset: .utf8)
    private var elements: JSONElements
    /// Copies elements when that is all that the rules ask for.
    private var transcoder: JSONTranscoder?
    private var taken = 0
    private var lost = 0
    private var isChecked = false

    /// Makes a decoder for one document.
    ///
    /// - Throws: When a setting of `[JSON]` or `[Record]` cannot be used.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        format = try JSONFormat(options)
        rules = try RecordRules(options)
        elements = JSONElements(format)
        transcoder = format.keyedBy == nil ? JSONTranscoder(rules) : nil
    }

    /// Reads the next slice.
    ///
    /// - Throws: When it is no JSON.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        var at = 0
        while at < bytes.count {
            let end = min(at + 65_536, bytes.count)
            elements.makeRoom()
            decoder.decode(bytes.extracting(at..<end), into: &elements.text)
            try read(into: &out)
            at = end
        }
    }

    /// Reads what is left when no more bytes come.
    ///
    /// - Throws: As `decode`; also when there is nothing, or not what the definition counts on.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        elements.makeRoom()
        decoder.finish(into: &elements.text)
        elements.finish()
        try read(into: &out)
        try elements.checkEnd()
        try RecordCount(taken: taken, lost: lost).check(rules.minimum, "element", out.rejects)
    }

    private mutating func read(into out: inout Decoded) throws(DecodeError) {
        if decoder.faults > 0 { throw elements.fault("in UTF-8") }
        if !isChecked, elements.text.count >= 64 || elements.isLast {
            isChecked = true
            if WebPage.begins(elements.text.span) {
                throw DecodeError(
                    .content, part: "JSON document", found: elements.text.span.opening, offset: 0)
            }
        }
        guard isChecked else { return }
        while true {
            if transcoder != nil, let start = try elements.object(), let end = copy(from: start, into: &out) {
                elements.skip(to: end)
                continue
            }
            guard let element = try elements.next() else { return }
            if copy(from: element.place.lowerBound, into: &out) == nil { try read(element, into: &out) }
        }
    }

    /// Reads an element into values.
    private mutating func read(_ element: JSONElements.Element, into out: inout Decoded) throws(DecodeError) {
        let name = element.name.flatMap { name in format.keyedBy.map { JSON.Member($0, .string(name)) } }
        let value = try elements.value(element)
        let known = out.rejects.count
        if rules.read(value, named: name, at: element.offset, into: &out) { taken += 1 } else { lost += 1 }
        guard out.rejects.count > known else { return }
        let line = elements.line(of: element)
        for index in known..<out.rejects.count { out.rejects[index].line = line }
    }

    /// Takes the element that begins at a place by copying.
    ///
    /// - Returns: Its end; `nil` when it must be read, or is not complete.
    private mutating func copy(from start: Int, into out: inout Decoded) -> Int? {
        let text = elements.text
        guard start < text.count, text[start] == 0x7B,
            let (data, end) = transcoder?.copy(text.span, from: start), let texts = transcoder?.texts,
            let record = rules.record(data, texts)
        else { return nil }
        taken += 1
        if rules.keeps(data) { out.add(record) } else { out.omitted["where", default: 0] += 1 }
        return end
    }
}
