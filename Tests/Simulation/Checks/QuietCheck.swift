import SimulatedSystem

/// Checks a time in which nothing happens: the daemon needs neither more memory nor more descriptors than
/// before, and requests no source more often than its interval says.
struct QuietCheck {
    /// The number of parts of that time. Memory may grow in one of them, such as a cache, but not in each.
    static let parts = 3
    /// The growth of memory in a part that is acceptable, in bytes, besides that of the database's caches.
    private static let growth = 8 << 10
    /// The growth of the database's caches in all parts that is acceptable: their limits in total.
    private static let growthOfCaches = 16 << 20
    /// The number of descriptors that requests under way may have open.
    private static let mostOpen: CInt = 4

    private let start = World.current.now
    private var samples = [QuietCheck.memory]
    private let caches = simulated_database_memory()
    private let descriptors = simulated_descriptors()
    private let counts = World.current.upstreams.politeness.counts
    private let process = World.current.machine.starts

    /// Notes how much memory is in use at the end of a part.
    mutating func sample() { samples.append(Self.memory) }

    /// Checks the time since the creation.
    func check() {
        let world = World.current
        guard world.machine.starts == process else { return world.fail("the daemon ends by itself") }
        checkUse(world)
        for source in world.upstreams.sources where source.isEnabled && source.origin != .file {
            checkPace(of: source)
        }
    }

    private func checkUse(_ world: World) {
        let open = simulated_descriptors() - descriptors
        let growth = zip(samples.dropFirst(), samples).map(-)
        // The memory in use is not exactly the same in each run, and therefore no part of the trace.
        world.note("after a quiet time, \(open) more descriptors")
        if open > Self.mostOpen { world.fail("after a quiet time, \(open) more descriptors are open") }
        if growth.allSatisfy({ $0 > Self.growth }) {
            world.fail("memory grows although nothing happens: \(growth)")
        }
        let caches = Int(simulated_database_memory()) - Int(caches)
        if caches > Self.growthOfCaches { world.fail("the caches of the database grow by \(caches) bytes") }
    }

    private func checkPace(of source: SimulatedSource) {
        let world = World.current
        let count = (world.upstreams.politeness.counts[source.name] ?? 0) - (counts[source.name] ?? 0)
        let time = world.now - start
        // A learned rhythm may spend what it has saved, and a station is also fetched when others are due
        // that are half an interval ahead.
        if Int64(count) > 2 * time / source.shortestInterval + 1 {
            world.fail("\(source.name) is requested \(count) times in \(Clock.text(time))")
        }
    }

    /// The memory in use, in bytes, without that of the trace, the database and the simulated disk.
    private static var memory: Int {
        let lines = World.current.trace.lines
        // A string has a header of 32 bytes, and a block of memory one of 16.
        let trace = lines.reduce(lines.capacity * 16) { $0 + ($1.utf8.count + 48) / 16 * 16 }
        let others = simulated_database_memory() + simulated_disk_memory()
        return Int(simulated_memory()) - Int(others) - trace
    }
}
