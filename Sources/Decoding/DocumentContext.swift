public import Records

/// What is known of a document beside its bytes.
public struct DocumentContext: Hashable, Sendable {
    /// When the document was made, as well as is known: Last-Modified, else Date, else the file's mtime.
    ///
    /// Times without a month (`ddhhmm`) are read as the moment nearest to it.
    public var reference: UTC
    /// The encoding that the transport named; `nil` when it named none.
    public var charset: String?
    /// Where the document came from, after redirects; `nil` when it is a file. For relative links.
    public var url: String?
    /// What is known of stations beside their reports.
    public var stations: StationTable

    /// Makes a context of its parts.
    public init(
        reference: UTC, charset: String? = nil, url: String? = nil, stations: StationTable = StationTable()
    ) {
        (self.reference, self.charset, self.url, self.stations) = (reference, charset, url, stations)
    }
}
