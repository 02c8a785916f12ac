import Records

/// The time zones that a document names.
///
/// A name means the zone that the document defines, otherwise that of the tz database, otherwise that of
/// Windows. Two kinds of definitions give way to the tz database, which knows the changes of rules before and
/// after the document was written: one under a name of the tz database that describes the zone of that name
/// (`DocumentZone.describes`), and one that has daylight saving time but not its rule, as some programs write
/// it for one year.
final class ZoneTable {
    private let defined: [String: DocumentZone]
    private let find: (String) -> TimeZoneFile?
    private var found: [String: ZoneClock?] = [:]

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - defined: The zones that the document defines.
    ///   - find: Returns the zone of a name in the tz database, and of the empty name that of the machine;
    ///     `nil` if there is none.
    init(_ defined: [String: DocumentZone], find: @escaping (String) -> TimeZoneFile?) {
        self.defined = defined
        self.find = find
    }

    /// The zone of the machine.
    private(set) lazy var machine: ZoneClock = find("").map { ZoneClock($0) } ?? .utc

    /// Returns the zone of a name; `nil` if it is not known.
    subscript(_ name: String) -> ZoneClock? {
        if let known = found[name] { return known }
        let definition = defined[name]
        let zone = published(name, instead: definition) ?? definition.map { ZoneClock($0) }
        found[name] = zone
        return zone
    }

    /// Returns the zone of the tz database that counts before a definition; `nil` if the definition counts.
    private func published(_ name: String, instead definition: DocumentZone?) -> ZoneClock? {
        guard let definition, definition.isComplete else {
            return ZoneTable.candidates(for: name).lazy.compactMap { [self] in clock($0) }.first
        }
        return file(ZoneTable.plain(name)).flatMap { definition.describes($0) ? ZoneClock($0) : nil }
    }

    /// Zones as Lotus Notes and Microsoft Exchange name them.
    private static let offices = [
        "Western/Central Europe": "Europe/Berlin", "tzone:/Microsoft/Utc": "Etc/UTC",
    ]

    private func clock(_ name: String) -> ZoneClock? {
        if ["UTC", "GMT", "Z"].contains(name.uppercased()) { return .utc }
        return file(name).map { ZoneClock($0) }
    }

    /// Returns a zone of the tz database; the empty name would mean that of the machine.
    private func file(_ name: String) -> TimeZoneFile? { name.isEmpty ? nil : find(name) }

    /// Returns a name without slashes around it, which some programs write.
    private static func plain(_ name: String) -> String {
        name.split(separator: "/").joined(separator: "/")
    }

    /// Returns the names in the tz database that a name may mean: itself, that of Windows, Notes or Exchange,
    /// itself with a slash in place of a hyphen, such as `US-Eastern`, and the end of a name such as
    /// `/citadel.org/20260101_1/Europe/Berlin`.
    private static func candidates(for name: String) -> [String] {
        let parts = name.split(separator: "/")
        let plain = plain(name)
        var names = [plain]
        if let zone = WindowsZones.names[plain] ?? WindowsZones.names[plain + " Standard Time"] {
            names.append(zone)
        } else if let zone = offices[plain] {
            names.append(zone)
        } else if let hyphen = plain.firstIndex(of: "-"), !plain.contains("/") {
            names.append(plain[..<hyphen] + "/" + plain[plain.index(after: hyphen)...])
        }
        guard name.hasPrefix("/"), parts.count > 1 else { return names }
        return names + parts.indices.dropFirst().map { parts[$0...].joined(separator: "/") }
    }
}
