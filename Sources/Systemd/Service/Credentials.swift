import Glibc
import Records

/// The secrets that the service manager passes to the service, one per file.
///
/// Secrets are read each time they are used, never kept and never logged. Without secrets from a service
/// manager, because the daemon belongs to a user or was started by hand, they are read from the owner's
/// folder.
///
/// Source: systemd.exec(5), LoadCredential=.
public nonisolated struct Credentials: Sendable {
    private static let largest = 1 << 20

    private let directory: String?
    private let home: String?

    /// Creates a reader of the secrets in two directories.
    ///
    /// - Parameters:
    ///   - directory: The directory of secrets from the service manager; `nil` for none.
    ///   - home: The owner's directory of secrets, which is used when `directory` is `nil`; `nil` for none.
    public init(
        directory: String? = Environment.value(of: "CREDENTIALS_DIRECTORY"), home: String? = nil
    ) {
        self.directory = directory
        self.home = home
    }

    /// Returns advice to the owner: where to put a secret and what to do afterwards.
    public func advice(_ name: String) -> String {
        let place = "put it into \(home ?? "the service's credentials")/\(name)"
        guard directory != nil else { return place }
        return "\(place) and restart almanacd; if it is there, \"almanacd check\" says why it is not passed"
    }

    /// Reads a secret from `almanac_NAME`, or from `NAME` if that file is missing, without the newline at its
    /// end.
    ///
    /// - Parameter name: A file name; an invalid one, for example with a slash, has no secret.
    /// - Returns: `nil` when there is no such secret.
    /// - Throws: `SystemError` if the secret cannot be read, is longer than 1 MiB (`EFBIG`) or is not UTF-8
    ///   (`EILSEQ`).
    public func secret(_ name: String) throws(SystemError) -> String? {
        guard let directory = directory ?? home, !name.isEmpty, name != ".", name != "..",
            !name.utf8.contains(.slash),
            !name.utf8.contains(0)
        else { return nil }
        for file in ["almanac_\(name)", name] {
            if let text = try text(of: "\(directory)/\(file)") { return text }
        }
        return nil
    }

    private func text(of path: String) throws(SystemError) -> String? {
        guard var bytes = try content(of: path) else { return nil }
        if bytes.last == .newline { bytes.removeLast() }
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
    /// Reads the remaining bytes, up to a limit.
    ///
    /// - Throws: The error of read(2); `EFBIG` when there are more bytes than the limit.
    package func content(limit: Int, of path: String) throws(SystemError) -> [UInt8] {
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
