import Records
import Showing
import Testing

@Suite struct BoardTests {
    private let paper = Paper(width: 80, now: Golden.now)

    @Test func `Waybar receives one line with text, tooltip and class, with escaped markup`() throws {
        var board = Board()
        board.take(Samples.improved)
        board.take(
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
        board.take(Samples.improved)
        let line = board.i3bar(paper)
        #expect(line.hasSuffix(","))
        let blocks = try JSON(parsing: Array(line.utf8.dropLast()))
        #expect(blocks.array?.first?["full_text"] == "KPWM MVFR 18 °C")
    }

    @Test func `a removed record disappears`() {
        var board = Board()
        board.take(Samples.improved)
        board.take(
            Samples.event(#"{"event": "removed", "cursor": "a.6", "source": "metar@KPWM", "key": "KPWM"}"#))
        #expect(board.i3bar(paper) == "[],")
    }

    @Test func `a failing source has its own class until it recovers`() throws {
        var board = Board()
        let failing =
            #"{"event": "source", "cursor": "a.6", "source": "f", "runtime": {"health": "failing"}}"#
        board.take(Samples.event(failing))
        #expect(try JSON(parsing: Array(board.waybar(paper).utf8))["class"] == ["failing"])
        board.take(
            Samples.event(
                #"{"event": "source", "cursor": "a.6", "source": "f", "runtime": {"health": "fresh"}}"#))
        #expect(try JSON(parsing: Array(board.waybar(paper).utf8))["class"] == [])
    }
}
