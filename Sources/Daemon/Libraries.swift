import Calendars
import Compression
import Feeds
import Fetching
import Storing

/// The libraries of the daemon, and the tz database.
public enum Libraries {
    /// Finds the versions.
    ///
    /// - Parameter loads: Whether to load libraries that are not in use, to ask them.
    /// - Returns: The names and versions; a version is empty if nothing states it, as that of libsystemd.
    public static func versions(loads: Bool) -> [(name: String, version: String)] {
        [
            ("libcurl", HTTPLibrary.version(loads: loads)), ("libsystemd", ""),
            ("libxml2", XMLLibrary.version), ("sqlite", DatabaseLibrary.version),
            ("tzdata", TimeZoneDatabase.version ?? ""), ("zlib", CompressionLibrary.version),
        ]
    }

    /// Returns them as text for people, such as `libcurl 7.88.1 (HTTP/2), tzdata 2025b`.
    public static func text(loads: Bool) -> String {
        versions(loads: loads).map { $0.version.isEmpty ? $0.name : "\($0.name) \($0.version)" }
            .joined(separator: ", ")
    }
}
