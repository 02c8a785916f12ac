import Records
import TestDaemon
import Testing
import Varlink

/// The calls of the daemon that the page of an airport costs.
@MainActor @Suite struct AirportCallTests {
    private static let sources = """
        {"sources": [
        {"context": {"name": "metar@KPWM", "kind": "metar"}, "runtime": {"health": "fresh"}},
        {"context": {"name": "winds", "kind": "winds"}, "runtime": {"health": "fresh"}}]}
        """

    /// Lets the daemon accept subscriptions, which then have no change.
    private func acceptSubscriptions(of site: WeatherSite) {
        site.daemon.on("Subscribe") { call in
            for (event, cursor) in [("subscribed", "a.0s"), ("ready", "a.0")] {
                call.stream(["event": .string(event), "cursor": .string(cursor), "realtimeUSec": 0])
            }
        }
    }

    @Test func `an airport's page asks once for the states of all sources that it shows`() throws {
        let site = try WeatherSite()
        let hazards = #"{"context": {"name": "sigmet", "kind": "sigmet"}, "runtime": {"health": "fresh"}}]}"#
        try site.daemon.answer("ListSources", "\(AirportCallTests.sources.dropLast(2)),\(hazards)")
        acceptSubscriptions(of: site)
        for query in ["", "?units=metric"] { _ = try site.answer("/KPWM" + query) }
        let lists = { site.daemon.asked.count { $0.method == "ListSources" } }
        let count = lists()
        try site.daemon.tell(
            """
            {"event": "changed", "cursor": "a.1", "realtimeUSec": 0, "source": "winds", "key": "BOS",
            "generation": 2, "data": {}}
            """)
        for query in ["?zone=UTC", "?zone=UTC&units=metric"] { _ = try site.answer("/KPWM" + query) }
        #expect(lists() <= count + 1)
    }

    @Test func `the nearest winds are asked for once, and again after a change of winds`() throws {
        let site = try WeatherSite()
        try site.daemon.answer("ListSources", AirportCallTests.sources)
        acceptSubscriptions(of: site)
        let asked = { site.daemon.asked.count { $0.method == "Nearby" } }
        // The first page may be loaded before the site follows the daemon.
        for query in ["", "?units=metric"] { _ = try site.answer("/KPWM" + query) }
        let count = asked()
        #expect(count > 0)
        _ = try site.answer("/KPWM?units=imperial")
        #expect(asked() == count)
        try site.daemon.tell(
            """
            {"event": "changed", "cursor": "a.1", "realtimeUSec": 0, "source": "winds", "key": "BOS",
            "generation": 2, "data": {}}
            """)
        // The first of these may be loaded before the change arrives.
        for query in ["?zone=UTC", "?zone=UTC&units=metric"] { _ = try site.answer("/KPWM" + query) }
        #expect(asked() == count + 1)
    }
}
