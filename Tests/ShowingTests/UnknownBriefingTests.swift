import AlmanacValues
import Records
import Showing
import Testing

/// Facts that a company's report does not state are shown as unknown, as in reports of our own decoders.
@Suite struct UnknownBriefingTests {
    private let day: JSON = ["dateStart": "2026-11-20T12:00:00Z", "dateEnd": "2026-11-21T12:00:00Z"]
    private let clear: JSON = [["coverage": "skc"]]
    private let far: JSON = ["distanceSm": 10]

    private func page(_ members: JSON.Member...) -> String {
        let all = [JSON.Member("station", "KPWM")] + members
        let item = Item(source: "report@kpwm", key: "KPWM", data: .object(all))
        return Paper(width: 120, now: Golden.now).text(BriefingPage(item))
    }

    private func conditions(_ rules: JSON, clouds: JSON?, visibility: JSON?, text: JSON = "KPWM 201351Z")
        -> String
    {
        page(
            .init(
                "conditions",
                .members([
                    "text": text, "dateIssued": "2026-11-20T13:51:00Z", "flightRules": rules,
                    "cloudLayers": clouds, "visibility": visibility,
                ])))
    }

    private func forecast(_ steps: JSON...) -> String {
        page(.init("forecast", ["text": "TAF KPWM", "period": day, "conditions": .array(steps)]))
    }

    @Test func `a category is shown if ceiling and visibility are known`() {
        #expect(conditions("vfr", clouds: clear, visibility: far).hasPrefix("KPWM  VFR  "))
        #expect(conditions("vfr", clouds: [], visibility: far, text: "KPWM CAVOK").hasPrefix("KPWM  VFR  "))
    }

    @Test func `a category rests on what is known`() {
        let unknown = "KPWM  category unknown: ceiling not reported  "
        #expect(conditions("vfr", clouds: [], visibility: far).hasPrefix(unknown))
        #expect(conditions("mvfr", clouds: nil, visibility: far).hasPrefix(unknown))
        #expect(conditions("vfr", clouds: [["coverage": "ovc"]], visibility: far).hasPrefix(unknown))
        let hidden: JSON = [["coverage": "bkn", "ceiling": true], ["coverage": "ovc", "altitudeFt": 9000]]
        #expect(conditions("vfr", clouds: hidden, visibility: far).hasPrefix(unknown))
        #expect(conditions("vfr", clouds: hidden, visibility: far).contains("9000 ft, perhaps lower\n"))
        #expect(
            conditions("vfr", clouds: clear, visibility: nil)
                .hasPrefix("KPWM  category unknown: visibility not reported  "))
        #expect(
            conditions("ifr", clouds: [], visibility: far).hasPrefix(
                "KPWM  IFR or worse, ceiling not reported  "))
        #expect(conditions("lifr", clouds: [], visibility: far).hasPrefix("KPWM  LIFR  "))
    }

    @Test func `a layer of unknown amount is shown`() {
        let text = conditions("vfr", clouds: [["coverage": "///", "type": "TCU"]], visibility: far)
        #expect(text.contains("TCU (amount and height unknown)\n"), "\(text)")
    }

    @Test func `a change stands in all periods that it touches`() {
        let noon: JSON = ["dateStart": "2026-11-20T12:00:00Z", "dateEnd": "2026-11-20T18:00:00Z"]
        let night: JSON = ["dateStart": "2026-11-20T18:00:00Z", "dateEnd": "2026-11-21T12:00:00Z"]
        let text = forecast(
            ["flightRules": "vfr", "cloudLayers": clear, "visibility": far, "period": noon],
            [
                "change": "30% probability", "flightRules": "lifr", "cloudLayers": clear,
                "visibility": ["distanceSm": 0.25], "period": day,
            ],
            [
                "change": "Gradual", "flightRules": "mvfr", "cloudLayers": clear,
                "visibility": ["distanceSm": 4],
                "period": night,
            ])
        #expect(text.components(of: "· 30 %  ") == 2, "\(text)")
        #expect(text.contains("\nLLLLLLLL"))
    }

    @Test func `a change without a period may come at any time`() {
        let text = forecast(
            ["flightRules": "vfr", "cloudLayers": clear, "visibility": far, "period": day],
            [
                "change": "Temporary", "flightRules": "ifr", "cloudLayers": clear,
                "visibility": ["distanceSm": 2],
            ])
        #expect(text.contains("· at times"), "\(text)")
        #expect(text.contains("  time not understood\n"))
        #expect(text.contains("\nIIIIIIII"))
    }
}

extension String {
    /// Returns how often a text occurs.
    fileprivate func components(of text: String) -> Int {
        var count = 0
        var rest = self[...]
        while let found = rest.firstRange(of: text) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}
