import Reactive
import Records
import Systemd
import Testing

/// A hub with two sources, and leaves that mirror it; all daemons share a loop and a clock.
final class Fleet {
    let hubFolder = Folder()
    let clock = ManualScheduler()
    let loop: EventLoop
    var hub: LiveDaemon

    /// Starts a hub whose source `rows` has these rows; `places` has positions.
    init(rows: String = "1,one\n2,two\n") throws {
        let loop = try EventLoop()
        self.loop = loop
        Fleet.define("rows", in: hubFolder, title: "Rows of the hub")
        hubFolder.write("rows.csv", "id,name\n" + rows)
        hubFolder.write(
            "etc/sources.d/spots.source",
            "[Source]\nKind=table\nPath=\(hubFolder.path)/spots.csv\nTags=geo\n[Table]\nDelimiter=,\n"
                + "[Record]\nKey=id\nTitle=name\nLocation=lat lon\n")
        hubFolder.write("spots.csv", "id,name,lat,lon\na,North,60.5,10\nb,South,-33,18.25\n")
        hub = try LiveDaemon(hubFolder, on: loop, clock: clock)
        try hub.turn(until: "rows", is: "fresh")
        try hub.turn(until: "spots", is: "fresh")
    }

    /// Writes the definition of a table `NAME.csv` in a folder.
    static func define(_ name: String, in folder: Folder, title: String = "") {
        folder.write(
            "etc/sources.d/\(name).source",
            "[Source]\nKind=table\nPath=\(folder.path)/\(name).csv\n"
                + (title.isEmpty ? "" : "Title=\(title)\n")
                + "[Table]\nDelimiter=,\n[Record]\nKey=id\n")
    }

    /// Defines a link `hub` in the folder of a leaf.
    static func link(
        _ folder: Folder, to path: String, named name: String = "hub", mirror: String = "",
        settings: String = ""
    ) {
        folder.write(
            "etc/sources.d/\(name).source",
            "[Source]\nKind=almanac\nFrom=unix:\(path)\n\(settings)\n[Mirror]\n\(mirror)\n")
    }

    /// Starts a leaf on a folder, by default one that mirrors everything, and waits until its link works.
    func leaf(
        on folder: Folder = Folder(), of path: String? = nil, mirror: String = ""
    ) throws -> LiveDaemon {
        Fleet.link(folder, to: path ?? hub.socketPath, mirror: mirror)
        // The stored state of the link is older than this.
        folder.wall = folder.wall + .seconds(1)
        let start = Int(folder.wall.microseconds)
        let leaf = try LiveDaemon(folder, on: loop, clock: clock)
        try leaf.turn(until: { ((try? leaf.runtime(of: "hub"))??["fetchedUSec"]?.int ?? 0) >= start })
        return leaf
    }

    /// Ends the hub and starts it again, on the same or on an empty database.
    func restartHub(isEmptied: Bool = false) throws {
        hub.end()
        if isEmptied { hubFolder.empty("state") }
        hub = try LiveDaemon(hubFolder, on: loop, clock: clock)
        try hub.turn(until: "rows", is: "fresh")
    }

    /// Changes the rows of the hub, and waits until it has this number of records in `rows`.
    func change(to rows: String, count: Int) throws {
        hubFolder.replace("rows.csv", "id,name\n" + rows)
        try hub.turn(until: { (try? hub.runtime(of: "rows"))??["records"]?.int == count })
    }
}

extension LiveDaemon {
    /// Returns the records of sources, as the interface sends them.
    func records(of sources: [String]) throws -> [JSON] {
        let selector: JSON = ["sources": .array(sources.map(JSON.string))]
        return try call("GetSnapshot", ["selector": selector])["records"]?.array ?? []
    }

    /// Returns the changes of a source, newest first, without their cursors.
    func changes(of source: String) throws -> [JSON] {
        let answer = try call("GetHistory", ["source": .string(source), "changes": true, "limit": 1000])
        return (answer["changes"]?.array ?? []).map { change in
            .object((change.object ?? []).filter { $0.name != "cursor" })
        }
    }

    /// Returns the description of a source, without what a mirror adds to it.
    func description(of source: String) throws -> JSON? {
        let list = try call("ListSources", ["selector": ["sources": [.string(source)]]])
        return list["sources"]?.array?.first?["context"]?.object.map { members in
            .object(members.filter { $0.name != "link" && $0.name != "via" })
        }
    }

    /// Returns the remarks on a source.
    func notes(of source: String) throws -> [String] {
        (try runtime(of: source)?["notes"]?.array ?? []).compactMap(\.string)
    }
}
