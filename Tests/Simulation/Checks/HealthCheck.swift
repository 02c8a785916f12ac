import Records

/// Checks that every enabled source is well once nothing disturbs it.
struct HealthCheck {
    func begin() {
        let world = World.current
        world.clients.call("ListSources") { reply in
            guard let sources = reply?["parameters"]?["sources"]?.array else {
                return world.fail("ListSources is not answered")
            }
            for source in sources { check(source) }
        }
    }

    private func check(_ source: JSON) {
        let world = World.current
        let name = source["context"]?["name"]?.string ?? ""
        let health = source["runtime"]?["health"]?.string ?? ""
        let isEnabled =
            world.upstreams.sources.first { $0.name == name }?.isEnabled
            ?? world.upstreams.joins.first { $0.name == name }.map { $0.left.isEnabled && $0.right.isEnabled }
        if isEnabled == true, health != "fresh" {
            world.fail("\(name) is \(health) although nothing disturbs it: \(source["runtime"] ?? .null)")
        }
    }
}
