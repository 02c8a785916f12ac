import Decoding
import Records
import Testing

@Suite struct EntryOrderTests {
    private let now = UTC(iso8601: "2026-11-28T12:00:00Z") ?? UTC(seconds: 0)

    private func entry(_ data: String, title: String? = "one") -> Record {
        Record(key: "k", title: title, data: Array(data.utf8))
    }

    private func judged(_ new: String, over stored: String) -> String {
        String(decoding: EntryOrder([now]).judge(entry(new), over: entry(stored)).data, as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"id":"a"}"#, #"{"id":"a","received":"2026-11-28T12:00:00Z"}"#),
        (#"{"text":"x\"y"}"#, #"{"received":"2026-11-28T12:00:00Z","text":"x\"y"}"#),
        (
            #"{"a":1,"received":"2025-01-01T00:00:00Z","z":[{"b":"}"}]}"#,
            #"{"a":1,"received":"2026-11-28T12:00:00Z","z":[{"b":"}"}]}"#
        ),
        ("{}", #"{"received":"2026-11-28T12:00:00Z"}"#), ("[1]", "[1]"), ("", ""), (#"{"a":"#, #"{"a":"#),
    ])
    func `the time of reception takes its place among the members`(data: String, stamped: String) {
        let record = EntryOrder.stamped(entry(data), received: now)
        #expect(String(decoding: record.data, as: UTF8.self) == stamped)
    }

    @Test(arguments: [
        (#"{"id":"a","received":"2026-11-28T12:00:00Z"}"#, #"{"id":"a"}"#),
        (#"{"received":"","text":"\"received\":\"x\""}"#, #"{"text":"\"received\":\"x\""}"#),
        (#"{"received":"2026-11-28T12:00:00Z"}"#, "{}"),
        (#"{"a":{"received":"x"}}"#, #"{"a":{"received":"x"}}"#), (#"{"id":"a"}"#, #"{"id":"a"}"#),
        ("[1]", "[1]"), ("", ""),
    ])
    func `an entry as its document has it lacks the time of reception`(stored: String, bare: String) {
        #expect(String(decoding: EntryOrder.bare(entry(stored)).data, as: UTF8.self) == bare)
    }

    @Test func `an entry keeps the time at which it was first received`() {
        let stored = #"{"received":"2026-11-20T00:00:00Z","text":"a"}"#
        #expect(judged(#"{"received":"2026-11-28T12:00:00Z","text":"a"}"#, over: stored) == stored)
        #expect(
            judged(#"{"received":"2026-11-28T12:00:00Z","text":"b"}"#, over: stored)
                == #"{"received":"2026-11-20T00:00:00Z","text":"b"}"#)
        #expect(
            judged(#"{"received":"2026-11-28T12:00:00Z","text":"a"}"#, over: #"{"text":"a"}"#)
                == #"{"text":"a"}"#)
    }

    @Test(arguments: [
        (#"{"received":"2026-11-20","text":"a"}"#, #"{"received":"2026-11-28T12:00:00Z","text":"a"}"#),
        (#"{"received":"","z":1}"#, #"{"received":"2026-11-28T12:00:00Z","z":1}"#),
        (#"{"received":"2026-11-28T12:00:00.5Z"}"#, #"{"received":"2026-11-28T12:00:00Z"}"#),
    ])
    func `times of reception of any length are no difference`(stored: String, new: String) {
        #expect(judged(new, over: stored) == stored)
    }

    @Test(arguments: [
        (#"{"received":"1","text":"a"}"#, #"{"received":"1","text":"b"}"#),
        (#"{"received":"1","text":"a"}"#, #"{"received":"2","text":"b"}"#),
        (#"{"received":"1","text":"a"}"#, #"{"received":"1"}"#),
        (#"{"receiver":"1"}"#, #"{"receiver":"2"}"#),
        (#"{"text":"\"received\":\"1"}"#, #"{"text":"\"received\":\"2"}"#),
    ])
    func `a difference outside of the time of reception is news`(stored: String, new: String) {
        #expect(judged(new, over: stored) != stored)
    }

    @Test(arguments: [
        ("2026-11-28T11:50:00Z", true), ("2026-11-28T12:15:00Z", true), ("2026-11-28T11:40:00Z", false),
        ("soon", false),
    ])
    func `an entry whose time is only that of the answer stays as it was`(time: String, isAnswer: Bool) {
        let stored = #"{"text":"a","updated":"2026-11-27T00:00:00Z"}"#
        let new = #"{"text":"a","updated":"\#(time)"}"#
        #expect(judged(new, over: stored) == (isAnswer ? stored : new))
        #expect(judged(new.replacing("\"a\"", with: "\"b\""), over: stored).contains("\"b\""))
        // A time that was not stated before is news.
        #expect(judged(new, over: #"{"text":"a"}"#) == new)
    }

    @Test func `another title is news, although nothing but the time of the answer differs`() {
        let stored = entry(#"{"updated":"2026-11-27T00:00:00Z"}"#, title: "other")
        let new = entry(#"{"updated":"2026-11-28T12:00:00Z"}"#)
        #expect(EntryOrder([now]).judge(new, over: stored) == new)
    }
}
