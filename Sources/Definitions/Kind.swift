import Alerts
import Calendars
public import Decoding
import Feeds
import Places
public import Records
import Tables
import Weather

/// The kind of data that a source holds: `Kind=` of its definition.
public nonisolated enum Kind: String, CaseIterable, Sendable {
    /// Weather reports of aerodromes (METAR, SPECI), one record per station.
    case metar
    /// Aerodrome forecasts (TAF), one record per station.
    case taf
    /// Winds and temperatures aloft, one record per station.
    case winds
    /// Conditions, forecast and winds aloft of one aerodrome as one JSON report.
    case report
    /// A general weather forecast for a position.
    case forecast
    /// The entries of an RSS, Atom or JSON feed.
    case feed
    /// Weather warnings and other public alerts, one record per alert in force.
    case alert
    /// SIGMETs, AIRMETs and G-AIRMETs, one record per advisory in force or announced.
    case sigmet
    /// Reports of pilots, the urgent ones first.
    case pirep
    /// The occurrences of the events of a calendar (iCalendar), within a window around now.
    case calendar
    /// The rows of delimited text.
    case table
    /// The elements of a JSON document.
    case json
    /// Two other sources joined by a field.
    case join
    /// Places found by name.
    case places
    /// Sources of another almanac.
    case almanac
}

