import Records
import Showing
import Testing

@Suite struct TemplateTests {
    private let paper = Paper(width: 80, now: Golden.now)

    private func fill(_ template: String) throws -> String {
        try Template(template).text(Samples.improved, on: paper)
    }

    @Test(arguments: [
        ("{key} {flightRules}", "KPWM MVFR"), ("{wind.speed} {/wind/direction}", "12 230"),
        ("{previous.ceiling}→{ceiling}", "900→1400"), ("{nothing|none}", "none"), ("{nothing}.", "."),
        ("{{{event}}}", "{changed}"), ("{time} {name}", "14:02:07Z Portland"), ("plain", "plain"),
        ("{source}", "metar@KPWM"),
    ])
    func `names in braces are replaced`(_ template: String, _ text: String) throws {
        #expect(try fill(template) == text)
    }

    @Test(arguments: ["{key", "key}", "{{key}"])
    func `an unmatched brace is refused`(_ template: String) {
        #expect(throws: TemplateError.self) { try Template(template) }
    }

    @Test func `a template can contain the whole change`() throws {
        #expect(try fill("{change}").hasPrefix("KPWM IFR → MVFR, ceiling 900 → 1400 ft"))
    }

    @Test func `the names that are no members of records are not looked for in them`() throws {
        let names = "{event} {source} {key} {title} {name} {time} {cursor} {change} {reason} {category} "
        #expect(try Template(names + "{health} {standing}").members.isEmpty)
        #expect(try Template("{standing|-} {wind.gust|calm}").optionalMembers == ["wind.gust"])
    }

    @Test func `data cannot send control characters`() throws {
        let event = Samples.event(
            #"{"event": "added", "cursor": "a.1", "source": "f", "key": "k", "title": "a\nb\u001b", "data": {}}"#
        )
        #expect(try Template("{title}").text(event, on: paper) == "a\\nb\\x1b")
    }
}
