public import Records

/// A weather report of an aerodrome: METAR, or SPECI when something changed.
///
/// Source: WMO-No. 306 Vol. I.1, FM 15 and FM 16; FMH-1 chapter 12; and the habits of the countries.
public struct METAR: Hashable, Sendable {
    /// The text as it came.
    let text: [UInt8]

    /// The station's location indicator, such as `KPWM`.
    public internal(set) var station = Code.blank
    /// It is a special report (SPECI).
    public internal(set) var isSpecial = false
    /// When it was observed; `nil` when the report does not say or says a time that there is not.
    public internal(set) var time: UTC?
    /// No person had a part in it (AUTO).
    public internal(set) var isAutomatic = false
    /// It corrects an earlier one (COR, CCA, CCB, …).
    public internal(set) var isCorrected = false
    /// The report says that there is none (NIL).
    public internal(set) var isNil = false
    /// Wind, visibility, weather and clouds.
    public internal(set) var conditions = Conditions()
    /// Air temperature and dew point; `nil` when the group is missing.
    public internal(set) var temperatures: Temperatures?
    /// Pressure at sea level (QNH); the first that was given; `nil` when none was.
    public internal(set) var pressure: Pressure?
    /// The same in another unit; `nil` when given once only.
    public internal(set) var otherPressure: Pressure?

    /// Where the trend begins and ends; empty when there is none.
    var trendPlace = TextPlace.none
    /// Where the remarks begin and end; empty when there are none.
    var remarksPlace = TextPlace.none
    /// The rarer groups, in the order of the report.
    var notes: [METARNote] = []

    /// Reads one report; a `=` at its end may stand there.
    ///
    /// - Parameters:
    ///   - text: The report, with or without the word METAR or SPECI.
    ///   - clock: Finds the month of the day that the report names.
    /// - Throws: When it does not begin with a station.
    public init(_ text: some StringProtocol, clock: ReportClock) throws(DecodeError) {
        try self.init(Array(text.utf8), clock: clock)
    }

    /// Reads one report; a `=` at its end may stand there.
    ///
    /// - Parameters:
    ///   - bytes: The report, with or without the word METAR or SPECI; kept, not copied.
    ///   - clock: Finds the month of the day that the report names.
    /// - Throws: When it does not begin with a station.
    public init(_ bytes: [UInt8], clock: ReportClock) throws(DecodeError) {
        text = ReportText.trimmed(bytes)
        var tokens = Tokens(0..<text.count)
        try readStation(&tokens, bytes.span)
        read(&tokens, bytes.span, clock)
    }
}

extension METAR {
    /// Whether a word is four capital letters or digits, the first a letter.
    static func isStation(_ token: Token) -> Bool {
        guard token.count == 4, 0x41...0x5A ~= token[0] else { return false }
        return (1...3).allSatisfy { 0x41...0x5A ~= token[$0] || 0x30...0x39 ~= token[$0] }
    }

    /// The text of the report, words parted by single blanks.
    public var raw: String { ReportText.words(text.span, 0..<text.count) }

    /// How far one sees along runways, in the order of the report.
    public var runwayVisualRanges: [RunwayVisualRange] {
        tokens(.runwayVisualRange).compactMap { RunwayVisualRange.read($0, text.span) }
    }

    /// Weather of the past hour that has ended, without `RE`, in the order of the report.
    public var recentWeather: [Code] { tokens(.recentWeather).map { Code($0, text.span) } }

    /// The colour that military stations give; `nil` when none.
    public var color: Code? { tokens(.color).first.map { Code($0, text.span) } }

    /// The state of the sea; `nil` when not reported.
    public var sea: SeaState? { tokens(.sea).first.flatMap { SeaState.read($0, text.span) } }

    /// Wind shear along runways as reported, such as `WS R35`.
    public var windShear: [String] { tokens(.windShear).map { $0.text(text.span) } }

    /// The states of runways as reported, such as `R24/290050`.
    public var runwayStates: [String] { tokens(.runwayState).map { $0.text(text.span) } }

    /// What stands from the first word of a trend on, without remarks; `nil` when nothing does.
    public var trendText: String? {
        trendPlace.isEmpty ? nil : ReportText.words(text.span, trendPlace.range)
    }

    /// The words that were not understood, in order.
    public var unparsed: [String] { tokens(.stranger).map { $0.text(text.span) } }

    /// The groups that are broken: words that begin like a known group but are none.
    public var faults: [DecodeError] {
        tokens(.stranger).compactMap { word in
            ReportText.part(of: word, text.span).map {
                DecodeError(part: $0, found: word.text(text.span), offset: word.start)
            }
        }
    }

    /// The words that were noted as one sort of group.
    private func tokens(_ sort: METARNote.Sort) -> [Token] {
        notes.lazy.filter { $0.sort == sort }.map {
            Token(start: $0.place.range.lowerBound, end: $0.place.range.upperBound, in: text.span)
        }
    }
}
