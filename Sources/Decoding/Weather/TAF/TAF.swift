public import Records

/// A forecast for an aerodrome.
///
/// Source: WMO-No. 306 Vol. I.1, FM 51; NWSI 10-813 (United States); the six-digit periods of before 2008.
public struct TAF: Hashable, Sendable {
    /// The text as it came.
    private(set) var text: [UInt8]

    /// The aerodrome's location indicator, such as `KPWM`.
    public internal(set) var station = Code.blank
    /// When it was issued; `nil` when it does not say.
    public internal(set) var issued: UTC?
    /// When it begins to hold; `nil` when it does not say.
    public internal(set) var from: UTC?
    /// When it ends to hold; `nil` when it does not say.
    public internal(set) var until: UTC?
    /// It replaces an earlier one because the weather turned out otherwise (AMD).
    public internal(set) var isAmended = false
    /// It corrects an earlier one (COR).
    public internal(set) var isCorrected = false
    /// It says that there is none (NIL).
    public internal(set) var isNil = false
    /// The forecast is cancelled (CNL).
    public internal(set) var isCancelled = false
    /// What holds from the beginning, and every change, in the order of the text.
    public internal(set) var groups: [TAFGroup] = []
    /// The highest and lowest temperatures, in the order of the text.
    public internal(set) var extremes: [TAFExtreme] = []

    /// The periods have six digits, as before November 2008.
    var isOldStyle = false
    var remarksPlace = TextPlace.none
    /// The words that were not understood before the first group.
    var strangers: [TextPlace] = []

    /// Reads one forecast; a `=` at its end may stand there.
    ///
    /// - Parameters:
    ///   - text: The forecast, with or without the word TAF.
    ///   - clock: Finds the month of the days that the forecast names.
    /// - Throws: When it does not begin with a station.
    public init(_ text: some StringProtocol, clock: ReportClock) throws(DecodeError) {
        try self.init(Array(text.utf8), clock: clock)
    }

    /// Reads one forecast; a `=` at its end may stand there.
    ///
    /// - Parameters:
    ///   - bytes: The forecast, with or without the word TAF; kept, not copied.
    ///   - clock: Finds the month of the days that the forecast names.
    /// - Throws: When it does not begin with a station.
    public init(_ bytes: [UInt8], clock: ReportClock) throws(DecodeError) {
        text = ReportText.trimmed(bytes)
        var tokens = Tokens(0..<text.count)
        try readHead(&tokens, bytes.span, clock)
        readGroups(&tokens, bytes.span, clock)
    }
}

extension TAF {
    /// The text of the forecast, words parted by single blanks.
    public var raw: String { words(TextPlace(0, text.count)) }

    /// The words that were not understood, in order.
    public var unparsed: [String] {
        (strangers + groups.flatMap(\.strangers)).map { text.span.text($0.range) }
    }

    /// The text of a group.
    public func text(of group: TAFGroup) -> String { words(group.place) }

    /// The words of a group that were not understood, in order.
    public func unparsed(of group: TAFGroup) -> [String] { group.strangers.map { text.span.text($0.range) } }

    /// The groups that are broken: words that begin like a known group but are none.
    public var faults: [DecodeError] {
        // From a free remark on numbers are part of it.
        let groups = groups.flatMap { group in
            group.strangers.prefix { !TAFGroupReader.beginsFreeText(word($0)) }
        }
        return (strangers + groups).map(word).compactMap { word in
            ReportText.part(of: word, text.span).map {
                DecodeError(part: $0, found: word.text(text.span), offset: word.start)
            }
        }
    }

    private func word(_ place: TextPlace) -> Token {
        Token(start: place.range.lowerBound, end: place.range.upperBound, in: text.span)
    }

    private func words(_ place: TextPlace) -> String { ReportText.words(text.span, place.range) }
}
