public import Records

/// The settings of `almanac.conf` and its drop-ins, which apply to the whole daemon.
public nonisolated struct Configuration: Hashable, Sendable {
    /// The contact address of the machine's operator, sent to upstreams; `nil` if it is not configured.
    public var contact: String?
    /// The proxy of requests to upstreams; `nil` if it is not configured.
    public var proxy: ProxySetting?
    /// The hosts that are contacted without that proxy, as written in the configuration.
    public var proxyExceptions: [String] = []
    /// The maximum age of changes in the log.
    public var logAge: Duration = .seconds(7 * 86_400)
    /// The maximum number of changes in the log.
    public var logCount = 1_000_000
    /// The maximum size of the log, in bytes.
    public var logBytes = 2 << 30
    /// The space on the disk that the log leaves free, in bytes.
    public var keepFree = 100 << 20
    /// Maximum number of subscribers.
    public var maximumConnections = 10_000
    /// Maximum number of subscribers of one user; `nil` means a tenth of `maximumConnections`, or all of them
    /// for root and the group almanac.
    public var maximumConnectionsPerUser: Int?

    /// Maximum number of calls of all users that may wait for the store; root and members of the group may
    /// have as many again.
    public var maximumCalls = 1_024
    /// Maximum number of calls of one user that may wait for the store.
    public var maximumCallsPerUser = 256

    /// Creates the default configuration.
    public init() {}

    /// Reads the configuration: the first `almanac.conf` found, then the drop-ins of all folders.
    ///
    /// - Throws: An error at the first line or setting that cannot be used; none of the settings then
    ///   apply.
    public init(reading directories: Directories) throws(OptionError) {
        var options = Options()
        for file in try Configuration.files(in: directories) {
            try options.read(ConfigurationFile.contents(of: file), file: file)
        }
        try self.init(options)
    }

    /// Returns the files in the order in which they are read.
    static func files(in directories: Directories) throws(OptionError) -> [String] {
        let main = directories.configurations.map { $0 + "/almanac.conf" }.first(
            where: ConfigurationFile.exists)
        let files = [main].compactMap { $0 }.filter { !ConfigurationFile.isMask($0) }
        let dropIns = try DropIns.paths(in: directories.configurations.map { $0 + "/almanac.conf.d" })
        return files + dropIns
    }

    /// Reads the settings of the section `[Almanac]`.
    ///
    /// - Throws: An error at the first setting that cannot be used.
    package init(_ options: Options) throws(OptionError) {
        for entry in options.entries where entry.section == "Almanac" { try set(entry) }
    }

    /// The `User-Agent` header sent to upstreams: `almanacd/1.0 (+mailto:ops@example.org)`.
    package var userAgent: String { "almanacd/\(Version.text)" + (contact.map { " (+\($0))" } ?? "") }

    /// Maximum number of subscribers of users without privileges; a sixteenth of all is reserved for root and
    /// the group.
    package var ordinaryConnections: Int { maximumConnections - maximumConnections / 16 }

    /// Maximum number of subscribers of one user.
    package func connectionsPerUser(isPrivileged: Bool) -> Int {
        maximumConnectionsPerUser
            ?? (isPrivileged ? maximumConnections : max(1, maximumConnections / 10))
    }

    /// The settings of the section `[Almanac]`.
    static let known: Set<String> = [
        "Contact", "KeepFree", "Log", "MaxCalls", "MaxCallsPerUser", "MaxConnections",
        "MaxConnectionsPerUser", "Proxy", "ProxyExcept",
    ]

    private mutating func set(_ entry: Options.Entry) throws(OptionError) {
        switch entry.name {
        case "Contact": contact = entry.value
        case "Log": try setLog(entry)
        case "KeepFree":
            guard let size = ByteSize.parse(entry.value) else {
                throw OptionError(entry, "is not a size such as 100M")
            }
            keepFree = size
        case "Proxy": proxy = try ProxySetting(entry)
        case "ProxyExcept":
            proxyExceptions += entry.value.split { $0 == " " || $0 == "," }.map(String.init)
        case "MaxConnections": maximumConnections = try Configuration.count(entry)
        case "MaxConnectionsPerUser": maximumConnectionsPerUser = try Configuration.count(entry)
        case "MaxCalls": maximumCalls = try Configuration.count(entry)
        case "MaxCallsPerUser": maximumCallsPerUser = try Configuration.count(entry)
        case let name where name.hasPrefix("X-"): break
        default: throw OptionError.unknown(entry, among: Configuration.known)
        }
    }

    /// Reads `Log=7d 1000000 2G`: an age, a count and a size, or some of them.
    private mutating func setLog(_ entry: Options.Entry) throws(OptionError) {
        for word in entry.value.split(separator: " ").map(String.init) {
            if let count = Int(word), count > 0 {
                logCount = count
            } else if let age = TimeSpan.parse(word), age > .zero {
                logAge = age
            } else if let size = ByteSize.parse(word), size > 0 {
                logBytes = size
            } else {
                throw OptionError(
                    entry, "is neither an age such as 7d, a number of changes nor a size such as 2G")
            }
        }
    }

    private static func count(_ entry: Options.Entry) throws(OptionError) -> Int {
        guard let count = Int(entry.value), count > 0 else {
            throw OptionError(entry, "is not a number above 0")
        }
        return count
    }
}
