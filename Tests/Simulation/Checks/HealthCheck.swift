import Records

/// Checks that every enabled source is well once nothing disturbs it.
struct HealthCheck {
    func begin() {
        let world = World.current
        world.clients.call("ListSources") { reply in
            guard let sources = reply?["parameters"]?["sources"]?.array else {
                return world.fail("ListSources is not answered")
            }
            let known = Dictionary(grouping: sources) { $0["context"]?["name"]?.string ?? "" }
            for name in Self.enabled { check(name, known[name]?.first) }
        }
    }

    /// The names of all sources that must be well.
    private static var enabled: [String] {
        let upstreams = World.current.upstreams
        let joins = upstreams.joins.filter { $0.left.isEnabled && $0.right.isEnabled }
        return upstreams.sources.filter(\.isEnabled).map(\.name) + joins.map(\.name)
    }

    private func check(_ name: String, _ source: JSON?) {
        let world = World.current
        guard let source else { return world.fail("ListSources lacks \(name)") }
        let health = source["runtime"]?["health"]?.string ?? ""
        if health != "fresh" {
            world.fail("\(name) is \(health) although nothing disturbs it: \(source["runtime"] ?? .null)")
        }
    }
}
