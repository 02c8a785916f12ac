import Glibc

/// A check of the symbolic links on the path by which a file was opened.
///
/// A user who can write to a directory on the path could put a link there, so that a file is read with this
/// program's rights instead of the user's own.
///
/// Source: path_resolution(7); compare CHASE_SAFE of systemd and fs.protected_symlinks of proc(5).
public nonisolated enum PathLinks {
    /// Returns a link that could give its owner the content of a file which that user cannot read.
    ///
    /// Links of root and of this program's user are trusted, and so is a link to a file that belongs to the
    /// link's owner or that everybody can read.
    ///
    /// - Parameters:
    ///   - path: The absolute path by which the file was opened.
    ///   - file: The open file.
    /// - Returns: The path of the link, or the whole path if it leads to another file in the meantime;
    ///   `nil` when every link is trusted.
    public static func untrusted(on path: String, to file: CInt) -> String? {
        var opened = stat()
        guard fstat(file, &opened) == 0 else { return path }
        if opened.st_mode & S_IROTH != 0 { return nil }
        let trusted: Set<uid_t> = [0, geteuid(), opened.st_uid]
        var walk = PathWalk(path)
        while let name = walk.next() {
            let here = walk.path(of: name)
            var found = stat()
            guard lstat(here, &found) == 0 else { return path }
            if found.st_mode & S_IFMT == S_IFLNK {
                guard trusted.contains(found.st_uid), walk.follow(name) else { return here }
            } else if walk.isOver {
                return found.st_dev == opened.st_dev && found.st_ino == opened.st_ino ? nil : path
            } else {
                walk.enter(here, FileIdentity(device: UInt64(found.st_dev), inode: UInt64(found.st_ino)))
            }
        }
        return path
    }
}
