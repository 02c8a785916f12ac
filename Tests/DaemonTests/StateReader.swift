import Records

/// A subscriber that reads only when the test tells it to. It tracks the state of each record and checks that
/// no change is missing or repeated: each must begin at the known state and follow the change before it.
final class StateReader {
    /// The way in which it subscribes.
    enum Way: CaseIterable {
        /// By the method Subscribe.
        case plain
        /// By the method Subscribe with conflated changes.
        case joined
        /// By the `lines` socket, without a request.
        case lines
    }

    let way: Way
    /// The kinds of events in order, without repetitions and without source states.
    private(set) var story: [String] = []
    /// The names of all records by key, as received.
    private(set) var known: [String: String] = [:]
    /// The invalid events received; empty if there are none.
    private(set) var faults: [String] = []
    /// The numbers of changes that overflow events declared lost.
    private(set) var dropped: [Int] = []
    /// The number of the last change that it received or that the snapshot includes.
    private(set) var number: Int64?
    /// The last error received; `nil` if there is none.
    private(set) var error: JSON?
    private let socket: RawSocket
    private var line: [UInt8] = []
    /// Whether it has received all records once.
    private var hasState = false

    /// Connects and subscribes.
    ///
    /// - Parameters:
    ///   - folder: The folder of the daemon's sockets.
    ///   - way: The way in which to subscribe.
    init(_ folder: String, _ way: Way) {
        self.way = way
        socket = RawSocket(folder + (way == .lines ? "/lines" : "/io.almanac"))
        guard way != .lines else { return }
        let parameters = way == .joined ? #""conflate":true"# : ""
        socket.send(#"{"method":"io.almanac.Subscribe","more":true,"parameters":{"# + parameters + "}}\n")
    }

    /// Whether the connection has ended, and not within an event.
    var isAtEnd: Bool { socket.isAtEnd && line.isEmpty }

    /// Reads at most this number of available bytes.
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
        known = [:]
        number = cursor.number
        hasState = true
        dropped.append(count)
    }

    private func change(_ kind: String, _ event: JSON, _ cursor: Cursor) {
        let key = event["key"]?.string ?? ""
        // A subscriber of the `lines` socket receives no snapshot.
        if hasState {
            expect(known[key] == event["previous"]?["name"]?.string, "\(kind) \(key) from another state")
        }
        // Only the last of several conflated changes has a cursor of its own.
        expect(way == .joined || cursor.number == (number ?? 0) + 1, "\(cursor) after \(number ?? -1)")
        known[key] = event["data"]?["name"]?.string
        number = cursor.number
    }

    private func expect(_ holds: Bool, _ fault: String) { if !holds { faults.append(fault) } }
}
