import Reactive
import Records
import Systemd
import Testing

/// A leaf with a source of its own, whose hub sends what no almanac sends.
final class HostileHub {
    let clock = ManualScheduler()
    let hub: RawHub
    let leaf: LiveDaemon

    /// The events of two records.
    static let good = RawHub.frames([
        RawHub.event("snapshot", key: "1", cursor: "c.1"), RawHub.event("snapshot", key: "2", cursor: "c.1"),
        RawHub.ready(cursor: "c.1"),
    ])

    /// Values of every type, and names and numbers that no almanac uses.
    static let values: [JSON] = [
        .null, true, -1, 1e300, "", "\u{0}", "../x", "a/b", "rows\n", [], [[]], [:], ["a": ["b": []]],
        .int(Int.max), .int(Int.min), .string(String(repeating: "x", count: 100_000)), deep,
    ]

    /// Arrays in arrays, as deep as a message may be.
    private static let deep = (0..<500).reduce(JSON.array([])) { inner, _ in .array([inner]) }

    /// Starts both.
    ///
    /// - Parameters:
    ///   - mirror: The settings of `[Mirror]`.
    ///   - settings: Further settings of the link's `[Source]`.
    ///   - isGood: Whether the leaf mirrors the two records first.
    /// - Throws: When the leaf cannot start.
    init(mirror: String = "", settings: String = "", isGood: Bool = true) throws {
        let folder = Folder()
        let loop = try EventLoop()
        hub = try RawHub(at: folder.path + "/hub", on: loop)
        hub.events = { _ in HostileHub.good }
        Fleet.define("own", in: folder)
        folder.write("own.csv", "id,name\n1,mine\n")
        Fleet.link(folder, to: hub.path, mirror: mirror, settings: settings)
        leaf = try LiveDaemon(folder, on: loop, clock: clock)
        try leaf.turn(until: "own", is: "fresh")
        if isGood { try turn(until: { keys == ["1", "2"] && health == "fresh" }) }
    }

    /// The keys of the mirrored source.
    var keys: [String] { ((try? leaf.records(of: ["rows"])) ?? []).compactMap { $0["key"]?.string } }

    /// The state of the link.
    var link: JSON? { (try? leaf.runtime(of: "hub")) ?? nil }

    /// The health of the link.
    var health: String? { link?["health"]?.string }

    /// The message of the link's failure.
    var message: String? { link?["failure"]?["message"]?.string }

    /// The remarks on the link.
    var notes: [String] { (try? leaf.notes(of: "hub")) ?? [] }

    /// The leaf's own record is there.
    var isUnharmed: Bool { ((try? leaf.records(of: ["own"])) ?? []).map { $0["data"]?["name"] } == ["mine"] }

    /// Turns the loop until a condition holds; without a connection, time passes quickly.
    func turn(until holds: () -> Bool) throws {
        try leaf.turn(until: {
            if holds() { return true }
            if hub.open == 0 { clock.advance(by: .seconds(10)) }
            return false
        })
    }

    /// Sends events, and a last one, and waits until that is stored.
    func send(_ texts: [String], then key: String = "last") throws {
        hub.send(RawHub.frames(texts + [RawHub.event("added", key: key, cursor: "c.9")]))
        try turn(until: { keys.contains(key) })
    }

    /// Makes the leaf ask for the sources, and waits for the outcome.
    func list() throws { _ = try leaf.call("Refresh", ["selector": ["sources": ["hub"]], "wait": true]) }
}
