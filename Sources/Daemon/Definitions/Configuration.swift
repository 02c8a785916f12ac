public import Records
import Varlink

/// What `almanac.conf` and its drop-ins decide for the whole daemon.
public nonisolated struct Configuration: Hashable, Sendable {
    /// How to reach whoever runs this machine, told to upstreams; `nil` when nobody said.
    public var contact: String?
    /// The log of changes reaches back this long.
    public var logAge: Duration = .seconds(7 * 86_400)
    /// The log of changes holds this many at most.
    public var logCount = 1_000_000
    /// Connections in all, and of one user.
    public var maximumConnections = 10_000
    /// Connections of one user.
    public var maximumConnectionsPerUser = 10_000

    /// The configuration of a machine on which nobody decided anything.
    public init() {}

    /// Reads the configuration: the first `almanac.conf` found, then the drop-ins of all folders.
    ///
    /// - Throws: At the first line or setting that cannot be used; nothing of it then counts.
    public init(reading directories: Directories) throws(OptionError) {
        var options = Options()
        let main = directories.configurations.map { $0 + "/almanac.conf" }.first(
            where: ConfigurationFile.exists)
        let files = [main].compactMap { $0 }.filter { !ConfigurationFile.isMask($0) }
        let dropIns = DropIns.paths(in: directories.configurations.map { $0 + "/almanac.conf.d" })
        for file in files + dropIns { try options.read(ConfigurationFile.contents(of: file), file: file) }
        for entry in options.entries where entry.section == "Almanac" { try set(entry) }
    }

    /// Who we are, told to upstreams: `almanacd/1.0 (+mailto:ops@example.org)`.
    var userAgent: String { "almanacd/\(Version.text)" + (contact.map { " (+\($0))" } ?? "") }

    /// What strangers on the sockets may take.
    var limits: Limits {
        var limits = Limits()
        limits.connections = maximumConnections + Configuration.reserve
        limits.connectionsPerUser = maximumConnectionsPerUser + Configuration.reserve
        return limits
    }

    /// How many more connections there may be than subscribers, so that somebody who is one too many is told so, and
    /// other calls are answered.
    private static let reserve = 64

    private mutating func set(_ entry: Options.Entry) throws(OptionError) {
        switch entry.name {
        case "Contact": contact = entry.value
        case "Log": try setLog(entry)
        case "MaxConnections": maximumConnections = try Configuration.count(entry)
        case "MaxConnectionsPerUser": maximumConnectionsPerUser = try Configuration.count(entry)
        case let name where name.hasPrefix("X-"): break
        default: throw OptionError(entry, "is not a known setting")
        }
    }

    /// `Log=7d 1000000`: an age, a count, or both.
    private mutating func setLog(_ entry: Options.Entry) throws(OptionError) {
        for word in entry.value.split(separator: " ").map(String.init) {
            if let count = Int(word), count > 0 {
                logCount = count
            } else if let age = TimeSpan.parse(word), age > .zero {
                logAge = age
            } else {
                throw OptionError(entry, "is neither an age such as 7d nor a number of changes")
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
