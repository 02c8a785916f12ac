import Records
public import Showing

/// The choices of a user that pages carry from link to link.
public struct Preferences: Sendable, Hashable {
    /// The units; `nil` for those of aviation.
    public var units: Units?
    /// The name of the time zone, such as `Europe/Berlin`; `nil` for UTC.
    public var zone: String?
    /// Whether the page is shown on a wall: larger, without navigation.
    public var isKiosk = false

    /// Makes preferences.
    public init(units: Units? = nil, zone: String? = nil, isKiosk: Bool = false) {
        self.units = units
        self.zone = zone
        self.isKiosk = isKiosk
    }

    /// Returns a path with the preferences as its query, after the query that it has and before its fragment.
    public func link(_ path: String) -> String {
        if let mark = path.firstIndex(of: "#") { return link(String(path[..<mark])) + path[mark...] }
        let items = [
            units.map { "units=\($0.rawValue)" }, zone.map { "zone=\(percentEncoded($0))" },
            isKiosk ? "kiosk" : nil,
        ].compactMap(\.self)
        guard !items.isEmpty else { return path }
        return path + (path.utf8.contains(.questionMark) ? "&" : "?") + items.joined(separator: "&")
    }
}
