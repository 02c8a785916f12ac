/// Turns a document of any encoding into UTF-8, slice by slice, whatever the slices.
///
/// A byte order mark decides, then what the definition says, then what the transport said; else it is UTF-8 when
/// the first 16 KiB from the first byte above ASCII on are, else windows-1252. What means nothing becomes U+FFFD
/// and is counted. The mark itself is left out.
public struct TextDecoder {
    private enum Stage {
        /// The first four bytes have not come yet.
        case start
        /// All was ASCII so far, or the sample is not complete.
        case undecided
        case utf8(UTF8Mender)
        case windows1252(Windows1252)
        case other(TextConverter)
    }

    private static let sampleSize = 16_384
    private let named: Charset?
    private var stage = Stage.start
    private var held: [UInt8] = []

    /// Makes a decoder for one document.
    ///
    /// - Parameters:
    ///   - charset: What the definition says; `nil` when it leaves that to the document.
    ///   - transport: What the transport said; `nil` when nothing, or nothing known.
    public init(charset: Charset? = nil, transport: Charset? = nil) { named = charset ?? transport }

    /// How many characters had to be replaced so far.
    public var faults: Int {
        switch stage {
        case .start, .undecided: 0
        case .utf8(let mender): mender.faults
        case .windows1252(let table): table.faults
        case .other(let converter): converter.faults
        }
    }

    /// Appends the text of the next slice, as far as it is complete.
    public mutating func decode(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        switch stage {
        case .start:
            hold(bytes)
            if held.count >= 4 { begin(into: &text) }
        case .undecided: sample(bytes, into: &text)
        default: convert(bytes, into: &text)
        }
    }

    /// Appends what is left when no more bytes come.
    public mutating func finish(into text: inout [UInt8]) {
        if case .start = stage { begin(into: &text) }
        if case .undecided = stage { decide(isWhole: true, into: &text) }
        switch stage {
        case .utf8(var mender):
            mender.finish(into: &text)
            stage = .utf8(mender)
        case .other(let converter): converter.finish(into: &text)
        default: break
        }
    }

    /// Gives the byte 0xFF, which no UTF-8 has, for a character from now on, so that one byte parts fields.
    ///
    /// - Returns: Whether it does: the character is one byte of the document, above ASCII.
    mutating func shorten(_ character: [UInt8]) -> Bool {
        guard case .windows1252(var table) = stage, character.count > 1,
            let text = String(validating: character, as: UTF8.self), text.unicodeScalars.count == 1,
            let byte = text.unicodeScalars.first.flatMap(Windows1252.byte)
        else { return false }
        table.replace(byte, with: 0xFF)
        stage = .windows1252(table)
        return true
    }

    private mutating func hold(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { unsafe held.append(contentsOf: $0) }
    }

    /// Looks for a mark in the first bytes, then reads them.
    private mutating func begin(into text: inout [UInt8]) {
        let mark = Charset.mark(held)
        let first = Array(held.dropFirst(mark?.length ?? 0))
        held = []
        if let charset = mark?.charset ?? named { choose(charset) } else { stage = .undecided }
        decode(first.span, into: &text)
    }

    private mutating func choose(_ charset: Charset) {
        switch charset {
        case .utf8: stage = .utf8(UTF8Mender())
        case .windows1252: stage = .windows1252(Windows1252())
        default: stage = TextConverter(from: charset).map(Stage.other) ?? .utf8(UTF8Mender())
        }
    }

    /// Passes ASCII on and gathers from the first other byte.
    private mutating func sample(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        var at = 0
        if held.isEmpty {
            at = UTF8Mender.asciiEnd(bytes, from: 0)
            bytes.extracting(0..<at).withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
        }
        hold(bytes.extracting(at..<bytes.count))
        if held.count >= TextDecoder.sampleSize { decide(isWhole: false, into: &text) }
    }

    private mutating func decide(isWhole: Bool, into text: inout [UInt8]) {
        let sampled = min(held.count, TextDecoder.sampleSize)
        let isUTF8 = UTF8Mender.isValid(held.span.extracting(0..<sampled), isWhole: isWhole)
        choose(isUTF8 ? .utf8 : .windows1252)
        let sample = held
        held = []
        convert(sample.span, into: &text)
    }

    private mutating func convert(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        switch stage {
        case .utf8(var mender):
            mender.convert(bytes, into: &text)
            stage = .utf8(mender)
        case .windows1252(var table):
            table.convert(bytes, into: &text)
            stage = .windows1252(table)
        case .other(let converter): converter.convert(bytes, into: &text)
        case .start, .undecided: break
        }
    }
}
