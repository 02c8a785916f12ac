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
                type: type, bytes, headers: [("Cache-Control", "no-cache")],
                compress: { gzip($0, .small) })
        }
    }

    /// Returns a file; `nil` if there is none of this name.
    subscript(_ name: String) -> Content? { files[name] }
}
