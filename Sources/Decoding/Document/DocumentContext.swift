public import Records

/// The properties of a document that its bytes do not contain.
public struct DocumentContext: Sendable {
    /// The time of the document: its Last-Modified, otherwise its Date, otherwise the file's modification
    /// time.
    ///
    /// A time without a month (`ddhhmm`) is read as one near this time; see `ReportClock` of `Weather`.
    public var reference: UTC
    /// The time by the wall clock, for documents whose records change as time passes.
    public var now: UTC
    /// The encoding named by the transport; `nil` if it named none.
    public var charset: String?
    /// The URL of the document after redirects, for relative links; `nil` for a file.
    public var url: String?
    /// The stations, for names and positions that reports lack.
    public var stations: StationTable
    /// Returns the zone of a name such as `Europe/Berlin`; `nil` if there is none.
    public var zone: @Sendable (String) -> TimeZoneFile? = { _ in nil }
    /// Whether a decoder that computes long should fail after a moment, because other documents wait; a
    /// further try is then not brief.
    public var isBrief = false

    /// Creates a context; without a wall clock, the time is that of the document.
    public init(
        reference: UTC, now: UTC? = nil, charset: String? = nil, url: String? = nil,
        stations: StationTable = StationTable()
    ) {
        self.reference = reference
        self.now = now ?? reference
        self.charset = charset
        self.url = url
        self.stations = stations
    }
}
