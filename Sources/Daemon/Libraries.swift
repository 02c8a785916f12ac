import Calendars
import Compression
import Feeds
import Fetching
import Storing

/// The libraries of the daemon, and the tz database.
public enum Libraries {
    /// Returns those that are in use, with the versions that they state themselves: those of the machine that
    /// built almanac may differ.
    ///
    /// A version is empty if nothing states it, as that of libsystemd.
    static var loaded: [(name: String, version: String)] {
        versions(loads: false).compactMap { name, version in version.map { (name, $0) } }
    }

    /// Loads all, and returns them as text for people, such as `libcurl 7.88.1 (HTTP/2), tzdata 2025b`.
    public static func text() -> String {
        versions(loads: true).map { name, version in
            guard let version else { return "\(name) (cannot be loaded)" }
            return version.isEmpty ? name : "\(name) \(version)"
        }.joined(separator: ", ")
    }

    /// Finds the versions; `nil` is that of a library that is not in use, or cannot be loaded.
    private static func versions(loads: Bool) -> [(name: String, version: String?)] {
        [
            ("libcurl", HTTPLibrary.version(loads: loads)), ("libsystemd", ""),
            ("libxml2", XMLLibrary.version(loads: loads)), ("sqlite", DatabaseLibrary.version),
            ("tzdata", TimeZoneDatabase.version ?? ""), ("zlib", CompressionLibrary.version),
        ]
    }
}
