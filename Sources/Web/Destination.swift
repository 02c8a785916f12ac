import AlmanacValues
import HTTPServing
import Records
import Showing
import WebPages

/// The page, file or method that a path stands for.
enum Destination {
    /// A page.
    case page(any SitePage)
    /// The records of a source, or one of them, once it is known whether the source exists.
    case source(name: String, key: String?)
    /// An airport, or else a source of this name.
    case name(String)
    /// The weather of a place in a format of wttr.in; `nil` for the first airport.
    case wttr(String?)
    /// The map.
    case map
    /// A file of the site.
    case asset(String)
    /// The changes of all sources in one line each, for pages.
    case live
    /// The changes that a selector matches, for programs.
    case events
    /// A method of the daemon that reads.
    case method(String)
    /// The changes of a source as a feed.
    case feed(String)
    /// The state of the daemon and its records for Prometheus.
    case metrics
    /// Whether the daemon serves, or its data are current.
    case probe(WebServer.Probe)
    /// A request to refresh a source.
    case refresh(String)
    /// An address of another service.
    case compatible(CompatibleAddress)
    /// Nothing.
    case nothing

    /// Whether the response has records, which are in memory until it is complete.
    var needsRecords: Bool {
        switch self {
        case .asset, .live, .events, .refresh, .nothing: false
        default: true
        }
    }

    /// Determines the destination of a request.
    ///
    /// - Parameters:
    ///   - segments: The decoded parts of the path.
    ///   - query: The decoded query.
    ///   - hasWttrFormat: Whether the query asks for a format of wttr.in, which counts for places only.
    init(_ segments: [String], query: URLQuery, hasWttrFormat: Bool) {
        switch (segments.first ?? "", segments.count) {
        case ("", 0) where hasWttrFormat: self = .wttr(nil)
        case ("", 0): self = .page(StartPage(preferences: Preferences(query)))
        case ("sources", 1): self = .page(SourceListPage())
        case ("sources", 2): self = .page(SourceStatePage(name: segments[1]))
        case ("news", 1): self = .page(NewsPage())
        case ("since", 1): self = .page(SincePage(query))
        case ("warnings", 1): self = .page(WarningsPage())
        case ("calendar", 1): self = .page(CalendarPage())
        case ("history", 1): self = .page(HistoryPage())
        case ("search", 1): self = .page(SearchPage(text: query["q"] ?? ""))
        case ("brief", 1): self = .page(BriefPage(query))
        case ("map", 1): self = .map
        case ("data", 2): self = .source(name: segments[1], key: nil)
        case ("data", 3): self = .source(name: segments[1], key: segments[2])
        case ("assets", 2): self = .asset(segments[1])
        case ("live", 1): self = .live
        case ("events", 1): self = .events
        case ("api", 2): self = .method(segments[1])
        case ("feed", 2) where segments[1].hasSuffix(".atom"): self = .feed(String(segments[1].dropLast(5)))
        case ("metrics", 1): self = .metrics
        case ("healthz", 1): self = .probe(.health)
        case ("readyz", 1): self = .probe(.readiness)
        case ("refresh", 2): self = .refresh(segments[1])
        case (let name, 1) where hasWttrFormat || name.utf8.first == .tilde: self = .wttr(name)
        case (let name, 1): self = .name(name)
        default: self = CompatibleAddress(segments).map(Destination.compatible) ?? .nothing
        }
    }
}

extension RecordsContent.View {
    /// Reads the view from a query.
    init(_ query: URLQuery) {
        self.init()
        search = query["q"] ?? ""
        sort = query["sort"]
        isDescending = query["desc"] == "1"
        group = query["group"]
        conditions = query.all("where")
        first = min(RecordsContent.View.lastFirst, max(0, query.number("first") ?? 0))
        count = min(RecordsContent.mostShown, max(1, query.number("count") ?? 200))
    }
}

extension Preferences {
    /// The longest name of a zone that is kept, in bytes: every link of a page repeats it.
    private static let longestZone = 64

    /// Reads the preferences from a query.
    init(_ query: URLQuery) {
        self.init(
            units: query["units"].flatMap(Units.init),
            zone: query["zone"].map { $0.shortened(toBytes: Preferences.longestZone) },
            isKiosk: query.has("kiosk"))
        pin(query.all("pin"))
        order = query["order"].flatMap(AirportOrder.init) ?? .worst
    }

    /// Pins the identifiers in texts that separate them by commas, plus signs or blanks; each once.
    private mutating func pin(_ texts: [String]) {
        for word in texts.flatMap({ $0.uppercased().split { " ,+".contains($0) } }).map(String.init) {
            let isPin =
                word.utf8.count <= Preferences.longestPin && word.utf8.allSatisfy(\.isLetterOrDigit)
            if pins.contains(word) || refusedPins.contains(word) { continue }
            if isPin, pins.count < Preferences.mostPins {
                pins.append(word)
            } else {
                refusedPins.append(word)
            }
        }
    }
}
