import Records
import Systemd
import Varlink

/// An almanac with a table of generated places, and a client, in this process.
final class FindMachine {
    private let folder: BenchFolder
    private let rows: Int
    private let fixture: BenchFixture
    private let client: Client

    /// Starts the almanac, which ingests the table.
    ///
    /// - Throws: A system error.
    init(rows: Int) throws {
        self.rows = rows
        folder = try BenchFolder(with: BenchFixture.folders)
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
        fixture = try BenchFixture(in: folder.path, on: EventLoop())
        try fixture.begin()
        client = try fixture.client()
    }

    /// Stops the almanac.
    func end() { fixture.end() }

    /// Calls a method and waits for the reply.
    func ask(_ method: String, parameters: JSON = [:]) throws -> JSON {
        try client.ask(method, parameters: parameters) {
            _ = try fixture.loop.turn(timeout: .milliseconds(100))
        }
    }

    /// Waits until a condition holds.
    ///
    /// - Returns: The time, in milliseconds.
    func wait(for isSo: () throws -> Bool) throws -> Double {
        let start = Measure.wall
        while try !isSo() { _ = try fixture.loop.turn(timeout: .milliseconds(1)) }
        return (Measure.wall - start) / 1e6
    }

    /// The number of records of the source.
    var records: Int {
        get throws { try ask("GetStatus")["records"]?.int ?? 0 }
    }

    /// The cursor of the last change.
    var cursor: String {
        get throws { try ask("GetStatus")["cursor"]?.string ?? "" }
    }

    /// Gives ten rows new names, which begin with `word`.
    func change(_ word: String) throws {
        try FindTable(rows: rows, changed: 10, word: word).write(to: folder)
    }
}
