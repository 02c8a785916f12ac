import Calendars
import Compression
import Feeds
import Fetching
import Storing

/// The libraries of the daemon.
public enum Libraries {
    /// Finds the versions.
    ///
    /// - Parameter loads: Whether to load libraries that are not in use, to ask them.
    /// - Returns: The names and versions; libsystemd has no function that states its version, which is empty.
    public static func versions(loads: Bool) -> [(name: String, version: String)] {
        [
            ("libcurl", HTTPLibrary.version(loads: loads)), ("libical", CalendarLibrary.version),
            ("libsystemd", ""), ("libxml2", XMLLibrary.version), ("sqlite", DatabaseLibrary.version),
            ("zlib", CompressionLibrary.version),
        ]
    }

    /// Returns them as text for people, such as `libcurl 7.88.1 (HTTP/2), libical 3.0`.
    public static func text(loads: Bool) -> String {
        versions(loads: loads).map { $0.version.isEmpty ? $0.name : "\($0.name) \($0.version)" }
            .joined(separator: ", ")
    }
}
