import Glibc

/// The secrets that the service manager hands to the service, one a file.
///
/// They are read anew each time, never kept and never logged. Where no service manager hands them out,
/// because the daemon is a user's own or was started by hand, they are read where their owner keeps them.
///
/// Source: systemd.exec(5), LoadCredential=.
public nonisolated struct Credentials: Sendable {
    private static let largest = 1 << 20

    private let directory: String?
    private let home: String?

    /// Takes the directories that hold them.
    ///
    /// - Parameters:
    ///   - directory: Where they are handed out; by default by the service manager. `nil` is nowhere.
    ///   - home: Where their owner keeps them, read when they are not handed out; `nil` is nowhere.
    public init(
        directory: String? = Environment.value(of: "CREDENTIALS_DIRECTORY"), home: String? = nil
    ) {
        (self.directory, self.home) = (directory, home)
    }

    /// Where the owner is to put a secret, and what has to be done then.
    public func advice(_ name: String) -> String {
        let place = "put it into \(home ?? "the service's credentials")/\(name)"
        return directory == nil ? place : "\(place) and restart almanacd"
    }

    /// Reads a secret: `almanac_NAME` if that is there, else `NAME`, without the newline at its end.
    ///
    /// - Parameter name: A file name; one with a slash, or that is no file name, is never there.
    /// - Returns: `nil` when there is none.
    /// - Throws: When it cannot be read, is longer than 1 MiB (`EFBIG`) or is not UTF-8 (`EILSEQ`).
    public func secret(_ name: String) throws(SystemError) -> String? {
        guard let directory = directory ?? home, !name.isEmpty, name != ".", name != "..",
            !name.utf8.contains(0x2F),
            !name.utf8.contains(0)
        else { return nil }
        for file in ["almanac_\(name)", name] {
            if let text = try text(of: "\(directory)/\(file)") { return text }
        }
        return nil
    }

    private func text(of path: String) throws(SystemError) -> String? {
        guard var bytes = try content(of: path) else { return nil }
        if bytes.last == 0x0A { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SystemError(call: "read", code: EILSEQ, detail: path)
        }
        return text
    }

    private func content(of path: String) throws(SystemError) -> [UInt8]? {
        let file: FileDescriptor
        do throws(SystemError) {
            file = try FileDescriptor(opening: path, O_RDONLY)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
        return try file.content(limit: Self.largest, of: path)
    }
}

nonisolated extension FileDescriptor {
    /// Reads what is left, up to a limit.
    ///
    /// - Throws: What read(2) says; `EFBIG` when there is more than the limit.
    func content(limit: Int, of path: String) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(raw, &part, part.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .last("read", path) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: part.prefix(count))
            guard bytes.count <= limit else { throw SystemError(call: "read", code: EFBIG, detail: path) }
        }
    }
}