nonisolated extension Kind {
    /// Creates a decoder for one document of this kind.
    ///
    /// - Throws: An error if the options of the kind cannot be used, or the kind does not decode documents
    ///   (`join`, `almanac`).
    public func decoder(options: Options, context: DocumentContext) throws(OptionError) -> any DocumentDecoder
    {
        var context = context
        context.zone = TimeZoneDatabase.zone
        switch self {
        case .metar: return try RuledDecoder<METARDecoder>(options: options, context: context)
        case .taf: return try RuledDecoder<TAFDecoder>(options: options, context: context)
        case .winds: return try RuledDecoder<WindsAloftDecoder>(options: options, context: context)
        case .report: return try RuledDecoder<ReportDecoder>(options: options, context: context)
        case .forecast: return try RuledDecoder<ForecastDecoder>(options: options, context: context)
        case .calendar: return try RuledDecoder<CalendarDecoder>(options: options, context: context)
        case .table where XMLTableDecoder.reads(options):
            return try XMLTableDecoder(options: options, context: context)
        case .table: return try TableDecoder(options: options, context: context)
        case .feed: return try FeedDecoder(options: options, context: context)
        case .alert: return try RuledDecoder<AlertDecoder>(options: options, context: context)
        case .sigmet: return try RuledDecoder<AdvisoryDecoder>(options: options, context: context)
        case .pirep: return try RuledDecoder<PilotReportDecoder>(options: options, context: context)
        case .json: return try JSONDecoder(options: options, context: context)
        case .places: return try PlacesDecoder(options: options, context: context)
        case .join, .almanac:
            throw OptionError(file: "", line: 0, reason: "Kind=\(rawValue) reads no document")
        }
    }

    /// Whether sources of this kind decode documents; the others combine sources or answer calls.
    public var readsDocuments: Bool {
        switch self {
        case .metar, .taf, .winds, .report, .forecast, .feed, .alert, .sigmet, .pirep, .calendar, .table,
            .json:
            true
        case .join, .places, .almanac: false
        }
    }

    /// Whether another almanac can mirror sources of this kind: those with records of their own.
    var isMirrored: Bool { self != .places && self != .almanac }

    /// Checks the kind's own sections without a document.
    ///
    /// - Throws: An error at the first entry that cannot be used.
    public func check(_ options: Options) throws(OptionError) {
        if self == .join {
            _ = try RecordJoiner(options)
            return
        }
        if self == .almanac {
            _ = try MirrorRule(options)
            return
        }
        _ = try decoder(options: options, context: DocumentContext(reference: UTC(seconds: 0)))
    }

    /// The rule for merging several records with the same key in one document.
    public var merging: Merging {
        switch self {
        case .metar, .taf: .newestReport
        case .winds, .report: .greatestWins(member: "time")
        case .forecast, .alert, .sigmet, .pirep, .calendar, .places: .lastWins
        case .feed, .table, .json, .join, .almanac: .firstWins
        }
    }

    /// Whether the newer of two reports wins, whichever document contains it.
    package var hasNewest: Bool {
        switch merging {
        case .greatestWins, .newestReport: true
        case .firstWins, .lastWins: false
        }
    }

    /// The members with the time that a record states for its own publication, the best one first.
    package var stamps: [String] {
        switch self {
        case .metar, .taf, .winds, .report: ["time"]
        case .feed: ["published", "updated"]
        case .alert: ["sent"]
        case .sigmet: ["creationTime", "issueTime"]
        case .pirep: ["obsTime"]
        case .forecast, .calendar, .table, .json, .join, .places, .almanac: []
        }
    }

    /// The default retention of records that a document no longer contains, such as those of a silent station
    /// or an entry that left a feed.
    var keep: RetentionPolicy {
        switch self {
        case .metar, .taf, .winds, .report: .all
        case .feed: RetentionPolicy(count: 1000)
        case .forecast, .alert, .sigmet, .pirep, .calendar, .table, .json, .join, .places, .almanac: .none
        }
    }

    /// The default meaning of a response without content: reports of weather may be missing for a while.
    var noContent: Definition.NoContent {
        switch self {
        case .metar, .taf, .winds, .report, .sigmet, .pirep: .empty
        case .forecast, .feed, .alert, .calendar, .table, .json, .join, .places, .almanac: .failure
        }
    }

    /// The age from which a report whose time cannot be read is of no use: forecasts are for 30 hours at
    /// most.
    ///
    /// Source: ICAO Annex 3, 6.2.6, for forecasts.
    package var longestUse: Duration { self == .taf ? .seconds(30 * 3600) : .seconds(3 * 3600) }

    /// The member with the end of a record; `nil` if records have none.
    var end: String? {
        switch self {
        case .alert, .sigmet: "ends"
        case .metar, .taf, .winds, .report, .pirep, .forecast, .feed, .calendar, .table, .json, .join,
            .places, .almanac:
            nil
        }
    }

    /// The number of stored records from which a document with far fewer is suspicious; `nil` if a document
    /// of this kind may have any number, such as a feed or a list of warnings on a quiet day.
    var fewestGuarded: Int? {
        switch self {
        case .table: 1
        case .json: 50
        case .metar, .taf, .winds, .report, .forecast, .feed, .alert, .sigmet, .pirep, .calendar, .join,
            .places,
            .almanac:
            nil
        }
    }

    /// Whether records are of stations, which give them their names and positions.
    var isOfStations: Bool {
        switch self {
        case .metar, .taf, .winds: true
        case .report, .forecast, .feed, .alert, .sigmet, .pirep, .calendar, .table, .json, .join, .places,
            .almanac:
            false
        }
    }

    /// Whether all records should have the same members, so that a difference is worth reporting.
    package var hasShape: Bool {
        switch self {
        case .table, .json: true
        case .metar, .taf, .winds, .report, .forecast, .feed, .alert, .sigmet, .pirep, .calendar, .join,
            .places,
            .almanac:
            false
        }
    }

    /// The values that the standard of the documents defines, in the form of `Known=`: their appearance is no
    /// news.
    var standardValues: [String] {
        switch self {
        case .alert: CAPValues.known
        case .metar, .taf: ReportValues.known
        case .winds, .report, .forecast, .feed, .sigmet, .pirep, .calendar, .table, .json, .join, .places,
            .almanac:
            []
        }
    }

    /// Whether the order of a document's records is worth keeping, because people read them as a list.
    package var isListedInOrder: Bool {
        switch self {
        case .table, .json: true
        case .metar, .taf, .winds, .report, .forecast, .feed, .alert, .sigmet, .pirep, .calendar, .join,
            .places,
            .almanac:
            false
        }
    }

    /// Whether the records change as time passes, without a new document.
    package var isLiving: Bool { agesInStore || self == .calendar }

    /// Whether the stored records show by themselves how time changes them.
    package var agesInStore: Bool { self == .alert || self == .sigmet || self == .pirep }

    /// Whether the decoder decides what becomes of stored records that a document lacks.
    package var decidesAbsence: Bool { self == .alert }

    /// Whether another process reads the documents.
    package var needsProcess: Bool { self == .calendar }

    /// Whether a web page is never a valid document of this kind.
    package var excludesHTML: Bool {
        switch self {
        case .feed: false
        case .metar, .taf, .winds, .report, .forecast, .alert, .sigmet, .pirep, .calendar, .table, .json,
            .join,
            .places, .almanac:
            true
        }
    }
}
