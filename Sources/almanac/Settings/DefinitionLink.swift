import Glibc
import Records
import Systemd

/// The link in sources.d that makes a definition active.
struct DefinitionLink {
    /// The source.
    let name: SourceName
    /// Where the link stands, or would.
    let path: String
    private let library: String

    init(_ name: String, _ folders: Folders) throws(Complaint) {
        guard let valid = SourceName(name) else {
            throw Complaint(
                .usage, "\"\(name)\" is no name of a source",
                hints: ["names are like hospitals or metar@KPWM: small letters, digits and - before the @"])
        }
        self.name = valid
        path = "\(folders.configuration)/sources.d/\(name).source"
        library = "\(folders.library)/sources.d"
    }

    /// Whether something stands there, be it a link that leads nowhere.
    var isEnabled: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The definition to link to: the source's own, else its template's.
    ///
    /// - Throws: When there is none; tells which there are.
    func target() throws(Complaint) -> String {
        let own = "\(library)/\(name).source"
        let template = "\(library)/\(name.stem)@.source"
        if Files.exists(own) { return own }
        if name.instance != nil, Files.exists(template) { return template }
        // A folder that cannot be read has nothing to choose from.
        let there = ((try? FileNames.of(library)) ?? []).filter { $0.hasSuffix(".source") }.map {
            String($0.dropLast(7))
        }
        .sorted()
        let hint =
            there.isEmpty ? "there are no definitions at all" : "there are: \(there.joined(separator: ", "))"
        throw Complaint(.failure, "no definition of \(name) in \(library)", hints: [hint])
    }

    /// Makes the link.
    ///
    /// - Returns: Whether it could; `false` when the directory may not be written.
    /// - Throws: When something else is in the way.
    func make(to target: String) throws(Complaint) -> Bool {
        if symlink(target, path) == 0 { return true }
        let code = errno
        if code == ENOENT {
            Files.makeDirectory(directory)
            if Files.exists(directory) { return try make(to: target) }
        }
        if [EACCES, EPERM, EROFS, ENOENT].contains(code) { return false }
        throw Complaint(.cannotCreate, "\(SystemError(call: "symlink", code: code, detail: path))")
    }

    /// Takes the link away.
    ///
    /// - Throws: When it is no link, which only its author should delete, or may not be deleted.
    func remove() throws(Complaint) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw notEnabled }
        guard status.st_mode & S_IFMT == S_IFLNK else {
            throw Complaint(
                .cannotCreate, "\(path) is a file of its own, not a link",
                hints: ["delete it yourself if it is not wanted: rm \(path)"])
        }
        guard unlink(path) == 0 else {
            let error = SystemError.last("unlink", path)
            throw Complaint(.denied, "\(error)", hints: ["try: sudo almanac disable \(name)"])
        }
    }

    /// The complaint that there is no link.
    var notEnabled: Complaint {
        Complaint(
            .failure, "\(name) is not enabled: there is no \(path)",
            hints: ["to delete a source and its data: almanac remove \(name)"])
    }

    private var directory: String { String(path.dropLast(name.text.count + 8)) }
}
