import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct SchemaCallTests {
    @Test func `the schema of a source's records is what the daemon describes`() throws {
        let site = try Website()
        var asked: JSON?
        site.daemon.on("DescribeSource") { call in
            asked = call.parameters["name"]
            call.reply(["source": [:], "schema": ["type": "object", "required": ["raw"]], "phases": []])
        }
        try site.daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "reports", "kind": "metar"},
            "runtime": {"health": "fresh", "records": 1, "rejected": 0, "generation": 1}}]}
            """)
        let answer = try site.answer("/api/schema?source=reports")
        #expect(answer.status == 200)
        #expect(asked == "reports")
        #expect(answer.text.hasSuffix(#"{"type":"object","required":["raw"]}"#))
    }
}
