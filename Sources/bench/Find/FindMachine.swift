import Daemon
import Glibc
import Reactive
import Records
import Systemd
import Varlink

/// An almanac that holds a table of made-up places, and a client of it, in this process.
final class FindMachine {
    private let directory: FindDirectory
    private let rows: Int
    private let loop: EventLoop
    private let almanac: Almanac
    private let client: Client

    /// Starts the almanac; it takes the table in.
    ///
    /// - Throws: When the system refuses something.
    init(rows: Int) throws {
        self.rows = rows
        directory = try FindDirectory()
        loop = try EventLoop()
        let path = directory.path
        try directory.write(
            "etc/sources.d/places.source",
            """
            [Source]
            Kind=table
            Path=\(path)/places.csv
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
            """)
        try FindTable(rows: rows).write(to: directory)
        almanac = try Almanac(
            Directories(
                configuration: path + "/etc", state: path + "/state", run: path + "/run",
                library: path + "/lib"),
            on: loop)
        var answer: Result<Void, any Error>?
        almanac.begin(on: []) { answer = $0 }
        while answer == nil { _ = try loop.turn(timeout: .milliseconds(10)) }
        try answer?.get()
        client = try Client(path: path + "/run/io.almanac", on: loop)
    }

    /// Ends the almanac.
    func end() { almanac.end() }

    /// Asks, and waits for the answer.
    func ask(_ method: String, _ parameters: JSON) throws -> JSON {
        var answer: Result<JSON, VarlinkError>?
        let hold = client.call("io.almanac." + method, parameters).sink {
            if case .failure(let error) = $0 { answer = .failure(error) }
        } receiveValue: {
            answer = .success($0.parameters)
        }
        defer { hold.cancel() }
        while answer == nil { _ = try loop.turn(timeout: .milliseconds(100)) }
        return try answer?.get() ?? .null
    }

    /// Waits until a question is answered so.
    ///
    /// - Returns: How long that took, milliseconds.
    func wait(for isSo: () throws -> Bool) throws -> Double {
        let start = FindMachine.now
        while try !isSo() { _ = try loop.turn(timeout: .milliseconds(1)) }
        return FindMachine.now - start
    }

    /// How many records the source has.
    var records: Int {
        get throws { try ask("GetStatus", .object([]))["records"]?.int ?? 0 }
    }

    /// The number of the last change that was told.
    var cursor: String {
        get throws { try ask("GetStatus", .object([]))["cursor"]?.string ?? "" }
    }

    /// Gives ten rows another name, which begins with `word`.
    func change(_ word: String) throws {
        try FindTable(rows: rows, changed: 10, word: word).write(to: directory)
    }

    /// Milliseconds that have passed since some moment.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
