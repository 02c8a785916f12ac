import Glibc
public import Records
import Systemd

/// The tz database of this machine.
public enum TimeZoneDatabase {
    /// Its folder; tests set another one.
    package nonisolated(unsafe) static var folder = "/usr/share/zoneinfo"
    /// The files that state its version; the first one is replaced with each version.
    private static let files = ["tzdata.zi", "+VERSION", "version"]
    /// The file with the zone of this machine.
    static let machine = "/etc/localtime"

    /// The paths whose change means that clocks may show other times.
    public static var paths: [String] { [unsafe "\(folder)/\(files[0])", machine] }

    /// Returns the zone of a name such as `Europe/Berlin`, or of a former one; `nil` if there is none.
    @Sendable public static func zone(_ name: String) -> TimeZoneFile? {
        for name in [name] + ZoneLinks.others(of: name) {
            // A document may name anything: whatever is no file of a zone is none.
            if let file = ZoneFiles.content(name).flatMap({ try? TimeZoneFile($0) }) { return file }
        }
        return nil
    }

    /// Its version, such as `2025b`; `nil` if no file of it states one.
    public static var version: String? {
        for name in files {
            let path = unsafe "\(folder)/\(name)"
            // A database of another origin need not have the file.
            guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK) else { continue }
            let start = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
                unsafe count = max(0, read(file.raw, buffer.baseAddress, buffer.count))
            }
            if let version = version(in: start) { return version }
        }
        return nil
    }

    /// Returns the version in the first line of a file: `# version 2025b`, or `2025b`.
    static func version(in bytes: [UInt8]) -> String? {
        let line = bytes.prefix { !$0.isLineEnd }
        let words = line.split(separator: .space)
        guard let word = words.last, word.count >= 5, word.prefix(4).allSatisfy(\.isDigit),
            word.dropFirst(4).allSatisfy(\.isLowercase)
        else { return nil }
        return String(decoding: word, as: UTF8.self)
    }
}
