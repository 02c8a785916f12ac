import Decoding
import Feeds
import Records
import TestDocuments
import Testing

/// feedparser's well-formed test feeds, checked against the expectations in their comments.
@Suite struct FeedExpectationTests {
    private static let folder = "feedparser-6.0.14/wellformed/"

    /// A feed with the verdict on its comment.
    private struct Judged {
        let file: String
        let verdict: FeedExpectation.Verdict

        var category: String { String(file.dropFirst(folder.count).split(separator: "/").first ?? "") }
    }

    @Test func `well-formed feeds meet the expectations in their comments, with listed exceptions`() throws {
        var judged: [Judged] = []
        for line in try CorpusFile.lines("feed/feeds.expected.jsonl") {
            let expected = try JSON(parsing: line)
            let file = try #require(expected["file"]?.string)
            guard file.hasPrefix(FeedExpectationTests.folder) else { continue }
            judged.append(Judged(file: file, verdict: try verdict(file, expected)))
        }
        show(judged)
        let differing = Set(judged.filter { $0.verdict == .differs }.map(\.file))
        let listed = try CorpusFile.lines("feed/expectations.tsv").map { String(decoding: $0, as: UTF8.self) }
        let explained = Set(listed.map { String($0.split(separator: "\t").first ?? "") })
        for file in differing.subtracting(explained).sorted() { print("differs:", file) }
        #expect(differing == explained)
        let told = judged.filter { $0.verdict == .agrees || $0.verdict == .differs }
        #expect(told.count >= 300)
        #expect(differing.count * 100 <= told.count * 3)
    }

    private func verdict(_ file: String, _ expected: JSON) throws -> FeedExpectation.Verdict {
        let bytes = try CorpusFile.bytes("feed/\(file)")
        guard let expectation = FeedExpectation(bytes) else { return .untold("another form") }
        let context = DocumentContext(
            reference: UTC(seconds: 0), charset: expected["charset"]?.string,
            url: expected["url"]?.string ?? "http://127.0.0.1:8097/\(file)")
        var decoder = try FeedDecoder(options: Options(), context: context)
        guard let out = try? decoder.decode(whole: bytes) else { return .differs }
        return expectation.verdict(decoder.feed, try out.records.map { try JSON(parsing: $0.data) })
    }

    /// Prints the share of met expectations by category, and the subjects of the others.
    private func show(_ judged: [Judged]) {
        let categories = Dictionary(grouping: judged, by: \.category).sorted { $0.key < $1.key }
        for (category, members) in categories {
            let agreeing = members.count { $0.verdict == .agrees }
            let differing = members.count { $0.verdict == .differs }
            let untold = members.count - agreeing - differing
            print(
                "expected \(category): \(agreeing) of \(agreeing + differing), \(untold) of what is not kept")
        }
        var fields: [String: Int] = [:]
        for case .untold(let field) in judged.map(\.verdict) { fields[field, default: 0] += 1 }
        print(
            "not kept:",
            fields.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", "))
        let agreeing = judged.count { $0.verdict == .agrees }
        print("expected in all: \(agreeing) of \(agreeing + judged.count { $0.verdict == .differs })")
    }
}
