import Records

/// The window of a source of calendars: `Window=` in `[Calendar]`.
struct CalendarWindow: Hashable {
    /// The longest time since the end of an occurrence, in seconds; a day by default.
    private(set) var past: Int64 = 86_400
    /// The longest time until the start of an occurrence, in seconds; sixty days by default.
    private(set) var ahead: Int64 = 60 * 86_400

    /// The longest of both, in seconds.
    private static let longest: Int64 = 366 * 86_400

    /// Reads the setting.
    ///
    /// - Throws: `OptionError` if it is not two time spans, or one is longer than 366 days.
    init(_ options: Options) throws(OptionError) {
        guard let entry = options.last(in: "Calendar", named: "Window") else { return }
        let words = entry.value.split(separator: " ")
        let spans = words.compactMap { TimeSpan.parse(String($0))?.components.seconds }
        guard words.count == 2, spans.count == 2, spans.allSatisfy({ $0 <= CalendarWindow.longest }) else {
            throw OptionError(entry, "is not two time spans up to 366d, such as 1d 60d")
        }
        past = spans[0]
        ahead = spans[1]
    }
}
