import Decoding
import Records

/// The time zones that a document names.
///
/// A name means the zone that the document defines, otherwise that of the tz database, otherwise that of
/// Windows. Two kinds of definitions give way to the tz database, which knows the changes of rules before and
/// after the document was written: one under a name of the tz database that describes the zone of that name
/// (`DocumentZone.describes`), and one that has daylight saving time but not its rule, as some programs write
/// it for one year. If the database is older than the definition, the definition counts from its release.
final class ZoneTable {
    private let defined: [String: DocumentZone]
    private let database: ZoneDatabase
    private let report: (EventFault) -> Void
    private var found: [String: ZoneClock?] = [:]

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - defined: The zones that the document defines.
    ///   - database: The tz database.
    ///   - report: Called with each name whose zone is doubtful.
    init(
        _ defined: [String: DocumentZone], in database: ZoneDatabase, report: @escaping (EventFault) -> Void
    ) {
        self.defined = defined
        self.database = database
        self.report = report
    }

    /// The zone of the machine.
    private(set) lazy var machine: ZoneClock = database.find("").map { ZoneClock($0) } ?? .utc

    /// Returns the zone of a name; `nil` if it is not known.
    subscript(_ name: String) -> ZoneClock? {
        if let known = found[name] { return known }
        let definition = defined[name.trimmingBlanks]
        let zone = published(name, instead: definition) ?? definition.map { ZoneClock($0) }
        found[name] = zone
        return zone
    }

    /// Returns the zone of the tz database that counts before a definition; `nil` if the definition counts.
    private func published(_ name: String, instead definition: DocumentZone?) -> ZoneClock? {
        let plain = ZoneTable.plain(name)
        guard let definition, definition.isComplete else { return published(name, plain: plain) }
        guard let (file, found) = database.file(plain), definition.describes(file) else { return nil }
        guard let difference = database.difference(of: definition, from: file) else {
            warn(found)
            return ZoneClock(file)
        }
        let reason = "is defined otherwise from \(difference) on than in the tz database"
        report(EventFault(field: "TZID", found: name, reason: "\(reason); \(ZoneDatabase.age)"))
        return ZoneClock(file, until: database.release, then: definition)
    }

    private func published(_ name: String, plain: String) -> ZoneClock? {
        if ["UTC", "GMT", "Z"].contains(plain.uppercased()) { return .utc }
        for candidate in ZoneTable.candidates(for: name, plain: plain) {
            guard let (file, found) = database.file(candidate) else { continue }
            warn(found)
            return ZoneClock(file)
        }
        if let display = DisplayZone(plain) { return clock(of: display, name) }
        return UTCOffset.named(plain).map { ZoneClock(offset: $0) }
    }

    private func clock(of display: DisplayZone, _ name: String) -> ZoneClock? {
        for candidate in display.candidates {
            guard let (file, found) = database.file(candidate),
                display.describes(file, at: database.now)
            else { continue }
            warn(found)
            return ZoneClock(file)
        }
        if !display.places.isEmpty {
            report(
                EventFault(
                    field: "TZID", found: name,
                    reason: "is no known time zone; the offset that it states counts all year"))
        }
        return ZoneClock(offset: display.offset)
    }

    /// Reports a zone whose rules have changed since the release of the database.
    private func warn(_ name: String) {
        guard let edition = database.needed(for: name) else { return }
        report(
            EventFault(
                field: "TZID", found: name,
                reason: "has other rules since \(edition) of the tz database; \(ZoneDatabase.age)"))
    }

    /// Zones as Lotus Notes and Microsoft Exchange name them.
    private static let offices = [
        "Western/Central Europe": "Europe/Berlin", "tzone:/Microsoft/Utc": "Etc/UTC",
    ]

    /// Returns a name without slashes and blanks around it, which some programs write.
    private static func plain(_ name: String) -> String {
        name.trimmingBlanks.split(separator: "/").joined(separator: "/")
    }

    /// Returns the names in the tz database that a name may mean: itself, that of Windows, Notes or Exchange,
    /// itself with a slash in place of a hyphen, such as `US-Eastern`, the end of a name such as
    /// `/citadel.org/20260101_1/Europe/Berlin`, and itself with underscores and capital letters.
    private static func candidates(for name: String, plain: String) -> [String] {
        var names = [plain]
        if let zone = WindowsZones.names[plain] ?? WindowsZones.names[plain + " Standard Time"] {
            names.append(zone)
        } else if let zone = offices[plain] {
            names.append(zone)
        } else if let hyphen = plain.firstIndex(of: "-"), !plain.contains("/") {
            names.append(plain[..<hyphen] + "/" + plain[plain.index(after: hyphen)...])
        }
        let parts = plain.split(separator: "/")
        if name.hasPrefix("/"), parts.count > 1 {
            names += parts.indices.dropFirst().map { parts[$0...].joined(separator: "/") }
        }
        let spelt = parts.map { capitalized($0) }.joined(separator: "/")
        return spelt == plain ? names : names + [spelt]
    }

    /// Returns a part of a name as the tz database writes most of them, such as `New_York`.
    private static func capitalized(_ part: Substring) -> String {
        part.split(whereSeparator: { $0 == " " || $0 == "_" })
            .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: "_")
    }
}
