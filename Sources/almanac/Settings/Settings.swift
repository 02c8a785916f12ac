import Glibc
import Records
import Showing
import Systemd

/// The user's settings in section `[Client]` of almanac.conf.
///
/// The first existing file of /etc, /run and /usr/lib is read, then the drop-ins of all three, then the
/// user's own file, `$XDG_CONFIG_HOME/almanac/almanac.conf`, which takes precedence.
struct Settings: Equatable {
    private var options = Options()

    /// The user's units; `nil` if not set.
    var units: Units? { last("Units").flatMap(Units.init) }

    /// Whether to use colours: `auto`, `yes` or `no`; `nil` if not set.
    var color: String? {
        last("Color").flatMap { ["auto", "yes", "no", "always", "never"].contains($0) ? $0 : nil }
    }

    /// The maximum width in columns; `nil` if not set.
    var columns: Int? { last("Columns").flatMap { Int($0) } }

    /// The user's position; `nil` if not set.
    var here: Position? { last("Here").flatMap(Position.init(said:)) }

    /// The errors in the files; the rest of a file with an error is not read.
    private(set) var errors: [OptionError] = []

    /// Reads the files.
    init(directory: String?) {
        for path in Settings.paths(directory) {
            guard let bytes = Files.read(path) else { continue }
            do {
                try options.read(bytes, file: path)
            } catch {
                errors.append(error)
            }
        }
    }

    private func last(_ key: String) -> String? { options.last(in: "Client", named: key)?.value }

    /// Returns the paths of all files that may contain settings, whether they exist or not.
    static func watched(directory: String?) -> [String] {
        let own = directory == nil ? [Folders.userConfiguration + "/almanac.conf"] : []
        return ["\(directory ?? "/etc/almanac")/almanac.conf"] + own
    }

    private static func paths(_ directory: String?) -> [String] {
        let trees = directory.map { [$0] } ?? ["/etc/almanac", "/run/almanac", "/usr/lib/almanac"]
        let main = trees.map { "\($0)/almanac.conf" }.first(where: Files.exists)
        return (main.map { [$0] } ?? []) + dropIns(trees)
            + (directory == nil ? [Folders.userConfiguration + "/almanac.conf"] : [])
    }

    /// Returns the drop-ins in the order of their names; of several with the same name, the first
    /// directory's.
    private static func dropIns(_ trees: [String]) -> [String] {
        var found: [String: String] = [:]
        for tree in trees.reversed() {
            // An unreadable directory has no drop-ins.
            for name in (try? FileNames.of("\(tree)/almanac.conf.d")) ?? [] where name.hasSuffix(".conf") {
                found[name] = "\(tree)/almanac.conf.d/\(name)"
            }
        }
        return found.sorted { $0.key.precedes($1.key) }.map(\.value)
    }
}
