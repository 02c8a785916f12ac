/// The four folders that the daemon uses.
public nonisolated struct Directories: Hashable, Sendable {
    /// The administrator's configuration: `/etc/almanac`.
    public var configuration: String
    /// The daemon's persistent data: `/var/lib/almanac`.
    public var state: String
    /// The sockets and other files that exist until the next boot: `/run/almanac`.
    public var run: String
    /// The files installed by the package: `/usr/lib/almanac`.
    public var library: String

    /// Creates a set of folders.
    public init(configuration: String, state: String, run: String, library: String) {
        self.configuration = configuration
        self.state = state
        self.run = run
        self.library = library
    }

    /// The folders of active definitions; if several contain the same name, the first wins.
    public var active: [String] { trusted + [memberAdditions] }

    /// The folders of active definitions that only root or the daemon's own user can write to.
    var trusted: [String] { [configuration + "/sources.d", run + "/sources.d", rootAdditions] }

    /// The definitions that root or the daemon's own user added permanently over the socket.
    package var rootAdditions: String { state + "/private/sources.d" }

    /// The definitions that group members added permanently over the socket; they have a member's rights,
    /// whoever owns the file.
    var memberAdditions: String { state + "/sources.d" }

    /// The definitions installed by the package almanac-definitions; they are active only if linked to.
    public var available: String { library + "/sources.d" }

    /// The examples of definitions that the same package installs, searched after the others.
    public var examples: String { available + "/examples" }

    /// The folders of installed definitions; if several contain the same name, the first wins.
    public var installed: [String] { [available, examples] }

    /// The folders to search for drop-ins; if several contain the same name, the first wins.
    var dropIns: [String] { active + [available] }

    /// The folders to search for the configuration; the first file wins, but the drop-ins of all folders
    /// apply.
    var configurations: [String] { [configuration, run, library] }
}
