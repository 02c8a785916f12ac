import AlmanacValues
import Records
import Showing
import Testing

/// Warnings in lists, on pages and in bars.
@Suite struct WarningPagesTests {
    private let paper = Paper(width: 100, now: Golden.now)

    private func item(
        _ key: String, _ severity: String, from onset: String = "2026-11-20T12:00:00Z",
        to ends: String = "2026-11-20T18:30:00Z", event: String = "Flood Warning",
        in source: String = "alerts"
    ) -> Item {
        Item(
            source: source, key: key, title: event,
            data: [
                "area": "York, ME", "description": "Rivers rise.\nSlowly.", "ends": .string(ends),
                "event": .string(event), "identifier": .string(key), "instruction": "Stay away.",
                "onset": .string(onset), "phase": "in force", "severity": .string(severity),
            ])
    }

    @Test func `the most severe warning comes first, and those that are over are left out`() {
        let items = [
            item("a", "Minor"), item("b", "Extreme", event: "Tornado \u{1B}[31mWarning"), item("c", "Severe"),
            item("over", "Extreme", to: "2026-11-20T14:07:00Z"), item("b", "Extreme", in: "other"),
            item("d", "Severe", from: "2026-11-21T06:00:00Z", to: "2026-11-21T12:00:00Z"),
        ]
        let lines = WarningList(items.compactMap { Warning($0) }).lines(on: paper).map(\.plain)
        #expect(
            lines == [
                "SEVERITY  WARNING                  WHEN                              AREA      RECORD",
                #"Extreme   Tornado \x1b[31mWarning  until 18:30Z                      York, ME  alerts/b"#,
                "Severe    Flood Warning            until 18:30Z                      York, ME  alerts/c",
                "Severe    Flood Warning            from Sat 06:00Z until Sat 12:00Z  York, ME  alerts/d",
                "Minor     Flood Warning            until 18:30Z                      York, ME  alerts/a",
            ])
    }

    @Test func `of one level, warnings come before watches, then those in force, then the most urgent`() {
        func item(_ key: String, _ members: JSON) -> Item {
            let data: JSON = [
                "ends": "2026-11-20T20:00:00Z", "identifier": .string(key), "phase": "in force",
            ]
            return Item(
                source: "alerts", key: key, data: .object((data.object ?? []) + (members.object ?? [])))
        }
        let items = [
            item("watch", ["level": "Severe", "significance": "watch", "urgency": "Immediate"]),
            item(
                "later", ["onset": "2026-11-21T06:00:00Z", "severity": "Severe", "significance": "warning"]),
            item("expected", ["severity": "Severe", "urgency": "Expected"]),
            item("immediate", ["severity": "Severe", "urgency": "Immediate"]),
            item("red", ["level": "Extreme", "severity": "Minor"]),
        ]
        let current = Warning.current(items.compactMap { Warning($0) }, at: Golden.now)
        #expect(current.map(\.item.key) == ["red", "immediate", "expected", "later", "watch"])
    }

    @Test func `the parts of a message are warnings of their own, and its senders' identifiers are`() {
        func item(_ source: String, _ key: String, _ sender: String) -> Item {
            let data: JSON = ["identifier": "a", "phase": "in force", "sender": .string(sender)]
            return Item(source: source, key: key, data: data)
        }
        let items = [item("s", "a", "x"), item("s", "a#2", "x"), item("t", "a", "x"), item("t", "b", "y")]
        let current = Warning.current(items.compactMap { Warning($0) }, at: Golden.now)
        #expect(current.map { "\($0.item.source)/\($0.item.key)" } == ["s/a", "s/a#2", "t/b"])
    }

    @Test func `the page of a warning has its texts in paragraphs`() throws {
        let page = WarningPage(try #require(Warning(item("a", "Severe"))))
        let lines = page.lines(on: paper).map(\.plain)
        #expect(lines.first == "Severe: Flood Warning")
        #expect(lines.contains { $0.hasPrefix("When") && $0.hasSuffix("until 18:30Z") })
        #expect(lines.suffix(5) == ["", "Rivers rise.", "Slowly.", "", "Stay away."])
    }

    @Test func `a record without the marks of a warning is none`() {
        #expect(Warning(Item(source: "s", key: "k", data: ["severity": "Severe"])) == nil)
        #expect(Warning(Item(source: "s", key: "k", data: ["geometry": [:]])) == nil)
        #expect(
            Warning(Item(source: "s", key: "k", data: ["geometry": [:], "severity": "minor"]))?.severity
                == .minor)
        #expect(Warning(Item(source: "s", key: "k", data: ["phase": "announced"]))?.severity == .unknown)
    }

    @Test func `a bar has the classes of the severities, the worst first`() throws {
        let board = Board([
            item("a", "Minor"), item("b", "Extreme"), item("c", "Severe"), item("d", "Severe"),
        ])
        let json = try JSON(parsing: Array(board.waybar(paper).utf8))
        #expect(json["class"] == ["extreme", "severe", "minor"])
        #expect(json["text"] == "Flood Warning  Flood Warning  Flood Warning  Flood Warning")
        #expect(json["tooltip"]?.string?.hasPrefix("Extreme: Flood Warning until 18:30Z: York, ME\n") == true)
        let empty = try JSON(parsing: Array(Board([]).waybar(paper).utf8))
        #expect(empty["text"] == "" && empty["class"] == [])
    }

    @Test func `pages about something else have one line of warnings, and one of what is unknown`() {
        let warnings = [item("a", "Minor"), item("b", "Extreme")].compactMap { Warning($0) }
        let lost = ["first", "second"].map(WarningAnswer.lost)
        let lines = { (answer: WarningAnswer) in WarningLine(answer).lines(on: paper).map(\.plain) }
        #expect(lines(WarningAnswer(warnings)) == ["Extreme: Flood Warning until 18:30Z, 1 more"])
        #expect(lines(WarningAnswer()) == [])
        #expect(lines(WarningAnswer(lost: lost)) == ["unknown: warnings: first, 1 more"])
        #expect(lines(WarningAnswer(warnings, lost: lost)).count == 2)
    }

    @Test func `an answer names the sources that were asked, and the age of the oldest answer`() throws {
        let asked = try (1...12).map { number in
            try #require(
                Source(
                    Samples.json(
                        """
                        {"context": {"name": "alerts-\(number)", "kind": "alert"}, "runtime": {"health": "fresh",
                         "fetchedUSec": \(Samples.at(14, 7 - min(number, 7)))}}
                        """)))
        }
        let text = { (sources: [Source]) in
            AskedSources(WarningAnswer(asked: sources)).lines(on: paper).map(\.plain).joined(separator: " ")
        }
        #expect(text([]) == "")
        #expect(text([asked[0]]).hasPrefix("asked: alerts-1; its answer is from 14:06Z"))
        #expect(text(asked).hasPrefix("asked: alerts-1, alerts-2"))
        #expect(text(asked).contains("alerts-8, 4 others; the oldest answer is from 14:00Z"))
        // A warning that the definition leaves out may be in force here.
        let filtered = try #require(
            Source(
                Samples.json(
                    """
                    {"context": {"name": "storms", "kind": "alert"}, "runtime": {"health": "fresh",
                     "fetchedUSec": 1, "omitted": {"where": 2, "test": 1}}}
                    """)))
        #expect(text([asked[0], filtered]).hasSuffix("; Where= leaves out 2 of storms"))
        let ten = text(Array(repeating: filtered, count: 10))
        #expect(ten.hasSuffix("2 of storms, 2 of storms, some of 2 others"))
    }

    @Test(arguments: [
        ("https://x/alerts?point=43.65,-70.31", true),
        ("https://x/alerts?a=1&point=43.65%2C-70.31&b=2", true),
        ("https://x/alerts?endpoint=43.65,-70.31", false), ("https://x/alerts", false),
    ])
    func `the address of a source states the only point of its warnings`(
        address: String, isOfPoint: Bool
    ) throws {
        let context = #"{"name": "home", "kind": "alert", "url": "\#(address)"}"#
        let text = #"{"context": \#(context), "runtime": {"health": "fresh"}}"#
        #expect(try [#require(Source(Samples.json(text)))].areOfPoints == isOfPoint)
    }

    @Test func `sources of single points have not all warnings of a zone`() throws {
        func source(_ name: String, _ kind: String = "alert") throws -> Source {
            let context = #"{"name": "\#(name)", "kind": "\#(kind)"}"#
            let text = #"{"context": \#(context), "runtime": {"health": "fresh"}}"#
            return try #require(Source(Samples.json(text)))
        }
        let point = try source("alerts-us-point@43.65,-70.31")
        let region = try source("alerts-us@ME")
        #expect([point].areOfPoints && ![point, region].areOfPoints && ![Source]().areOfPoints)
        #expect(try [point, source("quakes@1,2", "json")].areOfPoints)
        let paris = try #require(Position(said: "48.85,2.35"))
        #expect([point].areOfOtherPlaces(than: paris) && ![point, region].areOfOtherPlaces(than: paris))
        let near = try #require(Position(said: "43.655,-70.305"))
        #expect(![point].areOfOtherPlaces(than: near))
    }

    @Test(arguments: [
        (#""Area": "43,-72,48,-66""#, false, true),
        (#""Area": ["50,170,60,-170", "48,2,49,3"]"#, true, false),
        (#""Area": "1,1,2,2 us:43,-72,48,-66""#, false, true),
        (#""Area": "1,1,2,2 u*:43,-72,48,-66""#, false, true), (#""Area": "fr:48,2,49,3""#, false, false),
        (#""Area": "of a later release""#, true, true), (#""Title": "x""#, false, false),
    ])
    func `outside its area, a source does not say that there is no warning`(
        setting: String, inPortland: Bool, inParis: Bool
    ) throws {
        let context = #"{"name": "alerts@us", "kind": "alert", "options": {"Source": {\#(setting)}}}"#
        let text = #"{"context": \#(context), "runtime": {"health": "fresh"}}"#
        let source = try #require(Source(Samples.json(text)))
        let (portland, paris) = (Position(said: "43.65,-70.31"), Position(said: "48.85,2.35"))
        #expect(try [source].areOfOtherPlaces(than: #require(portland)) == inPortland)
        #expect(try [source].areOfOtherPlaces(than: #require(paris)) == inParis)
        // The same is unknown of a zone at such a place.
        #expect([source].areOfPoints(orElsewhereThan: portland) == inPortland)
        #expect([source].areOfPoints(orElsewhereThan: paris) == inParis && ![source].areOfPoints)
    }

    @Test func `top has the worst warning below its first line, however high it is`() {
        var content = TopPage.Content(Samples.all)
        for height in 4...12 {
            content.warnings = WarningAnswer()
            let without = TopPage(content, height: height).lines(on: paper).map(\.plain)
            content.warnings = WarningAnswer(
                [item("a", "Minor"), item("b", "Extreme")].compactMap { Warning($0) })
            let lines = TopPage(content, height: height).lines(on: paper).map(\.plain)
            #expect(lines.count == height && lines[0] == without[0] && lines.last == without.last)
            #expect(lines[1] == "Extreme: Flood Warning until 18:30Z, 1 more")
        }
        #expect(TopPage(content, height: 12).lines(on: late).allSatisfy { !$0.plain.contains("Flood") })
    }

    /// After the end of all warnings.
    private var late: Paper {
        var paper = paper
        paper.now = paper.now + .seconds(7 * 86_400)
        return paper
    }
}
