public import Decoding
public import Records

/// A weather report of an aerodrome: METAR, or SPECI for a significant change.
///
/// Source: WMO-No. 306 Vol. I.1, FM 15 and FM 16; FMH-1 chapter 12; and national practices.
public struct METAR: Hashable, Sendable {
    /// The original text.
    let text: [UInt8]

    /// The station's location indicator, such as `KPWM`.
    public internal(set) var station = ShortText.blank
    /// Whether it is a special report (SPECI).
    public internal(set) var isSpecial = false
    /// Whether the report itself states its type; the heading of its bulletin then says nothing about it.
    var statesType = false
    /// The time of observation; `nil` if it is missing or invalid.
    public internal(set) var time: UTC?
    /// Whether the report is fully automatic (AUTO).
    public internal(set) var isAutomatic = false
    /// Whether it corrects an earlier report (COR, CCA, CCB, …).
    public internal(set) var isCorrected = false
    /// Whether the report is missing (NIL).
    public internal(set) var isNil = false
    /// The wind, visibility, weather and clouds.
    public internal(set) var conditions = Conditions()
    /// The air temperature and dew point; `nil` if the group is missing.
    public internal(set) var temperatures: Temperatures?
    /// The first altimeter setting (QNH); `nil` if there is none.
    public internal(set) var pressure: Pressure?
    /// The altimeter setting in another unit; `nil` if there is only one.
    public internal(set) var otherPressure: Pressure?

    /// The range of the trend; empty if there is none.
    var trendPlace = TextRange.none
    /// The range of the remarks; empty if there are none.
    var remarksPlace = TextRange.none
    /// The rarer groups in the order of the report.
    var notes: [METARGroup] = []

    /// Parses one report, with an optional final `=`.
    ///
    /// - Parameters:
    ///   - text: The report, with or without the word METAR or SPECI.
    ///   - clock: Determines the month for the day in the report.
    /// - Throws: `DecodeError` if it does not begin with a station.
    public init(_ text: some StringProtocol, clock: ReportClock) throws(DecodeError) {
        try self.init(Array(text.utf8), clock: clock)
    }

    /// Parses one report, with an optional final `=`.
    ///
    /// - Parameters:
    ///   - bytes: The report, with or without the word METAR or SPECI; stored without a copy.
    ///   - clock: Determines the month for the day in the report.
    /// - Throws: `DecodeError` if it does not begin with a station.
    @inline(__always)
    public init(_ bytes: borrowing [UInt8], clock: ReportClock) throws(DecodeError) {
        // Not inlined, the initialiser would be split into a body and a thunk, which copies the value once
        // more.
        text = ReportText.trimmed(bytes)
        var tokens = Tokens(0..<text.count)
        try readStation(&tokens, in: bytes.span)
        read(&tokens, in: bytes.span, clock: clock)
    }
}

extension METAR {
    /// Applies what the heading above the report states, unless the report itself states it.
    mutating func apply(_ heading: ReportHeading) {
        if !statesType, heading.type?.begins("SPECI") ?? false { isSpecial = true }
        isCorrected = isCorrected || heading.isCorrection
    }

    /// The text of the report, its words separated by single spaces.
    public var raw: String { ReportText.words(text.span, range: 0..<text.count) }

    /// The runway visual ranges in the order of the report.
    public var runwayVisualRanges: [RunwayVisualRange] {
        tokens(.runwayVisualRange).compactMap { RunwayVisualRange.read($0, in: text.span) }
    }

    /// The recent weather, without `RE`, in the order of the report.
    public var recentWeather: [ShortText] { tokens(.recentWeather).map { ShortText($0, in: text.span) } }

    /// The colour state of military stations; `nil` if there is none.
    public var color: ShortText? { tokens(.color).first.map { ShortText($0, in: text.span) } }

    /// The state of the sea; `nil` if not reported.
    public var sea: SeaState? { tokens(.sea).first.flatMap { SeaState.read($0, in: text.span) } }

    /// The rainfall; `nil` if not reported.
    public var rainfall: Rainfall? {
        if let group = tokens(.rainfall).first { return Rainfall.read(group, in: text.span) }
        // In other countries, the same letters may occur in remarks by chance.
        return station.begins("Y") ? Rainfall.find(in: remarksPlace.range, of: text.span) : nil
    }

    /// The runways with wind shear as reported, such as `WS R35`.
    public var windShear: [String] { tokens(.windShear).map { $0.text(text.span) } }

    /// The states of runways as reported, such as `R24/290050`.
    public var runwayStates: [String] { tokens(.runwayState).map { $0.text(text.span) } }

    /// The text from the first word of a trend on, without remarks; `nil` if there is none.
    public var trendText: String? {
        trendPlace.isEmpty ? nil : ReportText.words(text.span, range: trendPlace.range)
    }

    /// The words that were not understood, in order.
    public var unparsed: [String] { tokens(.unparsed).map { $0.text(text.span) } }

    /// The broken groups: words that begin like a known group but are invalid, and dew points that cannot be
    /// right.
    public var faults: [DecodeError] { faults(remarks, site: nil) }

    /// Returns the broken groups, and the values that cannot be right at a site.
    func faults(_ remarks: Remarks?, site: Site?) -> [DecodeError] {
        var faults = notes.isEmpty ? [] : brokenGroups
        addDoubts(remarks, site: site, to: &faults)
        return faults
    }

    private var brokenGroups: [DecodeError] {
        tokens(.unparsed).compactMap { word in
            ReportText.part(of: word, text.span).map {
                DecodeError(part: $0, found: word.text(text.span), offset: word.start)
            }
        }
    }

    /// Returns the words noted as one kind of group.
    private func tokens(_ sort: METARGroup.Sort) -> [Token] {
        // Most reports have none.
        if notes.isEmpty { return [] }
        return notes.lazy.filter { $0.sort == sort }.map {
            Token(start: $0.place.range.lowerBound, end: $0.place.range.upperBound, in: text.span)
        }
    }
}
