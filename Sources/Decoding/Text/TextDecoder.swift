import Records

/// A decoder from any encoding to UTF-8 whose result does not depend on how the document is sliced.
///
/// The encoding is that of a byte order mark, otherwise that of the definition. Otherwise the first 16 KiB
/// from the first non-ASCII byte on decide by `CharsetProof`: UTF-8 if they are valid, otherwise the encoding
/// that a label names, otherwise windows-1252. Invalid bytes become U+FFFD and are counted. The mark is
/// removed.
public struct TextDecoder {
    private enum Stage {
        /// The first four bytes have not arrived.
        case start
        /// All bytes so far were ASCII, or the sample is incomplete.
        case undecided
        case utf8(UTF8Repair)
        case windows1252(Windows1252)
        case other(TextConverter)
    }

    private static let sampleSize = 16_384
    /// The number of first bytes that show whether a text is in UTF-16.
    private static let wideSampleSize = 64
    private let named: Charset?
    private var labels: [CharsetLabel]
    /// The labels of encodings that this machine does not know.
    private let unknown: [CharsetLabel]
    private var stage = Stage.start
    private var held: [UInt8] = []
    /// Whether ASCII before the sample is passed on before the encoding is known.
    private var passesASCII = true
    /// The labels that the bytes disproved, and that the encoding is a guess, as sentences.
    public private(set) var notes: [String] = []

    /// Creates a decoder for one document.
    ///
    /// - Parameters:
    ///   - charset: The encoding in the definition, which the bytes cannot change; `nil` if it has none.
    ///   - labels: The encodings that the transport and the document name, the most credible one first.
    public init(charset: Charset? = nil, labels: [CharsetLabel] = []) {
        named = charset
        self.labels = labels.filter { $0.charset != nil }
        unknown = labels.filter { $0.charset == nil }
    }

    /// The number of replaced characters so far.
    public var faults: Int {
        switch stage {
        case .start, .undecided: 0
        case .utf8(let repair): repair.faults
        case .windows1252(let table): table.faults
        case .other(let converter): converter.faults
        }
    }

    /// Appends the complete characters of the next slice.
    public mutating func decode(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        switch stage {
        case .start:
            hold(bytes)
            if held.count >= (isWide ? TextDecoder.wideSampleSize : 4) { decodeStart(into: &text) }
        case .undecided: sample(bytes, into: &text)
        default: convert(bytes, into: &text)
        }
    }

    /// Appends the rest after the last slice.
    public mutating func finish(into text: inout [UInt8]) {
        if case .start = stage { decodeStart(into: &text) }
        if case .undecided = stage { decide(isWhole: true, into: &text) }
        switch stage {
        case .utf8(var repair):
            repair.finish(into: &text)
            stage = .utf8(repair)
        case .other(let converter): converter.finish(into: &text)
        default: break
        }
    }

    /// The byte that separates fields in place of a longer character: it never occurs in UTF-8.
    package static let shortDelimiter: UInt8 = 0xFF

    /// Replaces a character by `shortDelimiter`, so that one byte separates fields.
    ///
    /// - Returns: Whether it is replaced: the character must be a single non-ASCII byte of the document.
    package mutating func shorten(_ character: [UInt8]) -> Bool {
        guard case .windows1252(var table) = stage, character.count > 1,
            let text = String(validating: character, as: UTF8.self), text.unicodeScalars.count == 1,
            let byte = text.unicodeScalars.first.flatMap(Windows1252.byte)
        else { return false }
        table.replace(byte, with: TextDecoder.shortDelimiter)
        stage = .windows1252(table)
        return true
    }

    private mutating func hold(_ bytes: Span<UInt8>) {
        held.append(bytes)
    }

    /// Whether the most credible label names an encoding without single-byte characters.
    private var isWide: Bool { named == nil && labels.first?.charset?.isWide == true }

