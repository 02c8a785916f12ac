/// The costs of subscribers that connect, idle and disconnect.
extension FanoutBench {
    /// How often few and many subscribers are compared with each other.
    private static let growthTurns = 9

    static func compareLives(_ counts: [Int]) throws {
        let names = roles.map { $0.rawValue.right(10) }.joined()
        print(
            "           "
                + ["µs an arrival", "µs a departure", "resident B, idle"].map { $0.left(10 * roles.count) }
                .joined())
        print("subscribers" + names + names + names)
        for count in counts { try compareLives(count) }
        if counts.contains(100), counts.contains(10_000) { try compareGrowth() }
    }

    private static func compareLives(_ count: Int) throws {
        let turns = try inTurn(count) { try $0.measureLife(count) }
        let results = turns.mapValues(FanoutLife.median)
        let lives = roles.map { results[$0] }
        let columns = [
            lives.map { fixed($0?.arrival, digits: 1) }, lives.map { fixed($0?.departure, digits: 1) },
            lives.map { fixed($0?.resident, digits: 0) },
        ].map { $0.map { $0.right(10) }.joined() }
        print("\(count)".right(11) + columns.joined())
        tellGoals(
            "\(count) arriving", ratio: ratio(of: turns[.ours], to: turns[.floor], \.arrival),
            limit: count == 1 ? 2 : 1.8, to: "floor")
        tellGoals(
            "\(count) departing", ratio: ratio(of: turns[.ours], to: turns[.floor], \.departure), limit: 1.8,
            to: "floor")
        if let ours = results[.ours], count >= 1_000 {
            Measure.goal("fanout \(count) idle", ours.resident, limit: 512, unit: " B")
        }
    }

    /// Compares the cost of one of 10,000 subscribers with that of one of 100.
    private static func compareGrowth() throws {
        var few: [FanoutRole: [FanoutLife]] = [:]
        var many: [FanoutRole: [FanoutLife]] = [:]
        for _ in 0..<growthTurns {
            for role in [FanoutRole.floor, .ours] {
                few[role, default: []].append(try FanoutChild(role).measureLife(100))
                many[role, default: []].append(try FanoutChild(role).measureLife(10_000))
            }
        }
        func growth(of cost: (FanoutLife) -> Double, for role: FanoutRole) -> Double? {
            ratio(of: many[role], to: few[role], cost)
        }
        print(
            "one of 10,000 to one of 100: \(fixed(growth(of: \.arrival, for: .floor), digits: 2)) the floor's arrival, "
                + "\(fixed(growth(of: \.departure, for: .floor), digits: 2)) its departure")
        // The caches of the processor let the floor's cost grow, too: its arrival by a fifth.
        tellGoals("10000 arriving", ratio: growth(of: \.arrival, for: .ours), limit: 1.5, to: "100")
        tellGoals("10000 departing", ratio: growth(of: \.departure, for: .ours), limit: 1.5, to: "100")
    }
}
