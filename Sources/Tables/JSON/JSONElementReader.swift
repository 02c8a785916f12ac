import Decoding
import Records

/// The place of an element in its document.
struct JSONPlace {
    /// The name of the element in its object; `nil` if it has none.
    let name: String?
    let line: Int
    let offset: Int?
    /// Whether the element is the whole document.
    var isWhole = false
}

/// Turns the elements of a JSON document into records, by `JSONFormat` and `RecordRules`.
///
/// Elements are held as long as their dates leave the order of day and month open.
struct JSONElementReader {
    /// An element that waits for the order of its dates.
    struct Held {
        let value: JSON
        let place: JSONPlace
    }

    static let maximumHeld = 20_000

    let format: JSONFormat
    var rules: RecordRules
    /// The fast path that copies elements, if the rules permit it.
    private var transcoder: JSONTranscoder?
    var rows: JSONRows?
    var dates: DateSurvey
    var held: [Held] = []
    var taken = 0
    var lost = 0
    /// The reject of the first lost element.
    var cause: Reject?
    /// The number of elements that are null, which are omitted if there are others.
    var nulls = 0
    /// The message of the only element so far, if it states an error and nothing else.
    var refusal: String?

    init(_ format: JSONFormat, rules: RecordRules) {
        self.format = format
        self.rules = rules
        dates = DateSurvey(rules)
        let isPlain = format.keyedBy == nil && (format.layout == .records || format.layout == .lines)
        transcoder = isPlain ? JSONTranscoder(rules) : nil
    }

    /// Whether elements may be copied without building their values.
    var copies: Bool { transcoder != nil }

    /// Decodes the element at an offset by copying.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - start: The offset of the element.
    ///   - limit: The end of the line that the element must fill; `nil` if more may follow.
    ///   - out: The output.
    /// - Returns: The end of the element; `nil` if it is incomplete or needs the slow path.
    mutating func copy(_ text: [UInt8], from start: Int, to limit: Int? = nil, into out: inout Decoded)
        -> Int?
    {
        guard start < text.count, text[start] == .leftBrace,
            let (data, end) = transcoder?.copy(text.span, from: start), let texts = transcoder?.texts,
            limit.map({ end <= $0 && text[end..<$0].allSatisfy { $0 <= .space } }) ?? true,
            let record = rules.record(data, texts: texts)
        else { return nil }
        taken += 1
        if rules.keeps(data) {
            out.add(record)
        } else {
            out.omitted["where", default: 0] += 1
            out.dropped.append(record.key)
        }
        return end
    }
}
