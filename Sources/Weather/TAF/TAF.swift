public import Decoding
public import Records

/// A forecast for an aerodrome.
///
/// Source: WMO-No. 306 Vol. I.1, FM 51; NWSI 10-813 (United States); the six-digit periods used before 2008.
public struct TAF: Hashable, Sendable {
    /// The original text.
    private(set) var text: [UInt8]

    /// The aerodrome's location indicator, such as `KPWM`.
    public internal(set) var station = ShortText.blank
    /// The time of issue; `nil` if not given.
    public internal(set) var issued: UTC?
    /// The start of validity; `nil` if not given.
    public internal(set) var from: UTC?
    /// The end of validity; `nil` if not given.
    public internal(set) var until: UTC?
    /// Whether it amends an earlier forecast (AMD).
    public internal(set) var isAmended = false
    /// Whether it corrects an earlier forecast (COR).
    public internal(set) var isCorrected = false
    /// Whether the forecast is missing (NIL).
    public internal(set) var isNil = false
    /// Whether the forecast is cancelled (CNL).
    public internal(set) var isCancelled = false
    /// The initial conditions and every change, in the order of the text.
    public internal(set) var groups: [TAFGroup] = []
    /// The maximum and minimum temperatures, in the order of the text.
    public internal(set) var extremes: [TAFExtreme] = []

    /// Whether the periods have six digits, as before November 2008.
    var isOldStyle = false
    var remarksPlace = TextRange.none
    /// The words before the first group that were not understood.
    var unparsedWords: [TextRange] = []

    /// Parses one forecast, with an optional final `=`.
    ///
    /// - Parameters:
    ///   - text: The forecast, with or without the word TAF.
    ///   - clock: Determines the months for the days in the forecast.
    /// - Throws: `DecodeError` if it does not begin with a station.
    public init(_ text: some StringProtocol, clock: ReportClock) throws(DecodeError) {
        try self.init(Array(text.utf8), clock: clock)
    }

    /// Parses one forecast, with an optional final `=`.
    ///
    /// - Parameters:
    ///   - bytes: The forecast, with or without the word TAF; stored without a copy.
    ///   - clock: Determines the months for the days in the forecast.
    /// - Throws: `DecodeError` if it does not begin with a station.
    public init(_ bytes: [UInt8], clock: ReportClock) throws(DecodeError) {
        text = ReportText.trimmed(bytes)
        var tokens = Tokens(0..<text.count)
        try readHead(&tokens, in: bytes.span, clock: clock)
        readGroups(&tokens, in: bytes.span, clock: clock)
    }
}

extension TAF {
    /// The text of the forecast, its words separated by single spaces.
    public var raw: String { words(TextRange(from: 0, to: text.count)) }

    /// The words that were not understood, in order.
    public var unparsed: [String] {
        (unparsedWords + groups.flatMap(\.unparsedWords)).map { text.span.text($0.range) }
    }

    /// Returns the text of a group.
    public func text(of group: TAFGroup) -> String { words(group.place) }

    /// Returns the words of a group that were not understood, in order.
    public func unparsed(of group: TAFGroup) -> [String] {
        group.unparsedWords.map { text.span.text($0.range) }
    }

    /// Whether the forecast has conditions but no validity that was understood.
    var isTimeUnknown: Bool { !isNil && !isCancelled && (from == nil || until == nil) }

    /// The broken groups: words that begin like a known group but are invalid, changes whose word or time was
    /// not understood, and a validity that was not.
    public var faults: [DecodeError] { faultsOfTimes + faultsOfWords }

    private var faultsOfTimes: [DecodeError] {
        let validity = DecodeError(part: "validity", found: String(raw.prefix(40)), offset: 0)
        return (isTimeUnknown ? [validity] : [])
            + groups.compactMap { group in
                let part = !group.isPlaced ? "time of a change" : group.change == .unknown ? "change" : nil
                return part.map {
                    DecodeError(
                        part: $0, found: text(of: group), offset: group.place.range.lowerBound)
                }
            }
    }

    private var faultsOfWords: [DecodeError] {
        // After the start of a free remark, numbers are part of it.
        let groups = groups.flatMap { group in
            group.unparsedWords.prefix { !TAFGroupReader.beginsFreeText(word($0)) }
        }
        return (unparsedWords + groups).map(word).compactMap { word in
            ReportText.part(of: word, text.span).map {
                DecodeError(part: $0, found: word.text(text.span), offset: word.start)
            }
        }
    }

    private func word(_ place: TextRange) -> Token {
        Token(start: place.range.lowerBound, end: place.range.upperBound, in: text.span)
    }

    private func words(_ place: TextRange) -> String { ReportText.words(text.span, range: place.range) }
}
