import Glibc
import Records
import TestDaemon
import Testing
import Varlink

/// The first state of a source that `enable` and `add` print.
@MainActor @Suite struct FirstStateTests {
    private let shelf: DefinitionShelf

    init() throws { shelf = try DefinitionShelf() }

    /// Makes the daemon have hospitals in a state, or nothing, and enables them.
    private func enable(_ runtime: String?) throws -> Ended {
        let source = runtime.map { #"{"context": {"name": "hospitals"}, "runtime": {\#($0)}}"# }
        try shelf.daemon.answer("ListSources", #"{"sources": [\#(source ?? "")]}"#)
        return try shelf.run("enable", "hospitals")
    }

    private func failure(_ reason: String, _ message: String) -> String {
        #""health": "empty", "failure": {"reason": "\#(reason)", "message": "\#(message)", "realtimeUSec": 0}"#
    }

    @Test func `a source with an answer is current, or empty`() throws {
        let current = try enable(#""health": "fresh", "records": 1226, "fetchedUSec": 1"#)
        #expect(current.status == 0 && current.output.hasSuffix("hospitals is fresh: 1226 records\n"))
        let empty = try enable(#""health": "fresh", "records": 0, "fetchedUSec": 1"#)
        #expect(empty.status == 0 && empty.output.hasSuffix("hospitals is empty: 0 records\n"))
    }

    @Test func `what the first document has, and the records lack, is said at once`() throws {
        let run = try enable(
            #""health": "fresh", "records": 2, "fetchedUSec": 1, "rejected": 1, "omitted": {"null": 3}, "#
                + #""notes": ["the document is cut off"]"#)
        #expect(run.status == 0)
        #expect(
            run.output.hasSuffix(
                """
                hospitals is fresh: 2 records
                omitted: 3 null
                unknown: hospitals: 1 part could not be read (almanac rejects hospitals)
                unknown: hospitals: the document is cut off

                """))
    }

    @Test func `a source that is being fetched says so`() throws {
        let run = try enable(#""health": "empty", "attemptUSec": 1"#)
        #expect(run.status == 0 && run.output.hasSuffix("fetching hospitals\n"))
    }

    @Test func `a missing contact address is named with the command that sets it`() throws {
        let message = "api.weather.gov requires contact information: set Contact= in almanac.conf"
        let run = try enable(failure("policy", message))
        #expect(run.status == 1)
        #expect(
            run.error == "almanac: hospitals needs Contact=: sudo almanac set contact you@example.org\n")
    }

    @Test func `a failure for good is a failure of the command, a passing one is not`() throws {
        let final = try enable(failure("denied", "the upstream answers 403"))
        #expect(final.status == 1)
        #expect(final.error.contains("hospitals is failing: denied: the upstream answers 403\n"))
        let passing = try enable(failure("dns", "no such host"))
        #expect(passing.status == 0 && passing.error.contains("hospitals is failing: dns: no such host"))
    }

    @Test func `a daemon that has not read the definition, or does not run, is named`() throws {
        let run = try enable(nil)
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("almanacd has not read the definition of hospitals yet\n"))
        shelf.daemon.stop()
        let later = try shelf.run("enable", "metar@KPWM")
        #expect(later.status == 0)
        #expect(later.output.hasSuffix("almanacd does not run; it fetches metar@KPWM once it does\n"))
    }

    @Test func `the hint for a missing permission repeats the command`() throws {
        shelf.daemon.on("AddSource") { $0.fail(.permissionDenied) }
        let run = try Running(
            ["enable", "hospitals", "--config", "/proc/nothing", "--library", shelf.library], on: shelf.daemon
        )
        #expect(try run.end() == 77)
        #expect(run.error.contains("  try: sudo almanac enable hospitals --config /proc/nothing --library "))
    }

    @Test func `set contact writes a drop-in and reloads the daemon`() throws {
        try shelf.daemon.answer("Reload", "{}")
        let run = try shelf.run("set", "contact", "me@example.org")
        let path = shelf.configuration + "/almanac.conf.d/contact.conf"
        #expect(run.status == 0 && run.output == "\(path): Contact=mailto:me@example.org\n")
        let text = File.read(path).map { String(decoding: $0, as: UTF8.self) }
        #expect(text?.hasSuffix("[Almanac]\nContact=mailto:me@example.org\n") == true)
        #expect(shelf.daemon.asked.map(\.method) == ["Reload"])
        #expect(try shelf.run("set", "contact", "nobody").status == 64)
        #expect(try shelf.run("set", "units", "metric").status == 64)
    }

    @Test func `before the first document, rejects says that there is none`() throws {
        try shelf.daemon.answer("GetRejects", #"{"rejects": []}"#)
        let runtime = failure("dns", "no such host")
        try shelf.daemon.answer(
            "ListSources", #"{"sources": [{"context": {"name": "hospitals"}, "runtime": {\#(runtime)}}]}"#)
        let run = try shelf.run("rejects", "hospitals")
        #expect(run.status == 4)
        #expect(
            run.output
                == "no document of hospitals yet\nunknown: hospitals has no data: no such host\n")
        let json = try shelf.run("rejects", "hospitals", "--json")
        #expect(json.status == 4)
        #expect(
            json.output == #"{"unknown":[{"source":"hospitals","reason":"no data: no such host"}]}"# + "\n")
    }

    @Test func `rejects does not say of a document that was refused that it could be read`() throws {
        func answer(_ reason: String, rejects: String) throws -> Ended {
            try shelf.daemon.answer("GetRejects", #"{"rejects": [\#(rejects)]}"#)
            let failure = #"{"reason": "\#(reason)", "message": "no table", "realtimeUSec": 2, "count": 1}"#
            let runtime =
                #""health": "failing", "records": 2, "rejected": 0, "generation": 1, "fetchedUSec": 1, "#
                + #""failure": \#(failure)"#
            try shelf.daemon.answer(
                "ListSources", #"{"sources": [{"context": {"name": "rows"}, "runtime": {\#(runtime)}}]}"#)
            return try shelf.run("rejects", "rows")
        }
        let whole = try answer("content", rejects: "")
        #expect(whole.status == 4 && whole.output.hasPrefix("the last document of rows was refused\n"))
        #expect(whole.output.contains("rows is failing") && !whole.output.contains("could be read"))
        let earlier = try answer("shape", rejects: #"{"found": "x", "reason": "no number"}"#)
        #expect(earlier.status == 4 && earlier.output.contains("no number"))
        #expect(earlier.output.contains("Rejects of the document before"))
        // The last document could be read; the present state of the upstream is unknown.
        let unreachable = try answer("dns", rejects: "")
        #expect(unreachable.status == 0 && unreachable.output.contains("could be read"))
    }
}
