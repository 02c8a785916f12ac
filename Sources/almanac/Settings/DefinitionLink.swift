import Glibc
import Records
import Systemd

/// The link in sources.d that activates a definition.
struct DefinitionLink {
    /// The name of the source.
    let name: SourceName
    /// The path of the link, whether it exists or not.
    let path: String
    /// The folder of installed definitions, and that of examples, which is searched after it.
    private let library: [String]

    init(_ name: String, in folders: Folders) throws(CommandError) {
        guard let valid = SourceName(name) else {
            throw CommandError(
                .usage, "\"\(name)\" is not a name of a source",
                hints: [
                    "names are like hospitals or metar@KPWM: lower-case letters, digits and - before the @"
                ])
        }
        self.name = valid
        path = "\(folders.configuration)/sources.d/\(name).source"
        library = folders.definitions
    }

    /// Whether the path exists, even as a dangling link.
    var isEnabled: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Returns the definition to link to: the source's own, or else its template's.
    ///
    /// - Throws: A complaint that lists the available definitions if there is none, or that says why they are
    ///   not known.
    func target() throws(CommandError) -> String {
        if let found = definition(of: name) { return found }
        var there: [String] = []
        for folder in library { there += try DefinitionLink.names(in: folder) }
        let hint =
            there.isEmpty
            ? "there are no definitions; the package almanac-definitions has them"
            : "there are: \(there.joined(separator: ", "))"
        throw CommandError(
            .failure, "no definition of \(name) in \(library[0])\(suggestion(among: there))", hints: [hint])
    }

    /// Returns the names of the definitions in a folder, sorted; none if it does not exist.
    ///
    /// - Throws: A complaint if the folder cannot be listed: it may have the definition.
    private static func names(in folder: String) throws(CommandError) -> [String] {
        do throws(SystemError) {
            return try FileNames.of(folder).sorted().filter { $0.hasSuffix(".source") }
                .map { String($0.dropLast(7)) }
        } catch {
            if error.code == ENOENT { return [] }
            throw CommandError(.failure, "cannot list the definitions: \(error)")
        }
    }

    /// Returns the end of a message about a definition that does not exist: the names that may be meant, such
    /// as `metar@KPWM` for `mtar@KPWM`.
    private func suggestion(among there: [String]) -> String {
        guard let instance = name.instance else { return there.suggestion(for: name.text) }
        let templates = there.filter { $0.hasSuffix("@") }
        return templates.nearest(to: name.stem + "@", limit: 3).map { $0 + instance }.suggestion
    }

    /// Returns the available definition of a source: its own, or else its template's; `nil` if there is none.
    private func definition(of name: SourceName) -> String? {
        let files = [name.text] + (name.instance == nil ? [] : [name.stem + "@"])
        return files.flatMap { file in library.map { "\($0)/\(file).source" } }.first(where: Files.exists)
    }

    /// The sources with the areas of zones that the definition names and that are available; empty if it
    /// cannot be read, which the daemon reports.
    var zones: [String] {
        var options = Options()
        guard let target = try? target(), let bytes = Files.read(target),
            (try? options.read(bytes, file: target)) != nil
        else { return [] }
        return options.words(in: "Alert", named: "Zones").compactMap { word in
            // SOURCE or SCHEME:SOURCE, in which %i stands for the instance.
            let text = word.replacing(text: "%i", with: name.instance ?? "")
            let source = SourceName(text) == nil ? text.drop { $0 != ":" }.dropFirst() : text[...]
            return SourceName(String(source)).flatMap { definition(of: $0) == nil ? nil : $0.text }
        }
    }

    /// Creates the link.
    ///
    /// - Returns: `false` if the directory is not writable.
    /// - Throws: A complaint if another file is in the way.
    func make(to target: String) throws(CommandError) -> Bool {
        if symlink(target, path) == 0 { return true }
        let code = errno
        if code == ENOENT {
            Files.makeDirectory(directory)
            if Files.exists(directory) { return try make(to: target) }
        }
        if [EACCES, EPERM, EROFS, ENOENT].contains(code) { return false }
        throw CommandError(.cannotCreate, "\(SystemError(call: "symlink", code: code, detail: path))")
    }

    /// Removes the link.
    ///
    /// - Throws: A complaint if it is not a link, since only its author should delete a file, or if it
    ///   cannot be removed.
    func remove() throws(CommandError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw notEnabled }
        guard status.st_mode & S_IFMT == S_IFLNK else {
            throw CommandError(
                .cannotCreate, "\(path) is a file, not a link",
                hints: ["if you do not need it, delete it: rm \(path)"])
        }
        guard unlink(path) == 0 else {
            let error = SystemError.last("unlink", path)
            throw CommandError(.denied, "\(error)", hints: ["try: \(TypedCommand.withSudo)"])
        }
    }

    /// A complaint that there is no link.
    var notEnabled: CommandError {
        CommandError(
            .failure, "\(name) is not enabled: there is no \(path)",
            hints: ["to delete a source and its data: almanac remove \(name)"])
    }

    private var directory: String { String(path.dropLast(name.text.count + 8)) }
}
