import AlmanacValues
import Records
import Showing
import Testing

@Suite struct BoardTests {
    private let paper = Paper(width: 80, now: Golden.now)

    @Test func `Waybar receives one line with text, tooltip and class, with escaped markup`() throws {
        var board = Board()
        board.apply(Samples.improved)
        board.apply(
            Samples.event(
                #"{"event": "added", "cursor": "a.1", "source": "f", "key": "k", "title": "<b>&", "data": {}}"#
            ))
        let json = try JSON(parsing: Array(board.waybar(paper).utf8))
        #expect(json["text"] == "KPWM MVFR 18 °C  &lt;b&gt;&amp;")
        #expect(json["tooltip"]?.string?.hasPrefix("KPWM: 230° 12 kt, 6 SM") == true)
        #expect(json["class"] == ["mvfr"])
    }

    @Test func `i3bar receives a block for each record`() throws {
        var board = Board()
        board.apply(Samples.improved)
        let line = board.i3bar(paper)
        #expect(line.hasSuffix(","))
        let blocks = try JSON(parsing: Array(line.utf8.dropLast()))
        #expect(blocks.array?.first?["full_text"] == "KPWM MVFR 18 °C")
    }

    @Test func `a removed record disappears`() {
        var board = Board()
        board.apply(Samples.improved)
        board.apply(
            Samples.event(#"{"event": "removed", "cursor": "a.6", "source": "metar@KPWM", "key": "KPWM"}"#))
        #expect(board.i3bar(paper) == "[],")
    }

    /// Returns the members of the line for Waybar.
    private func waybar(_ board: Board) throws -> JSON { try JSON(parsing: Array(board.waybar(paper).utf8)) }

    private func board(_ items: [Item] = [], _ sources: Source...) -> Board { Board(items, of: sources) }

    @Test func `the next appointment of a calendar is unknown if parts could not be read`() throws {
        let event = Samples.item(
            #"{"source": "home", "key": "1", "title": "Tea", "data": {"start": "2026-11-20T15:00:00Z"}}"#)
        for (members, isKnown) in [(#""rejected": 0"#, true), (#""rejected": 1"#, false)] {
            let runtime = #"{"health": "fresh", "records": 1, "fetchedUSec": 1, \#(members)}"#
            let calendar = Samples.source(#"{"name": "home", "kind": "calendar"}"#, runtime)
            let line = try waybar(board([event], calendar))
            #expect(line["text"]?.string?.hasPrefix("?") == !isKnown)
            #expect(line["class"]?.array?.contains("unknown") == !isKnown)
        }
    }

    @Test func `that nothing is shown is unknown if the document is cut`() throws {
        let runtime = #"{"health": "fresh", "records": 2, "fetchedUSec": 1, "notes": ["it is cut"]}"#
        let line = try waybar(board([], Samples.source(#"{"name": "news", "kind": "feed"}"#, runtime)))
        #expect(line["class"] == ["unknown"] && line["text"] == "?")
        #expect(line["tooltip"]?.string?.contains("news: it is cut") == true)
    }

    /// Returns a source of reports.
    private func reports(_ runtime: String) -> Source {
        Samples.source(#"{"name": "metar@KPWM", "kind": "metar"}"#, "{\(runtime)}")
    }

    private var fetched: String { #""fetchedUSec": \#(Samples.at(14, 2))"# }

    @Test func `a current bar is fresh, with the time of its answer`() throws {
        let line = try waybar(board([Samples.report], Samples.portland))
        #expect(line["class"] == ["ifr", "fresh"] || line["class"] == ["mvfr", "fresh"])
        #expect(line["alt"] == "fresh")
        #expect(line["tooltip"]?.string?.hasSuffix("\nfetched 14:02Z, 5 min ago") == true)
        #expect(try waybar(board([], Samples.portland))["class"] == ["fresh"])
    }

    @Test func `the age follows data that are stale`() throws {
        let stale = reports(#""health": "stale", \#(fetched)"#)
        let line = try waybar(board([Samples.report], stale))
        #expect(line["text"]?.string?.hasSuffix("°C, 5 min old") == true)
        #expect(line["class"]?.array?.last == "stale" && line["alt"] == "stale")
        #expect(
            line["tooltip"]?.string?.hasSuffix("metar@KPWM is stale, data from 14:02Z, 5 min ago")
                == true)
    }

    @Test func `data are stale when they expire, whether a state says so or not`() throws {
        let ended = reports(#""health": "fresh", \#(fetched), "expiresUSec": \#(Samples.at(14, 3))"#)
        #expect(try waybar(board([Samples.report], ended))["class"]?.array?.last == "stale")
    }

    @Test func `a report that is too old is stale, although its source is fresh`() throws {
        var old = Samples.report
        old = Item(
            source: old.source, key: old.key, title: old.title, at: old.at,
            data: .object(
                (old.data.object ?? []).filter { $0.name != "time" }
                    + [.init("time", "2026-11-20T09:51:00Z")]))
        let line = try waybar(board([old], Samples.portland))
        #expect(line["class"]?.array?.last == "stale")
        #expect(line["text"]?.string?.hasSuffix(", 4 h old") == true)
    }

    @Test func `a source without data is a question mark with the reason`() throws {
        let contact = "api.weather.gov requires Contact= in almanac.conf"
        let denied = Samples.source(
            #"{"name": "alerts", "kind": "alert"}"#,
            """
            {"health": "empty", "failure": {"reason": "policy", "message": "\(contact)", "realtimeUSec": 0}}
            """)
        let line = try waybar(board([], denied))
        #expect(line["text"] == "?" && line["alt"] == "unknown")
        #expect(line["class"] == ["failing", "unknown"])
        #expect(line["tooltip"] == .string("alerts has no data: \(contact)"))
        let both = try waybar(board([Samples.report], Samples.portland, denied))
        #expect(both["text"]?.string?.hasPrefix("?  KPWM") == true)
        #expect(both["class"]?.array?.contains("fresh") == false)
        let blocks = try JSON(parsing: Array(board([], denied).i3bar(paper).utf8.dropLast())).array
        #expect(blocks?.map { $0["full_text"] } == ["?"])
        #expect(blocks?.first?["_class"] == ["failing", "unknown"])
    }

    @Test func `without a record, old data do not say that there is none`() throws {
        let stale = reports(#""health": "stale", \#(fetched)"#)
        let line = try waybar(board([], stale))
        #expect(line["text"] == "?" && line["class"] == ["stale", "unknown"])
    }

    @Test func `a source that was asked for and does not exist is unknown, and so is none`() throws {
        var board = Board()
        board.know([Samples.portland], asked: ["metar@KPWM", "taf@KPWM"])
        #expect(try waybar(board)["class"] == ["unknown"])
        #expect(try waybar(board)["tooltip"]?.string?.hasPrefix("taf@KPWM does not exist\n") == true)
        board.know([])
        #expect(try waybar(board)["text"] == "?" && waybar(board)["tooltip"] == "there is no source")
    }

    @Test func `without a connection, records are stale and their absence is unknown`() throws {
        var board = board([Samples.report], Samples.portland)
        board.isConnected = false
        #expect(try waybar(board)["class"]?.array?.last == "stale")
        #expect(try waybar(board)["tooltip"]?.string?.contains("no answer from almanacd") == true)
        board.removeRecords()
        #expect(try waybar(board)["text"] == "?")
        var early = Board()
        early.isConnected = false
        #expect(early.i3bar(paper).hasPrefix(#"[{"full_text":"?""#))
    }

    @Test func `a failing source has its own class until it recovers`() throws {
        var board = board([Samples.report], Samples.portland)
        let event = #"{"event": "source", "cursor": "a.6", "source": "metar@KPWM", "runtime": "#
        let failure = #""failure": {"reason": "dns", "message": "no such host", "realtimeUSec": 0}"#
        board.apply(Samples.event(event + #"{"health": "failing", \#(fetched), \#(failure)}}"#))
        #expect(try waybar(board)["class"]?.array?.last == "failing")
        #expect(
            try waybar(board)["tooltip"]?.string?.hasSuffix(
                "metar@KPWM is failing, data from 14:02Z, 5 min ago: no such host") == true)
        #expect(board.isFailing && board.i3bar(paper).contains("\"urgent\":true"))
        board.apply(Samples.event(event + #"{"health": "fresh", \#(fetched)}}"#))
        #expect(try waybar(board)["class"]?.array?.last == "fresh" && !board.isFailing)
    }
}
