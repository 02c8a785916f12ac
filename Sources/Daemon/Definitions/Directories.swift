/// The four folders that the daemon lives in.
public nonisolated struct Directories: Hashable, Sendable {
    /// What the machine's owner decides: `/etc/almanac`.
    public var configuration: String
    /// What the daemon keeps: `/var/lib/almanac`.
    public var state: String
    /// Sockets, and what lives until the next boot: `/run/almanac`.
    public var run: String
    /// What came with the package: `/usr/lib/almanac`.
    public var library: String

    /// Makes a set of folders.
    public init(configuration: String, state: String, run: String, library: String) {
        (self.configuration, self.state, self.run, self.library) = (configuration, state, run, library)
    }

    /// Where active definitions are looked for; of equal names the first wins.
    public var active: [String] { [configuration, run, state].map { $0 + "/sources.d" } }

    /// Where the definitions that came with the package lie; they are active when linked to.
    public var available: String { library + "/sources.d" }

    /// Where drop-ins are looked for; of equal names the first wins.
    var dropIns: [String] { active + [available] }

    /// Where the configuration is looked for; the first file wins, drop-ins of all are merged.
    var configurations: [String] { [configuration, run, library] }
}
