public import Records

/// The definition files of the machine, both active and available.
public nonisolated struct DefinitionFiles: Sendable {
    let directories: Directories
    /// The folder of members' definitions, also with symbolic links resolved, as in the target of a link to
    /// one of them; each with a slash at its end.
    private let additions: [String]

    /// Creates an accessor for the definition files in these folders.
    public init(_ directories: Directories) {
        self.directories = directories
        let folder = directories.memberAdditions
        additions = [folder, ConfigurationFile.resolved(folder)].map { $0 + "/" }
    }

    /// The names of the active definitions, with the file of each.
    package struct Active {
        /// The files, sorted by name; templates are not active.
        package var files: [File] = []
        /// The errors for invalid names and for folders that cannot be listed.
        var faults: [OptionError] = []
        /// Whether all folders could be listed; if not, a missing name does not mean that its file was
        /// removed.
        var isComplete = true

        /// A file, and the source that it defines.
        package struct File: Sendable {
            package let name: SourceName
            package let path: String
        }
    }

    /// Returns the active definitions of all folders.
    package func active() -> Active {
        var folders = ListedFolders()
        return active(&folders)
    }

    /// Returns the active definitions of all folders, listing those that were not listed before.
    func active(_ folders: inout ListedFolders) -> Active {
        var seen: Set<String> = []
        var active = Active()
        for directory in directories.active {
            for file in names(in: directory, &folders, &active) where seen.insert(file).inserted {
                let path = directory + "/" + file
                let stem = String(Substring(file.utf8.dropLast(".source".utf8.count)))
                if stem.utf8.last == .at { continue }
                if let name = SourceName(stem) {
                    active.files.append(Active.File(name: name, path: path))
                } else {
                    active.faults.append(
                        OptionError(file: path, line: 0, reason: "\"\(stem)\" is not a name of a source"))
                }
            }
        }
        active.files.sort { $0.name < $1.name }
        return active
    }

    private func names(
        in directory: String, _ folders: inout ListedFolders, _ active: inout Active
    ) -> [String] {
        do throws(OptionError) {
            return try folders.names(in: directory, suffix: ".source")
        } catch {
            active.faults.append(error)
            active.isComplete = false
            return []
        }
    }

    /// Returns the file that describes a source that is not active: its template, or an installed definition.
    ///
    /// A file that a group member added cannot be a template, because templates may contain settings that
    /// members must not use.
    ///
    /// - Returns: `nil` if there is none.
    public func template(for name: SourceName) -> String? {
        let file = (name.instance == nil ? name.text : name.stem + "@") + ".source"
        return (directories.trusted + directories.installed).map { $0 + "/" + file }
            .first(where: ConfigurationFile.exists)
    }

    /// Reads the definition of a source, with the rights that its folder grants.
    ///
    /// - Parameters:
    ///   - name: The source.
    ///   - path: Its file, or a link to one.
    ///   - folders: The existing drop-in folders; `nil` to search for them.
    ///   - checked: The settings that were checked before; `nil` if there are none.
    /// - Returns: `nil` if the file masks the source.
    /// - Throws: An error at the first line or setting that cannot be used.
    func definition(
        of name: SourceName, at path: String, among folders: Set<String>? = nil,
        after checked: CheckedSettings? = nil
    ) throws(OptionError) -> Definition? {
        guard isMembers(path) else {
            guard let options = try options(of: name, at: path, among: folders) else { return nil }
            return try MemberRights(of: name, at: path, among: self).definition(options, after: checked)
        }
        switch ConfigurationFile.kind(of: path) {
        case .mask: return nil
        case .link:
            throw OptionError(file: path, line: 0, reason: "is a symbolic link, which is not followed there")
        case .plain: break
        }
        var options = try completed(name, at: path)
        try readDropIns(of: name, among: folders, into: &options)
        return try MemberRights(of: name, at: path, among: self).definition(options, after: checked)
    }

    /// Whether a file is in the folder of definitions that group members added.
    func isMembers(_ path: String) -> Bool {
        additions.contains { path.hasPrefix($0) }
    }

    /// Returns the settings of a member's file; if they do not contain `Kind=`, the template's settings come
    /// first.
    private func completed(_ name: SourceName, at path: String) throws(OptionError) -> Options {
        var said = Options()
        try said.read(ConfigurationFile.contents(of: path, followsLinks: false), file: path)
        guard said.last(in: "Source", named: "Kind") == nil else { return said }
        guard let template = template(for: name), let options = try ownOptions(of: name, at: template) else {
            throw OptionError(
                file: path, line: 0, reason: "[Source] has no Kind=, and there is no template for \(name)")
        }
        return Options(options.entries + said.entries)
    }

    /// Returns the paths of the existing drop-in folders, and whether these are all; only a few sources have
    /// one. If a folder cannot be listed, each source must search for its own.
    func foldersOfDropIns(_ folders: inout ListedFolders) -> (folders: Set<String>, areAll: Bool) {
        var found: Set<String> = []
        var areAll = true
        for folder in directories.dropIns {
            let names = try? folders.names(in: folder, suffix: ".source.d")
            found.formUnion((names ?? []).map { "\(folder)/\($0)" })
            areAll = areAll && names != nil
        }
        return (found, areAll)
    }

    /// Returns the settings of a source: those of its file, then those of its drop-ins.
    ///
    /// - Parameters:
    ///   - name: The source.
    ///   - path: Its file, or a link to one.
    ///   - folders: The existing drop-in folders; `nil` to search for them.
    /// - Returns: `nil` if the file masks the source.
    /// - Throws: An error at the first line that cannot be read.
    public func options(
        of name: SourceName, at path: String, among folders: Set<String>? = nil
    ) throws(OptionError) -> Options? {
        guard var options = try ownOptions(of: name, at: path) else { return nil }
        try readDropIns(of: name, among: folders, into: &options)
        return options
    }

    /// Returns the settings of a source's file, without those of its drop-ins; `nil` if the file masks the
    /// source.
    ///
    /// - Throws: An error at the first line that cannot be read.
    func ownOptions(of name: SourceName, at path: String) throws(OptionError) -> Options? {
        var options = Options()
        switch try ConfigurationFile.definition(at: path) {
        case .mask: return nil
        case .contents(let bytes): try options.read(bytes, file: path)
        case .link:
            let target = overridden(path, by: name)
            try options.read(ConfigurationFile.contents(of: target), file: target)
        }
        return options
    }

    /// Returns the settings of a definition that cannot be used: in each file, those before the first line
    /// that cannot be read.
    func readableOptions(of name: SourceName, at path: String) -> Options {
        var options = Options()
        let isMembers = isMembers(path)
        // A part that cannot be read has no settings; the error of the definition says why.
        if isMembers, let template = template(for: name) {
            try? options.read(ConfigurationFile.contents(of: template), file: template)
        }
        let file = isMembers ? path : overridden(path, by: name)
        try? options.read(ConfigurationFile.contents(of: file, followsLinks: !isMembers), file: file)
        try? readDropIns(of: name, among: nil, into: &options)
        return options
    }

    /// Returns the files with the settings of a source, in the order in which they are read.
    ///
    /// - Parameters:
    ///   - name: The source.
    ///   - path: Its file, or a link to one.
    /// - Returns: The paths, without drop-ins whose folder cannot be listed.
    func parts(of name: SourceName, at path: String) -> [String] {
        let isLink = ConfigurationFile.kind(of: path) == .link
        let own = isLink && !isMembers(path) ? overridden(path, by: name) : path
        let template = isMembers(path) ? template(for: name) : nil
        return [template].compactMap(\.self) + [own] + ((try? DropIns.paths(in: dropIns(of: name))) ?? [])
    }

    /// Appends the settings of a source's drop-ins.
    ///
    /// - Throws: An error at the first line that cannot be read.
    func readDropIns(
        of name: SourceName, among folders: Set<String>?, into options: inout Options
    ) throws(OptionError) {
        if folders?.isEmpty == true { return }
        let dropIns = dropIns(of: name).filter { folders?.contains($0) ?? true }
        for file in try DropIns.paths(in: dropIns) {
            let bytes = try ConfigurationFile.contents(of: file, followsLinks: !isMembers(file))
            try options.read(bytes, file: file)
        }
    }

    /// Resolves a link. A link to a template of the package resolves to the administrator's template of the
    /// same name, if there is one.
    private func overridden(_ path: String, by name: SourceName) -> String {
        let target = installed(at: path) ?? ConfigurationFile.resolved(path)
        let file = target.split(separator: "/").last.map(String.init) ?? ""
        guard name.instance != nil, file == name.stem + "@.source",
            directories.installed.contains(where: {
                target == ConfigurationFile.resolved($0 + "/" + file)
            }), let own = template(for: name)
        else { return target }
        return ConfigurationFile.resolved(own)
    }

    /// Returns the installed definition that a dangling link means: a package may make an example of a
    /// definition, or the reverse, and users' links must remain valid.
    ///
    /// - Returns: `nil` if the link is not dangling, or leads to no folder of installed definitions.
    private func installed(at path: String) -> String? {
        guard let link = ConfigurationFile.danglingTarget(of: path), let slash = link.lastIndex(of: "/"),
            directories.installed.contains(String(link[..<slash]))
        else { return nil }
        return directories.installed.map { $0 + link[slash...] }.first(where: ConfigurationFile.exists)
            .map(ConfigurationFile.resolved)
    }

    private func dropIns(of name: SourceName) -> [String] {
        let stems = name.instance == nil ? [name.text] : [name.text, name.stem + "@"]
        return stems.flatMap { stem in directories.dropIns.map { "\($0)/\(stem).source.d" } }
    }
}
