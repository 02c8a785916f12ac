public import Records
public import Showing

/// Returns text in which every byte is encoded that has a meaning in a path or a query; names of sources
/// keep their `@`.
public func percentEncoded(_ text: String) -> String { text.percentEncoded(keeping: "@") }

/// Returns the path of the page of a source's records.
public func path(ofSource name: String) -> String { "/data/" + percentEncoded(name) }

/// Returns the path of the page of a source's state.
func path(ofStateOf name: String) -> String { "/sources/" + percentEncoded(name) }

/// Returns the path of the page of a record.
public func path(ofRecord key: String, in source: String) -> String {
    "/data/\(percentEncoded(source))/\(percentEncoded(key))"
}

/// Returns the path of the map around a position, precise to ten metres.
public func path(onMap position: Position) -> String {
    let degrees = [position.latitude, position.longitude].map { ($0 * 10_000).rounded() / 10_000 }
    return "/map#9/" + degrees.map { JSONWriter.shortest($0) }.joined(separator: "/")
}

/// Returns the path of the changes of a source as a feed, or of those of one of its records.
public func path(ofFeed source: String, key: String? = nil) -> String {
    "/feed/\(percentEncoded(source)).atom" + (key.map { "?key=" + percentEncoded($0) } ?? "")
}

/// Returns an address from other sources if a browser may follow it: only `http`, `https` and `mailto`;
/// otherwise `nil`.
public func safeLink(_ address: String?) -> String? {
    guard let address, address.utf8.count <= 2048, !address.utf8.contains(where: { $0 <= .space }) else {
        return nil
    }
    let lower = address.lowercased()
    return ["http://", "https://", "mailto:"].contains { lower.hasPrefix($0) } ? address : nil
}

/// Returns an address that a record states if it is one of the web; otherwise `nil`.
func webLink(_ address: String?) -> String? {
    safeLink(address).flatMap { $0.lowercased().hasPrefix("mailto:") ? nil : $0 }
}

/// The choices of a user that pages carry from link to link.
public struct Preferences: Sendable, Hashable {
    /// The units; `nil` for those of aviation.
    public var units: Units?
    /// The name of the time zone, such as `Europe/Berlin`; `nil` for UTC.
    public var zone: String?
    /// Whether the page is shown on a wall: larger, without navigation.
    public var isKiosk = false
    /// The identifiers of the airports that the start page has first, in their order.
    public var pins: [String] = []
    /// The words that were asked for as pins and are none, or too many; no link carries them.
    public var refusedPins: [String] = []
    /// The order of the other airports.
    public var order = AirportOrder.worst

    /// The most pinned airports.
    public static let mostPins = 24
    /// The longest identifier of a pinned airport, in bytes.
    public static let longestPin = 8

    /// The names of the parameters that carry the choices.
    public static let names = ["units", "zone", "pin", "order", "kiosk"]

    /// Makes preferences.
    public init(units: Units? = nil, zone: String? = nil, isKiosk: Bool = false) {
        self.units = units
        self.zone = zone
        self.isKiosk = isKiosk
    }

    /// Returns a path with the preferences as its query, after the query that it has and before its fragment.
    public func link(_ path: String) -> String {
        if let mark = path.firstIndex(of: "#") { return link(String(path[..<mark])) + path[mark...] }
        let items = items.map {
            $0.name == "kiosk" ? $0.name : "\($0.name)=\($0.value.percentEncoded(keeping: "@,"))"
        }
        guard !items.isEmpty else { return path }
        return path + (path.utf8.contains(.questionMark) ? "&" : "?") + items.joined(separator: "&")
    }

    /// Returns which airports are not pinned, and why; `nil` if all are.
    var refusedWords: String? {
        guard !refusedPins.isEmpty else { return nil }
        let shown = refusedPins.prefix(5).map { $0.shortened(toBytes: 40) }.joined(separator: ", ")
        let rest = refusedPins.count > 5 ? " and \(refusedPins.count - 5) more" : ""
        return "Not pinned: \(shown)\(rest). The start page keeps \(Preferences.mostPins) pins, each an "
            + "identifier of at most \(Preferences.longestPin) letters and digits."
    }

    /// The names and values of the parameters that carry the choices.
    var items: [(name: String, value: String)] {
        let all = [
            ("units", units?.rawValue), ("zone", zone),
            ("pin", pins.isEmpty ? nil : pins.joined(separator: ",")),
            ("order", order == .worst ? nil : order.rawValue), ("kiosk", isKiosk ? "1" : nil),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}
