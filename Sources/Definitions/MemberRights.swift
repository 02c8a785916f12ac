import Records

/// The rights of settings in the folder of definitions that group members added permanently over the socket.
///
/// Such settings have a member's rights, whoever owns the file: they cannot access local files or secrets.
/// Settings of other files, such as a template or a drop-in in /etc, may do so in the same definition, unless
/// a member's setting selects the upstream.
nonisolated struct MemberRights {
    private let name: SourceName
    private let path: String
    private let files: DefinitionFiles

    /// Creates the rights of one source whose file has this path.
    init(of name: SourceName, at path: String, among files: DefinitionFiles) {
        self.name = name
        self.path = path
        self.files = files
    }

    /// Whether the settings select the upstream; if so, they must not be combined with others' settings such
    /// as a secret.
    static func choosesUpstream(_ options: Options) -> Bool {
        options.entries.contains { entry in
            entry.section == "Source" && ["From", "Kind", "Path", "URL"].contains(entry.name)
                || entry.section == "Places" && entry.name == "Provider"
        }
    }

    /// Creates a definition from the settings of several files.
    ///
    /// - Throws: An error at the first setting that cannot be used, or that a member may not use.
    func definition(
        _ options: Options, after checked: CheckedSettings?
    ) throws(OptionError) -> Definition {
        let entries = options.entries
        guard entries.indices.contains(where: { files.isMembers(entries[$0].file) }) else {
            return try Definition(name, options: options, by: .file, after: checked)
        }
        let members = Options(entries.filter { files.isMembers($0.file) })
        let choosesUpstream = MemberRights.choosesUpstream(members)
        let restricted = choosesUpstream ? options : members
        for entry in restricted.entries
        where entry.section == "Source" && DefinitionCheck.privileged.contains(entry.name) {
            throw OptionError(entry, remedy)
        }
        return try Definition(
            name, options: options, by: choosesUpstream ? .user : .file, after: checked)
    }

    /// The reason why a setting is refused, with advice.
    private var remedy: String {
        let folder = files.directories.memberAdditions
        let own = files.directories.configuration
        return "is not allowed for a definition in \(folder), which has the rights of a group member: "
            + "move \(path) to \(own)/sources.d, or add \(name) again as root"
    }
}
