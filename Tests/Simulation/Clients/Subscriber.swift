import Records

/// A subscriber: it keeps its cursor, builds the records from the events, and checks that each event follows
/// from those before.
final class Subscriber {
    let name: String
    private let selector: JSON
    /// The only source that it subscribes to; `nil` for all.
    private let onlySource: String?
    private let conflates: Bool
    private var wire: Wire?
    private var path = ""
    /// The records, by source and key.
    private(set) var records: [String: [String: JSON]] = [:]
    /// The cursor of the last event; `nil` before the first.
    private(set) var cursor: String?
    /// Whether the snapshot or the catch-up is complete.
    private(set) var isReady = false
    private var isSnapshot = false
    /// Whether it does not read for now.
    var isStalled = false
    /// Whether it wants to be connected.
    private(set) var isWanted = true
    /// Whether it has what the store has at its cursor.
    var isComplete: Bool { isReady && onlySource == nil && !conflates }

    /// Whether it subscribes to a source.
    func wants(_ source: String) -> Bool { onlySource == nil || onlySource == source }

    /// Receives the changes of records.
    var heard: (String, JSON) -> Void = { _, _ in }

    /// The cursors of all changes received, by source.
    private var cursors: [String: Set<String>] = [:]

    init(_ name: String, source: String?, conflates: Bool) {
        self.name = name
        onlySource = source
        selector = source.map { ["sources": [.string($0)]] } ?? .object([])
        self.conflates = conflates
    }

    /// Connects, and resumes after its cursor if it has one.
    func connect(to path: String) {
        self.path = path
        guard isWanted, wire == nil else { return }
        guard let wire = Wire(path: path, as: 0) else { return retry() }
        self.wire = wire
        isReady = false
        wire.take = { [unowned self] in take($0) }
        wire.closed = { [unowned self] in
            self.wire = nil
            World.current.note("\(name) is disconnected")
            retry()
        }
        subscribe(wire)
    }

    private func subscribe(_ wire: Wire) {
        var parameters: [(String, JSON)] = [("selector", selector), ("conflate", .bool(conflates))]
        if let cursor, !isSnapshot {
            parameters.append(("since", .string(cursor)))
        } else {
            forget()
        }
        World.current.note("\(name) subscribes since \(cursor ?? "the beginning")")
        wire.call("io.almanac.Subscribe", .object(parameters.map { JSON.Member($0.0, $0.1) }), more: true)
    }

    private func forget() {
        if World.current.mayExpire { forgetReceived() }
        records = [:]
        cursor = nil
        isSnapshot = true
    }

    private func retry() {
        World.current.after(.seconds(1 + World.current.chance.below(20))) { [unowned self] in
            if isWanted { connect(to: path) }
        }
    }

    /// The cursors of the changes that it received from a source, in order.
    func received(from source: String) -> [String] { (cursors[source] ?? []).sorted() }

    /// Forgets the changes that an older log lacks.
    func forgetReceived() { cursors = [:] }

    /// Closes the connection, until `connect`.
    func leave() {
        isWanted = false
        wire?.close()
        wire = nil
    }

    /// Connects again.
    func come() {
        isWanted = true
        connect(to: path)
    }

    /// Closes the connection, and connects again a little later; the cursor and the records stay.
    func reconnect() {
        wire?.close()
        wire = nil
        retry()
    }

    /// The connection that it reads now; `nil` if there is none.
    var readingWire: Wire? { isStalled ? nil : wire }

    private func take(_ message: JSON) {
        if let error = message["error"]?.string { return refuse(error, message["parameters"] ?? .null) }
        guard let event = message["parameters"], let kind = event["event"]?.string else {
            return World.current.fail("\(name) receives a message without an event: \(message.summary)")
        }
        World.current.note("\(name) \(kind) \(summary(of: event))")
        if ["added", "changed", "removed"].contains(kind), !conflates {
            cursors[event["source"]?.string ?? "", default: []].insert(event["cursor"]?.string ?? "")
            heard(kind, event)
        }
        apply(kind, event)
        if let next = event["cursor"]?.string { cursor = next }
    }

    private func summary(of event: JSON) -> String {
        let place = "\(event["source"]?.string ?? "") \(event["key"]?.string ?? "")"
        guard let runtime = event["runtime"] else { return place }
        let next = runtime["nextUSec"]?.int.map { "\(UTC(microseconds: Int64($0)))" } ?? ""
        return "\(place) \(runtime["health"] ?? .null) \(runtime["failure"]?["reason"] ?? .null) \(next)"
    }

    private func refuse(_ error: String, _ parameters: JSON) {
        World.current.note("\(name) is refused: \(error)")
        switch error {
        case "io.almanac.TooSlow", "io.almanac.ShuttingDown":
            if let next = parameters["cursor"]?.string, !isSnapshot { cursor = next }
        case "io.almanac.CursorExpired" where World.current.mayExpire:
            forget()
            if let wire { subscribe(wire) }
        // The missed changes cannot be read; the subscriber tries again.
        case "io.systemd.System" where World.current.disk.hasEverFailed || World.current.mayExpire:
            reconnect()
        default: World.current.fail("\(name) is refused: \(error) \(parameters.summary)")
        }
    }

    private func apply(_ kind: String, _ event: JSON) {
        switch kind {
        case "subscribed", "heartbeat", "source": break
        case "snapshot": set(event)
        case "ready": (isReady, isSnapshot) = (true, false)
        case "overflow": forget()
        case "added", "changed": replace(kind, event)
        case "removed": remove(event)
        default: World.current.fail("\(name) receives an unknown event: \(event.summary)")
        }
    }

    private func set(_ event: JSON) {
        let (source, key) = place(event)
        if !isSnapshot { World.current.fail("\(name) receives a snapshot that it did not request") }
        if records[source]?[key] != nil { World.current.fail("\(name) receives \(source) \(key) twice") }
        records[source, default: [:]][key] = event["data"] ?? .null
    }

    private func replace(_ kind: String, _ event: JSON) {
        let (source, key) = place(event)
        let before = records[source]?[key]
        let data = event["data"] ?? .null
        if !conflates, !isSnapshot { check(kind, before, data, event) }
        records[source, default: [:]][key] = data
    }

    /// Checks that a change follows from the record that this subscriber has.
    private func check(_ kind: String, _ before: JSON?, _ data: JSON, _ event: JSON) {
        let (source, key) = place(event)
        if kind == "added", before != nil {
            World.current.fail("\(name) receives \(source) \(key) as added, which it has")
        }
        guard kind == "changed" else { return }
        guard let before else {
            return World.current.fail("\(name) receives \(source) \(key) as changed, which it does not have")
        }
        if before == data {
            World.current.fail("\(name) receives \(source) \(key) as changed, which is equal")
        }
        guard let patch = event["patch"] else { return }
        if MergePatch.apply(patch, to: before) != data {
            World.current.fail("\(name) receives a patch of \(source) \(key) that leads elsewhere")
        }
    }

    private func remove(_ event: JSON) {
        let (source, key) = place(event)
        let known = records[source]?.removeValue(forKey: key) != nil
        if records[source]?.isEmpty == true { records[source] = nil }
        if !known, !conflates, !isSnapshot {
            World.current.fail("\(name) receives the removal of \(source) \(key), which it does not have")
        }
    }

    private func place(_ event: JSON) -> (String, String) {
        (event["source"]?.string ?? "", event["key"]?.string ?? "")
    }
}
