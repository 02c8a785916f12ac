import Records
import TestDaemon
import Testing

/// The words of the web interface about sources of which not everything is known, in every situation: its
/// pages, and its answers to programs.
@MainActor @Suite struct SituationTests {
    /// A page or an answer, given the name that is asked for.
    nonisolated struct View: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let path: @Sendable (String) -> String
        var accept = "text/html"
        /// Whether a list of records is the answer.
        var lists = false
        var isNameless = false
    }

    nonisolated static let views = [
        View(testDescription: "start page", path: { _ in "/" }, isNameless: true),
        View(testDescription: "page of the sources", path: { _ in "/sources" }, isNameless: true),
        View(testDescription: "page of the source", path: { "/data/\($0)?limit=5" }, lists: true),
        View(
            testDescription: "API of the sources", path: { _ in "/api/sources" }, accept: "application/json",
            isNameless: true),
        View(
            testDescription: "API of the records", path: { "/api/records?source=\($0)&limit=5" },
            accept: "application/json", lists: true),
    ]

    /// The cells that nothing needs to be said in: a view that shows no records does not cut them.
    nonisolated private static func isSilent(_ view: View, _ situation: Situation) -> Bool {
        switch situation {
        case .cut: !view.lists
        case .unknownName: view.isNameless
        // A part that could not be read is a matter of the source's own page.
        case .partial: view.testDescription == "start page"
        default: false
        }
    }

    @Test(arguments: views, Situation.allCases)
    func `no page says more than is known`(_ view: View, _ situation: Situation) throws {
        let site = try Website()
        try situation.begin(on: site.daemon)
        let name = situation == .unknownName ? Situation.otherName : Situation.source
        let answer = try site.answer(view.path(name), headers: ["Accept: \(view.accept)"])
        guard !Self.isSilent(view, situation) else { return }
        for words in Situation.reassurances {
            #expect(!answer.text.contains(words), "\(answer.text)")
        }
        let says = situation.admissions.contains { answer.text.contains($0) }
        let states = view.accept == "application/json" && answer.text.contains("\"rejected\":1")
        #expect(says || situation == .partial && states, "\(answer.status): \(answer.text)")
        if situation == .unknownName { #expect(answer.status == 404) }
    }
}
