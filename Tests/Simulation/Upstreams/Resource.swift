/// The document at an address: that of a source, or of several stations.
struct Resource {
    /// The sources whose records the document has; at least one.
    let sources: [SimulatedSource]
    /// The path of its address, with the query.
    let path: String

    /// Finds the document that a request is for; `nil` if there is no such address.
    init?(_ request: HTTPRequest, among all: [SimulatedSource]) {
        path = request.isMoved ? String(request.path.dropLast(HTTPRequest.moved.count)) : request.path
        let stations = StationDataset.stations(in: path)
        let (wanted, path) = (Set(stations), path)
        sources = all.filter {
            if let station = $0.station { return wanted.contains(station) }
            return $0.path == path
        }
        guard !sources.isEmpty, stations.isEmpty || sources.count == wanted.count else { return nil }
    }

    var host: String { sources[0].host }
    var mediaType: String { sources[0].dataset.mediaType }

    /// The behaviour of the upstream: the first unusual one that any of the sources has.
    var mood: Mood { sources.map(\.mood).first { $0 != .well } ?? .well }

    var body: [UInt8] { Array(sources.map(\.body).joined()) }
    func earlierEdition(_ chance: inout Chance) -> SimulatedSource.Edition? {
        sources[0].earlierEdition(&chance)
    }
    /// Whether each document states its time, as the definition says (`Edition=`).
    var isOrdered: Bool { sources[0].isOrdered }
    var partOfBody: [UInt8] { sources[0].partOfBody() }
    var renamedBody: [UInt8] { Array(sources.map(\.renamedBody).joined()) }

    /// The validators, which change with each of the documents.
    var etag: String { "\"" + sources.map { "\($0.name)-\($0.version)" }.joined(separator: "+") + "\"" }
    var lastModified: Nanoseconds { sources.map(\.published).max() ?? 0 }
}
