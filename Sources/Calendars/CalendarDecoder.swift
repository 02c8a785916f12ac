public import Decoding
public import Records

/// A decoder of iCalendar: one record for each occurrence of an event within a window around now.
///
/// Another process computes the occurrences; see `ExpansionChild`. Without rules, the key is the UID, and for
/// an occurrence of a series the UID and its original start.
///
/// Source: RFC 5545; RFC 7986 for names of calendars.
public struct CalendarDecoder: DocumentDecoder {
    /// The largest document, in bytes.
    private static let mostBytes = 16 << 20

    /// The shortest time between two expansions of a document, even if an occurrence ends each second.
    private static let shortestTime = Duration.seconds(60)

    private let window: CalendarWindow
    private let now: UTC
    private let label: CharsetLabel?
    private let isBrief: Bool
    private var bytes: [UInt8] = []

    /// Creates a decoder for one document.
    ///
    /// - Throws: `OptionError` if `Window=` cannot be used.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        window = try CalendarWindow(options)
        now = context.now
        isBrief = context.isBrief
        label = context.charset.flatMap { CharsetLabel($0, of: .transport) }
    }

    /// Appends the next slice.
    ///
    /// - Throws: `DecodeError` if the document is too large.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        guard self.bytes.count + bytes.count <= CalendarDecoder.mostBytes else {
            throw DecodeError(
                part: "document of at most 16 MiB", found: "more", offset: CalendarDecoder.mostBytes)
        }
        self.bytes.append(bytes)
    }

    /// Expands the document.
    ///
    /// - Throws: `DecodeError` if the document is no calendar, or its process was lost.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        let (text, notes) = CalendarText.read(bytes, label: label)
        guard text.contains(where: { $0 > .space }) else {
            throw DecodeError(.empty, part: "calendar", found: "", offset: 0)
        }
        guard !WebPage.begins(text.span) else {
            throw DecodeError(.content, part: "calendar", found: text.span.opening, offset: 0)
        }
        let expansion = unsafe CalendarExpansion(
            program: CalendarDecoder.program, isBrief: isBrief)
        let result = try expansion.expand(text, now: now, past: window.past, ahead: window.ahead)
        guard result.hasCalendar else {
            throw DecodeError(.content, part: "calendar", found: text.span.opening, offset: 0)
        }
        for record in result.records { out.add(record) }
        out.rejects += result.rejects
        out.dropped += result.lost
        out.notes += notes + result.ageNotes
        out.title = result.title
        out.next = max(result.nextChange, now + CalendarDecoder.shortestTime)
    }

    /// The program that runs `ExpansionChild`: this one; tests set another one before they decode.
    package nonisolated(unsafe) static var program = "/proc/self/exe"
}
