import Decoding
import Definitions
import Records
import Systemd
import TestDaemon
import TestDocuments
import Varlink

/// A web interface to a scripted daemon whose sources and records a test sets.
final class CompatibleSite {
    /// A source in some state.
    struct Source {
        var name: String
        var kind = "metar"
        var health = "fresh"
        var standing = "current"
        var origin: String?
        /// The seconds since the last good answer; `nil` without one.
        var age: Int? = 60
        /// The seconds until the next attempt.
        var next: Int? = 240
        var rejected = 0
        var tags: [String] = []
    }

    let site: Website
    private(set) var records: [JSON] = []
    var sources: [Source] = []

    init(_ sources: [Source], stations: [String] = CompatibleSite.stations, onDemand: Int = 0) throws {
        site = try Website(stations: stations, onDemand: onDemand)
        self.sources = sources
        site.daemon.on("ListSources") { [unowned self] call in
            call.reply(["sources": .array(self.sources.map(json))])
        }
        site.daemon.on("GetSnapshot") { [unowned self] in snapshot($0) }
        site.daemon.on("Nearby") { [unowned self] in nearby($0) }
        try site.daemon.answer("GetRejects", #"{"rejects": []}"#)
    }

    static let stations = [
        "KBFL\tBFL\tBakersfield/Meadows Arpt\t35.4342\t-119.0552\t146\tUS\tCA\tMT",
        "KPWM\tPWM\tPortland Intl Jetport\t43.6462\t-70.3093\t23\tUS\tME\tMT",
        "KSTS\tSTS\tSanta Rosa/Schulz Arpt\t38.5037\t-122.811\t35\tUS\tCA\tMT",
    ]

    /// Replaces the records.
    func keep(_ records: [JSON]) { self.records = records }

    /// The present second of the web interface.
    var now: UTC { UTC(seconds: site.wall.seconds) }

    /// Decodes a document and adds its records to a source.
    func add(
        _ bytes: [UInt8], to source: String, kind: Kind = .metar, reference: UTC? = nil, age: Int = 60
    ) throws {
        let context = DocumentContext(
            reference: reference ?? now,
            stations: StationTable(Array(Self.stations.joined(separator: "\n").utf8)))
        let decoded = try TestDocument.decode(kind, "[Source]", bytes, context: context)
        for record in decoded.records { records.append(try json(record, of: source, age: age)) }
    }

    /// Adds a report of so many minutes ago, such as `27010KT 10SM CLR 05/M03 A3001`.
    func report(_ station: String, _ text: String, minutes: Int, to source: String) throws {
        let line = "METAR \(station) \(time(minutes: minutes)) \(text)\n"
        try add(Array(line.utf8), to: source)
    }

    /// Replaces the report of a station, and waits until the web interface knows the new one.
    func replaceReport(_ station: String, _ text: String, minutes: Int, in source: String) throws {
        let others = records.filter { $0["key"]?.string != station }
        keep([])
        try report(station, text, minutes: minutes, to: source)
        let changed = records.map { $0.replacing("generation", by: 2) }
        keep(others + changed)
        let stream = try site.client("/live")
        try stream.wait { $0.text.contains("event: ready") }
        for record in changed {
            let event = record.replacing("event", by: "changed").replacing("cursor", by: "a.2")
            try site.daemon.tell(String(decoding: event.bytes, as: UTF8.self))
        }
        try stream.wait { $0.cursors == ["a.2"] }
    }

    /// Returns the group of a time so many minutes ago.
    func time(minutes: Int) -> String {
        let f = (now - .seconds(60 * minutes)).fields
        let digits = [f.day, f.hour, f.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        return digits + "Z"
    }

    /// Returns the response to a request of a program.
    func answer(_ target: String, headers: [String] = []) throws -> WebClient {
        try site.answer(target, headers: ["Accept: */*"] + headers)
    }

    /// Returns the content of a response as JSON.
    func json(_ target: String) throws -> JSON {
        let answer = try answer(target)
        return try JSON(parsing: answer.bodyBytes)
    }

    private func json(_ record: Record, of source: String, age: Int) throws -> JSON {
        .members([
            "source": .string(source), "key": .string(record.key), "title": record.title.map(JSON.string),
            "generation": 1, "realtimeUSec": .int((now - .seconds(age)).microseconds),
            "latitude": record.position.map { .double($0.latitude) },
            "longitude": record.position.map { .double($0.longitude) },
            "data": try JSON(parsing: record.data),
        ])
    }

    private func json(_ source: Source) -> JSON {
        let failure: JSON = ["reason": "timeout", "message": "the server does not answer", "count": 3]
        return [
            "context": .members([
                "name": .string(source.name), "kind": .string(source.kind),
                "url": source.origin.map(JSON.string),
                "tags": .array(source.tags.map(JSON.string)),
            ]),
            "runtime": .members([
                "health": .string(source.health), "standing": .string(source.standing), "records": 1,
                "rejected": .int(source.rejected), "generation": 1,
                "fetchedUSec": source.age.map { .int((now - .seconds($0)).microseconds) },
                "nextUSec": source.next.map { .int((now + .seconds($0)).microseconds) },
                "failure": source.standing == "failing" ? failure : nil,
            ]),
        ]
    }

    /// Answers with the records that a selector matches, as the daemon does, without the circle.
    private func snapshot(_ call: Call) {
        let selector = call.parameters["selector"]
        let kinds = (selector?["kinds"]?.array ?? []).compactMap(\.string)
        let keys = (selector?["keys"]?.array ?? []).compactMap(\.string)
        let sources = (selector?["sources"]?.array ?? []).compactMap(\.string)
        let found = records.filter { record in
            let kind = self.sources.first { $0.name == record["source"]?.string }?.kind ?? ""
            let name = record["source"]?.string ?? ""
            return (kinds.isEmpty || kinds.contains(kind)) && (sources.isEmpty || sources.contains(name))
                && (keys.isEmpty || keys.contains(record["key"]?.string ?? ""))
        }
        call.reply(["cursor": "a.0", "records": .array(found)])
    }

    /// Answers with the records around a position, as the daemon does.
    private func nearby(_ call: Call) {
        guard let latitude = call.parameters["latitude"]?.double,
            let longitude = call.parameters["longitude"]?.double,
            let centre = Position(latitude: latitude, longitude: longitude)
        else { return }
        let found = records.compactMap { record -> (distance: Double, record: JSON)? in
            guard let latitude = record["latitude"]?.double, let longitude = record["longitude"]?.double,
                let place = Position(latitude: latitude, longitude: longitude)
            else { return nil }
            return (centre.distance(to: place), record)
        }
        let near = found.filter { $0.distance <= call.parameters["radiusMeters"]?.double ?? .infinity }
        call.reply([
            "neighbors": .array(
                near.sorted { $0.distance < $1.distance }.map {
                    ["record": $0.record, "distanceMeters": .double($0.distance)]
                })
        ])
    }
}

extension JSON {
    /// Returns an object with another value of a member.
    fileprivate func replacing(_ name: String, by value: JSON) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.name != name } + [JSON.Member(name, value)])
    }
}
