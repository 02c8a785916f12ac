import Glibc
import Records

/// A temporary folder that is removed with the test, or an existing folder, which stays.
final class Folder {
    let path: String
    /// The latest wall-clock time that a daemon in this folder has seen; at first a moment in January 2027.
    var wall = UTC(seconds: 1_800_000_000)
    /// The time by which the wall clock is ahead; negative if it is behind.
    var clockError: Duration = .zero
    /// The header field of a response with which an upstream states the time that this clock shows.
    var dateField: String { "Date: \((wall + clockError).httpDate)\r\n" }
    private let isOwn: Bool

    init(at path: String) { (self.path, isOwn) = (path, false) }

    /// Creates a temporary folder.
    init() {
        var template = Array("\(Folder.parent)/almanac-\(getpid())-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "no temporary folder")
        isOwn = true
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// The folder of temporary folders: in memory, if there is a gigabyte for them. Hundreds of stores are
    /// synchronized thousands of times, and no test cuts the power of the machine.
    private static let parent: String = {
        var space = statvfs()
        guard access("/dev/shm", W_OK) == 0, statvfs("/dev/shm", &space) == 0 else { return "/tmp" }
        guard UInt64(space.f_bavail) * UInt64(space.f_frsize) >= 1 << 30 else { return "/tmp" }
        removeLeft(in: "/dev/shm")
        return "/dev/shm"
    }()

    /// Removes the folders that processes have left which no longer exist: a daemon that a test has not ended
    /// keeps its own until then.
    private static func removeLeft(in parent: String) {
        for name in Folder(at: parent).names(in: "") where name.hasPrefix("almanac-") {
            let parts = name.split(separator: "-")
            guard parts.count == 3, let process = pid_t(parts[1]), kill(process, 0) != 0, errno == ESRCH
            else { continue }
            remove("\(parent)/\(name)")
        }
    }

    isolated deinit { if isOwn { Folder.remove(path) } }

    /// Writes a file, and creates its parent folders.
    func write(_ name: String, _ text: String) {
        let path = path + "/" + name
        makeFolder(String(path[..<path.lastIndex(of: "/")!]))
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        precondition(file >= 0, "cannot write \(path)")
        writeAll(file, Array(text.utf8))
        close(file)
    }

    /// Creates a symbolic link, and its parent folders.
    func link(_ name: String, to target: String) {
        let path = path + "/" + name
        makeFolder(String(path[..<path.lastIndex(of: "/")!]))
        precondition(symlink(target, path) == 0, "cannot link \(path)")
    }

    /// Removes a symbolic link.
    func removeLink(_ name: String) {
        precondition(unlink(path + "/" + name) == 0, "cannot remove \(name)")
    }

    /// Writes a file and renames it to its final name, as a careful program does.
    func replace(_ name: String, _ text: String) {
        write(name + ".new", text)
        precondition(rename(path + "/" + name + ".new", path + "/" + name) == 0, "cannot rename \(name)")
    }

    /// Copies a file byte for byte, and creates its parent folders.
    func copy(_ name: String, from other: Folder, _ source: String) {
        write(name, "")
        let (input, output) = (open("\(other.path)/\(source)", O_RDONLY), open("\(path)/\(name)", O_WRONLY))
        precondition(input >= 0 && output >= 0, "cannot copy \(source)")
        while sendfile(output, input, nil, 1 << 20) > 0 {}
        close(input)
        close(output)
    }

    /// Returns the contents of a file as text; `nil` if it does not exist.
    func read(_ name: String) -> String? {
        let file = open(path + "/" + name, O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var (text, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 65_536))
        while case let count = Glibc.read(file, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Replaces all occurrences of a text in a file with another text of the same length, in place.
    func alter(_ name: String, _ old: String, to new: String) {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        precondition(old.count == new.count, "another length")
        let file = open(path + "/" + name, O_RDWR)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
        precondition(pread(file, &bytes, bytes.count, 0) == bytes.count, "cannot read \(name)")
        for place in 0...(bytes.count - old.count) where bytes[place..<place + old.count].elementsEqual(old) {
            precondition(pwrite(file, new, new.count, off_t(place)) == new.count, "cannot write \(name)")
        }
    }

    /// Returns the paths of the files below a folder that contain a text.
    func files(in folder: String, containing text: String) -> [String] {
        guard let pipe = popen("grep -rla -e '\(text)' '\(path)/\(folder)'", "r") else { return ["popen"] }
        var (output, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 65_536))
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { output += buffer[..<count] }
        pclose(pipe)
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns the names in a folder.
    func names(in folder: String) -> [String] {
        guard let stream = opendir(path + "/" + folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }

    /// Removes everything in a folder.
    func empty(_ name: String) {
        for entry in names(in: name) where entry != "." && entry != ".." {
            Folder.remove("\(path)/\(name)/\(entry)")
        }
    }

    func remove(_ name: String) { unlink(path + "/" + name) }

    func makeFolder(_ path: String) {
        if mkdir(path, 0o755) != 0, errno == ENOENT {
            makeFolder(String(path[..<path.lastIndex(of: "/")!]))
            mkdir(path, 0o755)
        }
    }

    private func writeAll(_ file: CInt, _ bytes: [UInt8]) {
        precondition(Glibc.write(file, bytes, bytes.count) == bytes.count, "short write")
    }

    /// Removes a file, or a folder with everything in it; links are removed, not followed. What belongs to
    /// another user stays: in a folder that all may write to, its name can be a link to one's own files.
    private static func remove(_ path: String) {
        guard Glibc.remove(path) != 0, errno == ENOTEMPTY, let stream = opendir(path) else { return }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { remove(path + "/" + name) }
        }
        closedir(stream)
        rmdir(path)
    }
}
