import Places
public import Records
import Tables

nonisolated extension Definition {
    /// Creates a definition from the settings of its files.
    ///
    /// - Parameters:
    ///   - name: The source's name; its instance replaces `%i`.
    ///   - options: The settings as written in the files.
    ///   - author: The author of the settings.
    ///   - checked: The settings that were checked before; `nil` if there are none.
    /// - Throws: An error at the first setting that is unknown, missing, invalid or not allowed for the
    ///   author.
    init(
        _ name: SourceName, options: Options, by author: Author, after checked: CheckedSettings?
    ) throws(OptionError) {
        batch = try BatchRule(options, of: name)
        let options = Definition.resolved(options, for: name.instance)
        try DefinitionCheck(options: options, author: author).run()
        try AuthenticationCheck(options: options).run()
        let reader = SettingReader(options: options)
        self.name = name
        self.options = options
        kind = try reader.kind()
        origin = try reader.origin(of: kind)
        alternates = try reader.alternates(of: kind)
        let pace = try PaceSettings(options, of: kind, from: origin)
        interval = pace.interval
        learnsRhythm = pace.learnsRhythm
        push = try PushSetting(options, of: kind, from: origin, every: pace.interval)
        hints = try HintSetting.all(options, from: origin, every: pace.interval)
        timeout = try reader.span("Timeout") ?? .seconds(kind == .places ? 10 : 60)
        maximumBytes = try reader.size("MaxBytes") ?? (kind == .almanac ? 1 << 30 : 16 << 20)
        maximumAge = try reader.span("MaxAge")
        keep = try reader.keep() ?? kind.keep
        history = try reader.span("History")
        linger = try reader.span("Linger") ?? .seconds(7 * 86_400)
        try (checked ?? CheckedSettings()).check(options, of: kind)
    }

    /// Creates a definition from the settings of its files, see `init(_:options:by:after:)`.
    public init(_ name: SourceName, options: Options, by author: Author) throws(OptionError) {
        try self.init(name, options: options, by: author, after: nil)
    }

    private static func resolved(_ options: Options, for instance: String?) -> Options {
        let entries = options.entries
        guard entries.indices.contains(where: { entries[$0].value.contains(.percent) }) else {
            return options
        }
        return Options(
            entries.map { entry in
                let isURL = entry.section == "Source" && entry.name == "URL"
                let value = Specifiers.resolve(entry.value, instance: instance, isURL: isURL)
                return .init(
                    section: entry.section, name: entry.name, value: value, file: entry.file, line: entry.line
                )
            })
    }
}

