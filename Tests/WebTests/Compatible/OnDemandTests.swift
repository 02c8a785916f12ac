import Reactive
import Records
import TestDaemon
import Testing
import Varlink

/// Sources that are added because a program asks for what nobody keeps.
@MainActor @Suite struct OnDemandTests {
    private let target = "/api/data/metar?ids=KPWM&format=json"

    private func site(_ limit: Int) throws -> CompatibleSite {
        let site = try CompatibleSite([], onDemand: limit)
        site.site.daemon.on("AddSource") { [unowned site] call in
            let name = call.parameters["context"]?["name"]?.string ?? ""
            site.sources.append(
                .init(
                    name: name, health: "empty", standing: "waiting", age: nil, next: 1, tags: ["on-demand"]))
            call.reply(["source": .object([]), "guessed": .null])
        }
        site.site.daemon.on("RemoveSource") { [unowned site] call in
            site.sources.removeAll { $0.name == call.parameters["name"]?.string }
            call.reply(.object([]))
        }
        return site
    }

    private func added(_ site: CompatibleSite) -> [JSON] {
        site.site.daemon.asked.filter { $0.method == "AddSource" }.map(\.parameters)
    }

    @Test func `nothing is added without the option`() throws {
        let site = try site(0)
        #expect(try site.answer(target).status == 404)
        #expect(added(site).isEmpty)
    }

    @Test func `a station that nobody keeps is added, and is in a later answer`() throws {
        let site = try site(5)
        let first = try site.answer(target)
        #expect(first.status == 503 && first.header("Retry-After") == "5")
        #expect(added(site).map { $0["context"]?["name"] } == ["metar@KPWM"])
        #expect(added(site).first?["persist"]?.bool != true)
        #expect(added(site).first?["context"]?["options"]?["Source"]?["Tags"] == "on-demand")
        site.sources = [.init(name: "metar@KPWM", tags: ["on-demand"])]
        try site.report("KPWM", "27010KT 10SM CLR 05/M03 A3001", minutes: 5, to: "metar@KPWM")
        #expect(try site.answer("/api/data/metar?ids=KPWM").body.contains("27010KT"))
        #expect(added(site).count == 1)
    }

    @Test func `a place is added with two decimals, which places near it share`() throws {
        let site = try site(5)
        let answer = try site.answer("/weatherapi/locationforecast/2.0/compact?lat=59.91273&lon=10.74609")
        #expect(answer.status == 503)
        #expect(added(site).map { $0["context"]?["name"] } == ["forecast-norway@59.91,10.75"])
    }

    @Test func `what is no station of the table is not added`() throws {
        let site = try site(5)
        #expect(try site.answer("/api/data/metar?ids=XXXX").status == 404)
        #expect(added(site).isEmpty)
    }

    @Test func `no more sources are added than the limit, those of an earlier start included`() throws {
        let site = try site(2)
        site.sources = [.init(name: "metar@KSTS", tags: ["on-demand"])]
        #expect(try site.answer(target).status == 503)
        let answer = try site.answer("/api/data/metar?ids=KBFL")
        #expect(answer.status == 404 && answer.body.contains("in use"))
        #expect(added(site).count == 1)
    }

    @Test func `a daemon that refuses is said`() throws {
        let site = try site(2)
        site.site.daemon.on("AddSource") { $0.fail("io.almanac.PermissionDenied") }
        let answer = try site.answer(target)
        #expect(answer.status == 404 && answer.body.contains("permission denied"))
    }

    @Test func `a source that nobody has asked for in a day is removed`() throws {
        let site = try site(2)
        _ = try site.answer(target)
        #expect(site.sources.count == 1)
        site.sources = [.init(name: "metar@KPWM", tags: ["on-demand"])]
        try site.report("KPWM", "27010KT 10SM CLR 05/M03 A3001", minutes: 5, to: "metar@KPWM")
        site.site.daemon.clock.advance(by: .seconds(12 * 3600))
        #expect(try site.answer(target).status == 200)
        site.site.daemon.clock.advance(by: .seconds(13 * 3600))
        _ = try site.answer("/api/sources")
        #expect(site.sources.count == 1, "it was asked for after twelve hours")
        for _ in 0..<13 { site.site.daemon.clock.advance(by: .seconds(3600)) }
        _ = try site.site.daemon.turn { site.sources.isEmpty }
        #expect(site.sources.isEmpty)
    }

    @Test func `all stations of a question are added, beside those that have reports`() throws {
        let site = try site(5)
        site.sources = [.init(name: "metar@KPWM")]
        try site.report("KPWM", "27010KT 10SM CLR 05/M03 A3001", minutes: 5, to: "metar@KPWM")
        #expect(try site.answer("/api/data/metar?ids=KPWM,KBFL,KSTS").status == 200)
        _ = try site.site.daemon.turn { self.added(site).count == 2 }
        let names = added(site).compactMap { $0["context"]?["name"]?.string }
        #expect(names.sorted() == ["metar@KBFL", "metar@KSTS"])
    }
}
