public import Decoding
public import Records

/// A decoder of JSON documents: one record for each element, by `JSONFormat` and `RecordRules`.
///
/// The whole document must be JSON (RFC 8259) in UTF-8, or in another Unicode encoding with a byte order
/// mark.
public struct JSONDecoder: DocumentDecoder {
    private let format: JSONFormat
    private let rules: RecordRules
    private var decoder = TextDecoder(charset: .utf8)
    private var elements: JSONElements
    /// The fast path that copies elements, if the rules permit it.
    private var transcoder: JSONTranscoder?
    private var taken = 0
    private var lost = 0
    /// The number of elements that are null, which are omitted if there are others.
    private var nulls = 0
    private var isChecked = false

    /// Creates a decoder for one document.
    ///
    /// - Throws: `OptionError` if a setting of `[JSON]` or `[Record]` cannot be used.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        format = try JSONFormat(options)
        rules = try RecordRules(options)
        elements = JSONElements(format)
        transcoder = format.keyedBy == nil && !format.isColumnar ? JSONTranscoder(rules) : nil
    }

    /// Decodes the next slice.
    ///
    /// - Throws: `DecodeError` if the document is not JSON.
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

    /// Decodes the rest after the last slice.
    ///
    /// - Throws: `DecodeError`, as `decode`; also if the document is empty or lacks something that the
    ///   definition requires.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        elements.makeRoom()
        decoder.finish(into: &elements.text)
        elements.finish()
        try read(into: &out)
        try elements.checkEnd()
        if taken == 0, lost == 0, nulls > 0 {
            throw DecodeError(.shape, part: "readable element among \(nulls)", found: "null", offset: 0)
        }
        try RecordCount(taken: taken, lost: lost).check(rules.minimum, unit: "element", rejects: out.rejects)
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
            if format.isColumnar {
                try readColumns(element, into: &out)
            } else if copy(from: element.place.lowerBound, into: &out) == nil {
                try read(element, into: &out)
            }
        }
    }

    /// Decodes an element by building its values.
    private mutating func read(_ element: JSONElements.Element, into out: inout Decoded) throws(DecodeError) {
        let name = element.name.flatMap { name in format.keyedBy.map { JSON.Member($0, .string(name)) } }
        let value = try elements.value(element)
        let known = out.rejects.count
        guard !value.isNull else {
            nulls += 1
            out.omitted["null", default: 0] += 1
            return
        }
        if rules.read(value, named: name, at: element.offset, into: &out) { taken += 1 } else { lost += 1 }
        guard out.rejects.count > known else { return }
        let line = elements.line(of: element)
        for index in known..<out.rejects.count {
            out.rejects[index].line = line
            // A document may be a single line: the element itself identifies what has no key.
            guard out.rejects[index].key == nil, out.rejects[index].found.isEmpty else { continue }
            out.rejects[index].found = String(decoding: value.bytes, as: UTF8.self)
        }
    }

    /// Decodes an object of arrays, of which each is a field: one record for each position in the arrays.
    private mutating func readColumns(_ element: JSONElements.Element, into out: inout Decoded)
        throws(DecodeError)
    {
        let value = try elements.value(element)
        guard let table = JSONColumns(value) else {
            let found = String(decoding: value.bytes.prefix(80), as: UTF8.self)
            throw DecodeError(.shape, part: "object of arrays", found: found, offset: element.offset)
        }
        let line = elements.line(of: element)
        for index in 0..<table.count {
            let known = out.rejects.count
            let row = table.row(index)
            let isTaken = rules.read(row, named: nil, at: element.offset, into: &out)
            if isTaken { taken += 1 } else { lost += 1 }
            for place in known..<out.rejects.count {
                out.rejects[place].line = line
                guard out.rejects[place].key == nil, out.rejects[place].found.isEmpty else { continue }
                out.rejects[place].found = String(decoding: row.bytes, as: UTF8.self)
            }
        }
    }

    /// Decodes the element at an offset by copying.
    ///
    /// - Returns: The end of the element; `nil` if it is incomplete or needs the slow path.
    private mutating func copy(from start: Int, into out: inout Decoded) -> Int? {
        let text = elements.text
        guard start < text.count, text[start] == .leftBrace,
            let (data, end) = transcoder?.copy(text.span, from: start), let texts = transcoder?.texts,
            let record = rules.record(data, texts: texts)
        else { return nil }
        taken += 1
        if rules.keeps(data) { out.add(record) } else { out.omitted["where", default: 0] += 1 }
        return end
    }
}