/// Reads the settings of `[Source]` one by one.
private nonisolated struct SettingReader {
    let options: Options

    func kind() throws(OptionError) -> Kind {
        guard let entry = options.last(in: "Source", named: "Kind") else { throw missing("Kind=") }
        guard let kind = Kind(rawValue: entry.value) else {
            let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            let similar = Kind.allCases.map(\.rawValue).suggestion(for: entry.value)
            throw OptionError(entry, "is not a kind of source; the kinds are \(kinds)\(similar)")
        }
        return kind
    }

    func origin(of kind: Kind) throws(OptionError) -> Definition.Origin {
        guard kind != .join else { return try sides() }
        guard kind != .places else { return try calls() }
        guard kind != .almanac else { return try almanac() }
        if let from = options.last(in: "Source", named: "From") {
            throw OptionError(from, "is allowed only with Kind=almanac")
        }
        let path = options.last(in: "Source", named: "Path")
        if path == nil, let computation = try computation(of: kind) { return .computed(computation) }
        switch (AddressList(options).entries.first, path) {
        case (let url?, nil): return .url(try checked(url))
        case (nil, let path?) where path.value.hasPrefix("/"): return .path(path.value)
        case (nil, let path?): throw OptionError(path, "is not an absolute path")
        case (_?, let path?): throw OptionError(path, "cannot be combined with URL=")
        case (nil, nil): throw missing("URL= or Path=")
        }
    }

    /// Returns the computation that takes the place of an upstream; `nil` if there is none.
    private func computation(of kind: Kind) throws(OptionError) -> Computation? {
        let addresses = AddressList(options).entries
        guard let first = addresses.first, let computation = try Computation(first) else { return nil }
        guard kind == .json else {
            throw OptionError(first, "requires Kind=json, the form of computed documents")
        }
        if addresses.count > 1 {
            throw OptionError(addresses[1], "cannot be combined with an address that is computed")
        }
        return computation
    }

    /// Returns the addresses after the first.
    func alternates(of kind: Kind) throws(OptionError) -> [String] {
        let addresses = AddressList(options)
        try addresses.check(options, of: kind)
        var others: [String] = []
        for entry in addresses.entries.dropFirst() { others.append(try checked(entry)) }
        return others
    }

    private func sides() throws(OptionError) -> Definition.Origin {
        let entries = ["URL", "Path", "Refresh", "Requests", "Rhythm"].compactMap {
            options.last(in: "Source", named: $0)
        }
        if let entry = entries.first {
            throw OptionError(entry, "is not allowed in a join, which follows the changes of its two sources")
        }
        let format = try JoinFormat(options)
        return .sources(left: format.left, right: format.right)
    }

    private func calls() throws(OptionError) -> Definition.Origin {
        let entries = ["Refresh", "Requests", "Rhythm"].compactMap { options.last(in: "Source", named: $0) }
        if let entry = entries.first {
            throw OptionError(entry, "is not allowed with Kind=places, which is queried only on demand")
        }
        let provider = try PlaceProviders.standard.provider(options)
        let path = options.last(in: "Source", named: "Path")
        guard let address = type(of: provider).policy.address else {
            guard let path, path.value.hasPrefix("/") else {
                throw missing("Path=, the folder of recorded responses")
            }
            return .calls(path.value)
        }
        if let path {
            throw OptionError(path, "cannot be combined with a provider that is queried over the network")
        }
        guard let url = options.last(in: "Source", named: "URL") else { return .calls(address) }
        return .calls(try checked(url))
    }

    private func almanac() throws(OptionError) -> Definition.Origin {
        if let entry = ["URL", "Path"].compactMap({ options.last(in: "Source", named: $0) }).first {
            throw OptionError(entry, "is not allowed with Kind=almanac, which has From=")
        }
        guard let entry = options.last(in: "Source", named: "From") else { throw missing("From=") }
        let path = entry.value.dropFirst("unix:".utf8.count)
        guard entry.value.hasPrefix("unix:/"), path.utf8.count < 108 else {
            throw OptionError(
                entry, "is not the address of a Unix socket such as unix:/run/almanac-hub/io.almanac")
        }
        return .almanac(String(path))
    }

    func span(_ name: String) throws(OptionError) -> Duration? {
        guard let entry = options.last(in: "Source", named: name) else { return nil }
        guard let span = TimeSpan.parse(entry.value) else {
            throw OptionError(entry, "is not a time span such as 5min or 1d")
        }
        return span
    }

    func size(_ name: String) throws(OptionError) -> Int? {
        guard let entry = options.last(in: "Source", named: name) else { return nil }
        guard let size = ByteSize.parse(entry.value) else {
            throw OptionError(entry, "is not a size such as 16M")
        }
        return size
    }

    func keep() throws(OptionError) -> RetentionPolicy? {
        guard let entry = options.last(in: "Source", named: "Keep") else { return nil }
        guard let keep = RetentionPolicy(entry.value) else {
            throw OptionError(entry, "is not all, none, an age such as 30d, a number of records, or both")
        }
        return keep
    }

    private func checked(_ entry: Options.Entry) throws(OptionError) -> String {
        let scheme = entry.value.prefix { $0 != ":" }.lowercased()
        let rest = entry.value.dropFirst(scheme.count)
        // Calendars are published under webcal: addresses, which stand for https.
        if scheme == "webcal" || scheme == "webcals", rest.hasPrefix("://") { return "https\(rest)" }
        guard scheme == "http" || scheme == "https", rest.hasPrefix("://") else {
            throw OptionError(entry, "is not an http or https address")
        }
        guard !Specifiers.lacksPart(entry.value) else {
            throw OptionError(entry, "needs an instance of two parts, such as OWNER:NAME")
        }
        guard scheme == "https" || isOn("AllowHTTP") else {
            throw OptionError(entry, "is not https; set AllowHTTP=yes if it must be")
        }
        return entry.value
    }

    private func isOn(_ name: String) -> Bool {
        options.last(in: "Source", named: name).flatMap { Definition.truth($0.value) } ?? false
    }

    private func missing(_ what: String) -> OptionError {
        OptionError(file: options.entries.last?.file ?? "", line: 0, reason: "[Source] has no \(what)")
    }
}
