import Glibc
import Records

/// The entries of a folder that are not read, although somebody may have put data there.
nonisolated struct UnreadEntries {
    /// The most entries that are named.
    private static let mostNamed = 3

    private var entries: [(name: String, reason: String)] = []

    /// Adds an entry that is not hidden, and no file.
    mutating func add(_ name: String, of kind: mode_t) {
        // The root of a file system has it.
        if name == "lost+found" { return }
        entries.append((name, kind == S_IFDIR ? "a folder" : "no file"))
    }

    /// Adds a file if it is the backup of an editor, whose rows may be gone from the file itself.
    ///
    /// - Returns: Whether it is one, and must not be read.
    mutating func add(backup name: String) -> Bool {
        let isBackup = name.hasSuffix("~") || name.count > 2 && name.hasPrefix("#") && name.hasSuffix("#")
        if isBackup { entries.append((name, "a backup")) }
        return isBackup
    }

    /// Adds a hidden entry of a folder, if it is a file and no leftover of a program.
    mutating func add(hidden name: String, in folder: String) {
        guard !UnreadEntries.isLeftover(name), FileStamp(at: "\(folder)/\(name)")?.kind == S_IFREG else {
            return
        }
        entries.append((name, "hidden"))
    }

    /// The remark on the folder; `nil` if everything is read.
    var remark: String? {
        guard !entries.isEmpty else { return nil }
        let named = entries.prefix(UnreadEntries.mostNamed).map { "\($0.name.prefix(60)) (\($0.reason))" }
        let more = entries.count - named.count
        return "not read from the folder: \(named.joined(separator: ", "))"
            + (more > 0 ? " and \(more) more" : "")
    }
}

nonisolated extension UnreadEntries {
    private static let starts = [
        ".#", ".nfs", ".~", ".goutputstream-", ".fuse_hidden", ".git", ".st", ".syncthing.",
    ]
    private static let ends = [".swp", ".swo", ".swx", "~", ".tmp", ".part", ".lock", ".keep"]
    private static let names = [".DS_Store", ".directory", ".keep"]

    /// Whether a hidden file is what editors, desktops, synchronization and version control leave, or the file
    /// that a program writes before it is renamed, such as `.list.csv.Xa4Zq1` of rsync(1).
    private static func isLeftover(_ name: String) -> Bool {
        if starts.contains(where: name.hasPrefix) || ends.contains(where: name.hasSuffix)
            || names.contains(name)
        {
            return true
        }
        let last = name.utf8.split(separator: .period).last ?? name.utf8[...]
        return last.count == 6 && last.allSatisfy(\.isLetterOrDigit)
            && last.contains { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }
}
