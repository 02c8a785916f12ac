import Records
import TestDaemon
import Testing
import Varlink

/// The rejects of a source as JSON.
@MainActor @Suite struct RejectCallTests {
    /// Returns the answer about a source without rejects whose last attempt failed.
    private func answer(after reason: String) throws -> JSON {
        let site = try Website()
        try site.daemon.answer("GetRejects", #"{"rejects": []}"#)
        let failure = #"{"reason": "\#(reason)", "message": "no table", "realtimeUSec": 2, "count": 1}"#
        let runtime = #"{"health": "failing", "records": 2, "fetchedUSec": 1, "failure": \#(failure)}"#
        let context = #"{"name": "rows", "kind": "table"}"#
        try site.daemon.answer(
            "ListSources", #"{"sources": [{"context": \#(context), "runtime": \#(runtime)}]}"#)
        return try JSON(parsing: Array(site.answer("/api/rejects?source=rows").body.utf8))
    }

    @Test func `no rejects of a document that was refused as a whole are unknown`() throws {
        let refused = try answer(after: "content")
        #expect(refused["rejects"]?.array?.isEmpty == true)
        #expect(refused["unknown"]?.array?.first?["source"] == "rows")
        #expect(try answer(after: "dns")["unknown"] == nil)
    }
}
