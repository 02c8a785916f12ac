public import Decoding
public import Records

/// A decoder of JSON documents: one record for each element, by `JSONFormat` and `RecordRules`.
///
/// The whole document must be JSON (RFC 8259) in UTF-8, or in another Unicode encoding with a byte order
/// mark; or each line of it, or each text of a sequence (RFC 7464).
public struct JSONDecoder: DocumentDecoder {
    private let format: JSONFormat
    private var decoder = TextDecoder(charset: .utf8)
    private var first = FirstBytes()
    private var elements: JSONElements
    /// The texts of a document of many; `nil` for a single one.
    private var lines: JSONLines?
    private var reader: JSONElementReader
    private var isChecked = false

    /// Creates a decoder for one document.
    ///
    /// - Throws: `OptionError` if a setting of `[JSON]` or `[Record]` cannot be used.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        format = try JSONFormat(options)
        elements = JSONElements(format)
        reader = JSONElementReader(format, rules: try RecordRules(options))
        if format.layout == .lines { lines = JSONLines(text: []) }
    }

    /// Decodes the next slice.
    ///
    /// - Throws: `DecodeError` if the document is not JSON.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        var at = 0
        while at < bytes.count {
            let end = min(at + 65_536, bytes.count)
            if !isChecked { try first.check(bytes.extracting(at..<end), wanted: "JSON document") }
            if lines == nil {
                elements.makeRoom()
                decoder.decode(bytes.extracting(at..<end), into: &elements.text)
            } else {
                lines?.makeRoom()
                decoder.decode(bytes.extracting(at..<end), into: &lines!.text)
            }
            try read(into: &out, isLast: false)
            at = end
        }
    }

    /// Decodes the rest after the last slice.
    ///
    /// - Throws: `DecodeError`, as `decode`; also if the document is empty or lacks something that the
    ///   definition requires.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        try first.finish(wanted: "JSON document")
        if lines == nil {
            elements.makeRoom()
            decoder.finish(into: &elements.text)
            elements.finish()
        } else {
            lines?.makeRoom()
            decoder.finish(into: &lines!.text)
        }
        try read(into: &out, isLast: true)
        if lines == nil { try elements.checkEnd() }
        try reader.finish(beside: elements.surroundings, into: &out)
    }

    private mutating func read(into out: inout Decoded, isLast: Bool) throws(DecodeError) {
        if decoder.faults > 0 {
            // The first bytes may tell the type of the file.
            try first.finish(wanted: "JSON document")
            throw elements.fault("in UTF-8")
        }
        if !isChecked {
            guard elements.text.count >= 64 || isLast || lines != nil else { return }
            isChecked = true
            if JSONLines.isSequence(elements.text) == true { lines = JSONLines(text: elements.text) }
        }
        if lines == nil { try readElements(into: &out) }
        if lines == nil, elements.isFollowed {
            let (text, line) = elements.unread
            lines = JSONLines(text: text, line: line)
        }
        if lines != nil { try readLines(into: &out, isLast: isLast) }
    }

    private mutating func readElements(into out: inout Decoded) throws(DecodeError) {
        while true {
            if reader.copies, let start = try elements.object(),
                let end = reader.copy(elements.text, from: start, into: &out)
            {
                elements.skip(to: end)
                continue
            }
            guard let element = try elements.next() else { return }
            if !elements.isWhole,
                reader.copy(elements.text, from: element.place.lowerBound, into: &out) != nil
            {
                continue
            }
            let value = try elements.lenientValue(element)
            try reader.read(
                value,
                at: JSONPlace(
                    name: element.name, line: elements.line(of: element), offset: element.offset,
                    isWhole: elements.isWhole), into: &out)
        }
    }

    private mutating func readLines(into out: inout Decoded, isLast: Bool) throws(DecodeError) {
        while let line = try lines?.next(isLast: isLast) {
            guard let text = lines?.text else { return }
            let (start, end) = (line.place.lowerBound, line.place.upperBound)
            // The first one may be a message of the provider.
            let copies = format.steps.isEmpty && reader.taken > 0
            if copies, reader.copy(text, from: start, to: end, into: &out) != nil { continue }
            try reader.read(
                line: Array(text[line.place]), number: line.number, steps: format.steps, into: &out)
        }
    }
}
