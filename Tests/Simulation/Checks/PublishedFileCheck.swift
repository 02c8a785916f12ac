import Definitions
import Records

/// Checks that each published file has the records of the store.
struct PublishedFileCheck {
    private let snapshot: Snapshot

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    /// Checks that each file is complete after the daemon died, whichever of its states it shows. A power cut
    /// may tear one; the next start writes it again.
    static func checkWhole() {
        let world = World.current
        for source in world.upstreams.sources {
            guard let bytes = Folder.read("\(world.machine.directories.state)/\(source.name).json") else {
                continue
            }
            if (try? JSON(parsing: bytes)) == nil { world.fail("\(source.name).json is torn") }
        }
    }

    func check() {
        for source in World.current.upstreams.sources where source.isEnabled { check(source.name) }
    }

    private func check(_ source: String) {
        let world = World.current
        guard let bytes = Folder.read("\(world.machine.directories.state)/\(source).json") else {
            return world.fail("\(source).json does not exist")
        }
        guard let file = try? JSON(parsing: bytes) else { return world.fail("\(source).json is not JSON") }
        let pairs = (file["records"]?.array ?? []).map { ($0["key"]?.string ?? "", $0["data"] ?? .null) }
        let records = Dictionary(pairs) { first, _ in first }
        if pairs.count != records.count || records != snapshot.data[source] ?? [:] {
            world.fail("\(source).json differs from the store")
        }
    }
}
