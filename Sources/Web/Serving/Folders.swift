import Compression
import Glibc
import HTTPServing
import Records
import Systemd

/// The files that all pages share: style sheets, scripts, pictures and the map's data.
final class AssetFolder {
    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml", "json": "application/json", "map": "application/octet-stream",
        "html": "text/html; charset=utf-8", "png": "image/png", "webmanifest": "application/manifest+json",
    ]
    /// The longest file, in bytes.
    private static let mostBytes = 4 << 20

    private var files: [String: Content] = [:]

    /// Reads the files of a folder.
    ///
    /// - Throws: `SystemError` if the folder or a file cannot be read.
    init(_ path: String) throws(SystemError) {
        for name in try FileNames.of(path) {
            guard let ending = name.split(separator: ".").last, let type = AssetFolder.types[String(ending)]
            else { continue }
            let file = try FileDescriptor(opening: "\(path)/\(name)", O_RDONLY)
            let bytes = try file.content(limit: AssetFolder.mostBytes, of: name)
            files[name] = Content(
                type: type, bytes, headers: AssetFolder.headers(of: name), compress: { gzip($0, .small) })
        }
    }

    /// Returns a file; `nil` if there is none of this name.
    subscript(_ name: String) -> Content? { files[name] }

    /// Returns the header fields of a file; those of a service worker permit it to control all pages.
    ///
    /// Source: Service Workers, 6.5 (Service-Worker-Allowed).
    private static func headers(of name: String) -> HTTPResponse.Headers {
        let worker = name.hasSuffix("-worker.js") ? [("Service-Worker-Allowed", "/")] : []
        return [("Cache-Control", "no-cache")] + worker
    }
}

/// The time zones of the system, read whenever a visitor wants one: to read a file of 2 KB takes microseconds,
/// and an update of its package takes effect at once.
struct ZoneFolder {
    /// The longest file, in bytes; the longest ones of the tz database have 4 KB.
    private static let mostBytes = 64 << 10
    /// The longest name, in bytes.
    private static let longestName = 64

    private let path: String

    /// Makes a collection of the zones in a folder, such as `/usr/share/zoneinfo`.
    init(_ path: String) { self.path = path }

    /// Returns the zone of a name such as `Europe/Berlin`; `nil` if there is none.
    subscript(_ name: String) -> TimeZoneFile? {
        guard ZoneFolder.isName(name) else { return nil }
        do {
            // Another kind of file must not block.
            let file = try FileDescriptor(opening: "\(path)/\(name)", O_RDONLY | O_NONBLOCK)
            return try TimeZoneFile(file.content(limit: ZoneFolder.mostBytes, of: name))
        } catch {
            // A visitor may ask for anything: whatever cannot be read is no zone.
            return nil
        }
    }

    /// Whether a text consists of parts with slashes between them, and each part of letters, digits, `_`,
    /// `+` and `-`; no other name leads out of the folder.
    private static func isName(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: .slash, omittingEmptySubsequences: false)
        return text.utf8.count <= longestName
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { $0.isLetterOrDigit || [.underscore, .plus, .hyphen].contains($0) }
            }
    }
}