    /// Looks for a byte order mark in the first bytes, then decodes them.
    private mutating func decodeStart(into text: inout [UInt8]) {
        let mark = Charset.mark(held)
        let first = Array(held.dropFirst(mark?.length ?? 0))
        held = []
        if named == nil, let proved = mark?.charset ?? CharsetProof.wide(first) {
            chooseProved(proved)
        } else if let charset = mark?.charset ?? named {
            choose(charset)
        } else {
            awaitSample(after: first)
        }
        decode(first.span, into: &text)
    }

    /// Prepares to collect a sample, unless the label names an encoding that no sample can disprove.
    private mutating func awaitSample(after first: [UInt8]) {
        if isWide {
            guard CharsetProof.isNarrow(first.prefix(TextDecoder.wideSampleSize)) else {
                return chooseProved(labels[0].charset ?? .utf8)
            }
            for label in labels where label.isWide { notes.append(label.remark(actual: .utf8)) }
            labels.removeAll(where: \.isWide)
        }
        passesASCII = labels.allSatisfy { $0.charset?.isASCIISuperset ?? true }
        stage = .undecided
    }

    /// Chooses the encoding that the bytes prove, and adds a note for each wrong label.
    private mutating func chooseProved(_ charset: Charset) {
        choose(charset)
        for label in labels where label.charset != charset {
            if label.isWide, charset.isWide { continue }
            notes.append(label.remark(actual: charset))
        }
        // Only windows-1252 is a guess: UTF-8 is proved.
        guard labels.isEmpty, charset == .windows1252 else { return }
        notes += unknown.map { $0.remark(actual: charset) }
    }

    private mutating func choose(_ charset: Charset) {
        switch charset {
        case .utf8: stage = .utf8(UTF8Repair())
        case .windows1252: stage = .windows1252(Windows1252())
        default: stage = TextConverter(from: charset).map(Stage.other) ?? .utf8(UTF8Repair())
        }
    }

    /// Passes ASCII through and collects a sample from the first other byte on.
    private mutating func sample(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        var at = 0
        if held.isEmpty, passesASCII {
            at = UTF8Repair.asciiEnd(bytes, from: 0)
            text.append(bytes.extracting(0..<at))
        }
        hold(bytes.extracting(at..<bytes.count))
        if held.count >= TextDecoder.sampleSize { decide(isWhole: false, into: &text) }
    }

    private mutating func decide(isWhole: Bool, into text: inout [UInt8]) {
        let sample = held
        held = []
        let sampled = sample.span.extracting(0..<min(sample.count, TextDecoder.sampleSize))
        if UTF8Repair.asciiEnd(sampled, from: 0) == sampled.count {
            // ASCII alone proves nothing.
            choose(labels.first?.charset ?? .utf8)
        } else {
            chooseProved(CharsetProof(labels: labels).charset(sampled, isWhole: isWhole))
            reportGuess(of: sampled, isWhole: isWhole)
        }
        convert(sample.span, into: &text)
    }

    /// Adds a note if nothing states the encoding, and the bytes do not prove it: in each encoding of one byte
    /// per character, they are a text. Characters of UTF-8 are hardly ever there by chance.
    private mutating func reportGuess(of sample: Span<UInt8>, isWhole: Bool) {
        guard case .windows1252 = stage, labels.isEmpty else { return }
        let count = UTF8Repair.counts(sample, isWhole: isWhole)
        if count.valid > 0 {
            let counts = "\(count.valid) of its characters are UTF-8 and \(count.invalid) are not"
            notes.append(counts + ": read as windows-1252")
        } else if unknown.isEmpty {
            notes.append("no encoding is stated, and the text is not UTF-8: read as windows-1252, a guess")
        }
    }

    private mutating func convert(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        switch stage {
        case .utf8(var repair):
            repair.convert(bytes, into: &text)
            stage = .utf8(repair)
        case .windows1252(var table):
            table.convert(bytes, into: &text)
            stage = .windows1252(table)
        case .other(let converter): converter.convert(bytes, into: &text)
        case .start, .undecided: break
        }
    }
}
