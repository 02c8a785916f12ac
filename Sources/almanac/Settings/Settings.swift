import Glibc
import Records
import Showing
import Systemd

/// What the reader has set in `[Client]` of almanac.conf.
///
/// Of /etc, /run and /usr/lib the first that has the file counts, drop-ins of all come behind it; the
/// user's own file, `$XDG_CONFIG_HOME/almanac/almanac.conf`, has the last word.
struct Settings: Equatable {
    private var options = Options()

    /// In which units the reader thinks; `nil` when not set.
    var units: Units? { last("Units").flatMap(Units.init) }

    /// Whether colours are wanted: `auto`, `yes` or `no`; `nil` when not set.
    var color: String? {
        last("Color").flatMap { ["auto", "yes", "no", "always", "never"].contains($0) ? $0 : nil }
    }

    /// Columns to fill at most; `nil` when not set.
    var columns: Int? { last("Columns").flatMap { Int($0) } }

    /// Where the reader is; `nil` when not set.
    var here: Position? { last("Here").flatMap(Position.init(said:)) }

    /// Reads the files as they are; what cannot be read is told and passed over.
    init(directory: String?) {
        for path in Settings.paths(directory) {
            guard let bytes = Files.read(path) else { continue }
            do {
                try options.read(bytes, file: path)
            } catch {
                Terminal.warn("almanac: \(error), going on without the rest of it")
            }
        }
    }

    private func last(_ key: String) -> String? { options.last("Client", key)?.value }

    /// The files that may say something, whether they are there or not.
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

    /// Drop-ins in the order of their names; of those of one name the first tree's counts.
    private static func dropIns(_ trees: [String]) -> [String] {
        var found: [String: String] = [:]
        for tree in trees.reversed() {
            // A folder that cannot be read has no drop-ins.
            for name in (try? FileNames.of("\(tree)/almanac.conf.d")) ?? [] where name.hasSuffix(".conf") {
                found[name] = "\(tree)/almanac.conf.d/\(name)"
            }
        }
        return found.sorted { $0.key.precedes($1.key) }.map(\.value)
    }
}

extension Position {
    /// Reads `43.65,-70.31`; `nil` for anything else.
    init?(said text: String) {
        let parts = text.split { $0 == "," || $0 == " " }.map(String.init)
        guard parts.count == 2, let north = Double(parts[0]), let east = Double(parts[1]) else { return nil }
        self.init(latitude: north, longitude: east)
    }
}
