import Glibc
import Records
import Systemd

/// The files of the machine's time zones.
struct ZoneFiles {
    /// The longest file, in bytes; the longest ones of the tz database have 4 KB.
    private static let mostBytes = 64 << 10

    /// Returns the content of a zone's file, such as `Europe/Berlin`, or with the empty name of the machine's
    /// own; `nil` if there is none.
    static func content(_ name: String) -> [UInt8]? {
        guard name.isEmpty || isName(name) else { return nil }
        let path = unsafe name.isEmpty ? machine : "\(TimeZoneDatabase.folder)/\(name)"
        do {
            // Another kind of file must not block.
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
            return try file.content(limit: mostBytes, of: path)
        } catch {
            // A document may name anything: whatever cannot be read is no zone.
            return nil
        }
    }

    /// The file of the machine's own zone: that of the variable TZ, otherwise /etc/localtime.
    ///
    /// Source: tzset(3).
    private static var machine: String {
        guard let value = unsafe getenv("TZ") else { return TimeZoneDatabase.machine }
        let text = unsafe String(cString: value)
        let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
        if name.hasPrefix("/") { return name }
        return unsafe isName(name) ? "\(TimeZoneDatabase.folder)/\(name)" : TimeZoneDatabase.machine
    }

    /// Whether a text consists of parts with slashes between them, and each part of letters, digits, `_`,
    /// `+` and `-`; no other name leads out of the folder.
    private static func isName(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: .slash, omittingEmptySubsequences: false)
        return text.utf8.count <= 64
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { $0.isLetterOrDigit || [.underscore, .plus, .hyphen].contains($0) }
            }
    }
}
