public import Records

/// The definition files of the machine: which are active, and what they say.
public nonisolated struct DefinitionFiles: Sendable {
    let directories: Directories

    /// Looks into these folders.
    public init(_ directories: Directories) { self.directories = directories }

    /// The names of all active definitions, sorted, with the file of each; templates are not active.
    ///
    /// - Returns: Names that break the rules are told apart: they have a fault instead of a place here.
    func active() -> (files: [(name: SourceName, path: String)], faults: [OptionError]) {
        var seen: Set<String> = []
        var files: [(name: SourceName, path: String)] = []
        var faults: [OptionError] = []
        for directory in directories.active {
            for file in ConfigurationFile.names(in: directory, suffix: ".source")
            where seen.insert(file).inserted {
                let path = directory + "/" + file
                let stem = String(file.dropLast(".source".utf8.count))
                if stem.hasSuffix("@") { continue }
                if let name = SourceName(stem) {
                    files.append((name, path))
                } else {
                    faults.append(
                        OptionError(file: path, line: 0, reason: "\"\(stem)\" is not a name of a source"))
                }
            }
        }
        return (files.sorted { $0.name < $1.name }, faults)
    }

    /// The file that describes a source that is not active itself: its template, or one that is available.
    ///
    /// - Returns: `nil` when there is none.
    public func template(for name: SourceName) -> String? {
        let file = (name.instance == nil ? name.text : name.stem + "@") + ".source"
        return (directories.active + [directories.available]).map { $0 + "/" + file }
            .first(where: ConfigurationFile.exists)
    }

    /// The folders of drop-ins that there are, by path: of few sources only.
    func foldersOfDropIns() -> Set<String> {
        Set(
            directories.dropIns.flatMap { folder in
                ConfigurationFile.names(in: folder, suffix: ".source.d").map { "\(folder)/\($0)" }
            })
    }

    /// The settings of a source: its file and then its drop-ins.
    ///
    /// - Parameters:
    ///   - name: The source.
    ///   - path: Its file, or a link to one.
    ///   - folders: The folders of drop-ins that there are; `nil` when that is to be found out.
    /// - Returns: `nil` when the file masks the source.
    /// - Throws: At the first line that cannot be read.
    public func options(
        of name: SourceName, at path: String, among folders: Set<String>? = nil
    ) throws(OptionError) -> Options? {
        var options = Options()
        switch ConfigurationFile.kind(of: path) {
        case .mask: return nil
        case .plain: try options.read(ConfigurationFile.contents(of: path), file: path)
        case .link:
            let target = overridden(path, name)
            try options.read(ConfigurationFile.contents(of: target), file: target)
        }
        if folders?.isEmpty == true { return options }
        let dropIns = dropIns(of: name).filter { folders?.contains($0) ?? true }
        for file in DropIns.paths(in: dropIns) {
            try options.read(ConfigurationFile.contents(of: file), file: file)
        }
        return options
    }

    /// A link to a template that came with the package leads to the owner's template of that name, if any.
    private func overridden(_ path: String, _ name: SourceName) -> String {
        let target = ConfigurationFile.resolved(path)
        let file = target.split(separator: "/").last.map(String.init) ?? ""
        guard name.instance != nil, file == name.stem + "@.source",
            target == ConfigurationFile.resolved(directories.available + "/" + file),
            let own = template(for: name)
        else { return target }
        return ConfigurationFile.resolved(own)
    }

    private func dropIns(of name: SourceName) -> [String] {
        let stems = name.instance == nil ? [name.text] : [name.text, name.stem + "@"]
        return stems.flatMap { stem in directories.dropIns.map { "\($0)/\(stem).source.d" } }
    }
}
