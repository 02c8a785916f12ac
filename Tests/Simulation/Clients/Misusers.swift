import Records

/// Users without rights who misuse the daemon; root must be answered nevertheless.
final class Misusers {
    /// The time for which connections are held, and within which the daemon must end those that read nothing:
    /// it looks four times in five minutes.
    private static let holding: Nanoseconds = .seconds(480)
    private static let user: UInt32 = 4000

    private var world: World { World.current }

    /// Begins to misuse the daemon.
    func begin(_ misuse: Misuse, _ amount: Int) {
        guard world.machine.isRunning else { return }
        switch misuse {
        case .hangUp: hangUp(amount)
        case .unread: leaveUnread(amount)
        case .refreshing: refresh(amount)
        case .idle: idle(amount)
        }
        RootCheck(for: misuse == .refreshing ? .seconds(amount) : .seconds(20)).begin()
    }

    private func connect(_ number: Int = 0) -> Wire? {
        Wire(path: world.machine.socketPath, as: Self.user + UInt32(number % 3))
    }

    // Calls of which nobody awaits the reply.

    private func hangUp(_ count: Int) {
        for number in 0..<count {
            guard let wire = connect(number) else { return }
            call(wire)
            guard world.chance.isTrue(0.5) else {
                wire.close()
                continue
            }
            world.after(.milliseconds(world.chance.below(50))) { wire.close() }
        }
    }

    private func call(_ wire: Wire) {
        let source = world.chance.pick(world.upstreams.sources).name
        switch world.chance.below(5) {
        case 0: wire.call("io.almanac.Search", ["text": "north"])
        case 1: wire.call("io.almanac.Nearby", ["latitude": 40, "longitude": 20.5, "limit": 1000])
        case 2: wire.call("io.almanac.GetSnapshot", ["limit": 100], more: true)
        case 3: wire.call("io.almanac.GetHistory", ["source": .string(source)], more: true)
        default: wire.call("io.almanac.Subscribe", .object([]), more: true)
        }
    }

    // Replies that nobody reads.

    private func leaveUnread(_ count: Int) {
        let starts = world.machine.starts
        for number in 0..<count {
            guard let wire = connect(number) else { return }
            for _ in 0..<40 {
                wire.call("io.almanac.GetSnapshot", ["limit": 1000], more: true)
                wire.call("io.almanac.ListSources", .object([]))
            }
            world.after(Self.holding) { [unowned self] in release(wire, starts) }
        }
    }

    /// Reads what is in the connection's buffer; a second later, the daemon must have no more.
    private func release(_ wire: Wire, _ starts: Int) {
        while wire.isOpen, wire.receive(discards: true) {}
        world.after(.seconds(1)) { [unowned self] in
            let isSame = world.machine.isRunning && world.machine.starts == starts
            // The daemon's clock for connections stands still while the machine sleeps.
            let wasAwake = world.machine.wasAwake(since: world.now - Self.holding - .seconds(2))
            if wire.isOpen, isSame, wasAwake, wire.receive(discards: true) {
                world.fail("a connection that read nothing for \(Self.holding / .seconds(1)) s was not ended")
            }
            wire.close()
        }
    }

    // Attempts requested all the time.

    private func refresh(_ seconds: Int) {
        let loop = RefreshLoop(world.chance.pick(world.upstreams.sources), as: Self.user)
        loop.run(for: seconds)
    }

    // Connections without a call.

    private func idle(_ count: Int) {
        var wires: [Wire] = []
        let users = 1 + world.chance.below(3)
        for number in 0..<count {
            guard let wire = connect(number % users) else { break }
            if world.chance.isTrue(0.3) { wire.call("io.almanac.GetStatus", .object([])) }
            wires.append(wire)
        }
        world.after(.seconds(30 + world.chance.below(900))) { for wire in wires { wire.close() } }
    }
}
