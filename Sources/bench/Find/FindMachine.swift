import Records
import Systemd
import Varlink

/// An almanac that holds a table of made-up places, and a client of it, in this process.
final class FindMachine {
    private let folder: BenchFolder
    private let rows: Int
    private let house: BenchHouse
    private let client: Client

    /// Starts the almanac; it takes the table in.
    ///
    /// - Throws: When the system refuses something.
    init(rows: Int) throws {
        self.rows = rows
        folder = try BenchFolder(with: BenchHouse.folders)
        let source = """
            [Source]
            Kind=table
            Path=\(folder.path)/places.csv
            MaxBytes=256M
            Publish=no
            [Table]
            Delimiter=,
            [Record]
            Key=id
            Title=name
            Group=county
            Number=lat lon
            Location=lat lon
            """
        try folder.write(source, to: "etc/sources.d/places.source")
        try FindTable(rows: rows).write(to: folder)
        house = try BenchHouse(in: folder.path, on: EventLoop())
        try house.begin()
        client = try house.client()
    }

    /// Ends the almanac.
    func end() { house.end() }

    /// Asks, and waits for the answer.
    func ask(_ method: String, _ parameters: JSON = [:]) throws -> JSON {
        try client.ask(method, parameters) { _ = try house.loop.turn(timeout: .milliseconds(100)) }
    }

    /// Waits until a question is answered so.
    ///
    /// - Returns: How long that took, milliseconds.
    func wait(for isSo: () throws -> Bool) throws -> Double {
        let start = Measure.wall
        while try !isSo() { _ = try house.loop.turn(timeout: .milliseconds(1)) }
        return (Measure.wall - start) / 1e6
    }

    /// How many records the source has.
    var records: Int {
        get throws { try ask("GetStatus")["records"]?.int ?? 0 }
    }

    /// The number of the last change that was told.
    var cursor: String {
        get throws { try ask("GetStatus")["cursor"]?.string ?? "" }
    }

    /// Gives ten rows another name, which begins with `word`.
    func change(_ word: String) throws {
        try FindTable(rows: rows, changed: 10, word: word).write(to: folder)
    }
}
