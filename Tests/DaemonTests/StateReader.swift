import Records

/// A subscriber that reads when it is told to, knows each record's state by what it was told, and checks that nothing
/// is missing or told twice: a change must begin at what was known, and follow the change before it.
final class StateReader {
    /// How it listens.
    enum Way: CaseIterable {
        /// Subscribe.
        case plain
        /// Subscribe with conflate.
        case joined
        /// The socket that asks for no request.
        case lines
    }

    let way: Way
    /// The kinds of events it was told, the same one after the other once; without those of sources.
    private(set) var story: [String] = []
    /// The names of all records, by key, as it was told them.
    private(set) var known: [String: String] = [:]
    /// What it was told that cannot be; empty while all is well.
    private(set) var faults: [String] = []
    /// How many changes it was told that it will never see.
    private(set) var dropped: [Int] = []
    /// The last change that it has seen, or that the snapshot shows.
    private(set) var number: Int64?
    /// The error that it was told last; `nil` when it was told none.
    private(set) var error: JSON?
    private let socket: RawSocket
    private var line: [UInt8] = []
    /// It has been told all records once.
    private var hasState = false

    /// Connects, and asks for all there is.
    ///
    /// - Parameters:
    ///   - folder: Where the daemon's sockets are.
    ///   - way: How.
    init(_ folder: String, _ way: Way) {
        self.way = way
        socket = RawSocket(folder + (way == .lines ? "/lines" : "/io.almanac"))
        guard way != .lines else { return }
        let parameters = way == .joined ? #""conflate":true"# : ""
        socket.send(#"{"method":"io.almanac.Subscribe","more":true,"parameters":{"# + parameters + "}}\n")
    }

    /// Whether the connection has ended, not within an event.
    var isAtEnd: Bool { socket.isAtEnd && line.isEmpty }

    /// Takes what is there, at most so many bytes.
    func read(atMost limit: Int = .max) {
        var rest = limit
        while rest > 0, let bytes = socket.receive(atMost: rest) {
            rest -= bytes.count
            for byte in bytes {
                if byte == 0x0A { take() } else { line.append(byte) }
            }
        }
    }

    private func take() {
        let json = try? JSON(parsing: line)
        line = []
        if let json, json["error"] != nil { return error = json }
        guard let event = way == .lines ? json : json?["parameters"], let kind = event["event"]?.string,
            let cursor = event["cursor"]?.string.flatMap({ Cursor($0) })
        else { return faults.append("no event") }
        guard kind != "source" else { return }
        if story.last != kind { story.append(kind) }
        note(kind, event, cursor)
    }

    private func note(_ kind: String, _ event: JSON, _ cursor: Cursor) {
        switch kind {
        case "subscribed": number = cursor.number
        case "ready": expect(cursor.number == number, "ready at \(cursor)")
        case "snapshot": snapshot(event, cursor)
        case "overflow": overflow(event["dropped"]?.int ?? -1, cursor)
        default: change(kind, event, cursor)
        }
    }

    private func snapshot(_ event: JSON, _ cursor: Cursor) {
        let key = event["key"]?.string ?? ""
        expect(known[key] == nil, "\(key) twice in a snapshot")
        expect(cursor.number == number && cursor.startsOver, "a snapshot as of \(cursor)")
        known[key] = event["data"]?["name"]?.string
        hasState = true
    }

    private func overflow(_ count: Int, _ cursor: Cursor) {
        expect(cursor.startsOver, "an overflow that nobody must begin anew from")
        expect(
            cursor.number == (number ?? 0) + Int64(count),
            "\(count) dropped from \(number ?? -1) to \(cursor)")
        (known, number, hasState) = ([:], cursor.number, true)
        dropped.append(count)
    }

    private func change(_ kind: String, _ event: JSON, _ cursor: Cursor) {
        let key = event["key"]?.string ?? ""
        // A reader of lines begins without the records.
        if hasState {
            expect(known[key] == event["previous"]?["name"]?.string, "\(kind) \(key) from another state")
        }
        // Of changes that were joined the last one alone says where to go on.
        expect(way == .joined || cursor.number == (number ?? 0) + 1, "\(cursor) after \(number ?? -1)")
        known[key] = event["data"]?["name"]?.string
        number = cursor.number
    }

    private func expect(_ holds: Bool, _ fault: String) { if !holds { faults.append(fault) } }
}
