import Records
import Showing
import WebPages

/// The time zones of visitors.
///
/// A page in an unknown zone is shown in UTC and says so: links and browsers keep names of zones, and a name
/// that this system does not have must not make all pages fail.
extension WebServer {
    /// Returns a zone; UTC for no name, `nil` if there is none of this name.
    func zone(_ name: String?) -> Zone? {
        guard let name, name != "UTC" else { return .utc }
        guard let file = zones[name] else { return nil }
        return Zone {
            Zone.LocalTime(secondsEast: file.offset(at: $0), abbreviation: file.abbreviation(at: $0))
        }
    }

    /// Returns what a page says about the zone of its visitor.
    func zoneChoice(_ preferences: Preferences) -> ZoneChoice {
        guard let name = preferences.zone, name != "UTC" else { return .utc }
        return ZoneChoice(name, zone(name), at: site.now)
    }
}
