import Records

/// Checks that the records of a source follow its definition soon after that has changed, whatever its
/// upstream does: the last accepted document is stored, unless a power cut has lost it.
struct RedefinitionCheck {
    /// The time within which the document must have been decoded again.
    private static let patience: Nanoseconds = .minutes(1)

    private let source: SimulatedSource
    private let omitted: String
    private let edits: Int
    private let process = World.current.machine.starts

    /// Prepares the check of a source; `nil` if its definition omits no member, or if the document was lost
    /// with the state folder.
    init?(_ source: SimulatedSource) {
        guard let omitted = source.omitted, !World.current.mayExpire, !source.mayLackDocument else {
            return nil
        }
        self.source = source
        self.omitted = omitted
        edits = source.edits
    }

    /// Checks the records after some time.
    func begin() { World.current.after(Self.patience) { look() } }

    /// Whether nothing prevents the daemon from decoding the document.
    private var isUndisturbed: Bool {
        let (disk, now) = (World.current.disk, World.current.now)
        let wasAwake = World.current.machine.wasAwake(since: now - Self.patience)
        let isWell = disk.isWell && disk.healthySince < now - Self.patience && wasAwake
        let isSame = source.isEnabled && source.omitted == omitted && source.edits == edits
        return isWell && isSame && World.current.machine.starts == process && World.current.machine.isRunning
    }

    private func look() {
        guard isUndisturbed else { return }
        let parameters: JSON = ["limit": 1000, "selector": ["sources": [.string(source.name)]]]
        World.current.clients.call("GetSnapshot", parameters) { reply in
            guard isUndisturbed, let snapshot = reply.flatMap(Snapshot.init) else { return }
            for (key, data) in snapshot.data[source.name] ?? [:] where data[omitted] != nil {
                return World.current.fail("\(source.name) \(key) still has \(omitted), which it must omit")
            }
        }
    }
}
