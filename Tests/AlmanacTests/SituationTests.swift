import Records
import TestDaemon
import Testing

/// The words of `almanac` about sources of which not everything is known, in every situation and view: no
/// cell of this table says more than is known.
@MainActor @Suite struct SituationTests {
    /// A view of the program.
    nonisolated struct View: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The arguments, given the name that is asked for.
        let words: @Sendable (String) -> [String]
        /// Whether the answer is a list of records, which must be complete or say that it is not.
        var lists = false
        /// Whether the view asks for no name, so that an unknown one does not concern it.
        var isNameless = false
    }

    nonisolated static let views = [
        View(testDescription: "list") { ["list", $0] },
        View(testDescription: "show", words: { ["show", $0, "--limit", "5"] }, lists: true),
        View(testDescription: "status", words: { _ in ["status"] }, isNameless: true),
        View(testDescription: "status of the source") { ["status", $0] },
        View(testDescription: "warnings", words: { _ in ["warnings"] }, lists: true, isNameless: true),
        View(
            testDescription: "warnings as JSON", words: { _ in ["warnings", "--json=short"] }, lists: true,
            isNameless: true),
        View(
            testDescription: "bar", words: { _ in ["warnings", "--format", "waybar"] }, lists: true,
            isNameless: true),
        View(testDescription: "watch in a bar") {
            ["watch", $0, "--format", "waybar", "--snapshot", "-n", "1"]
        },
        View(testDescription: "metrics", words: { _ in ["metrics"] }, isNameless: true),
    ]

    /// The cells that nothing needs to be said in: a view that shows no records does not cut them.
    nonisolated private static func isSilent(_ view: View, _ situation: Situation) -> Bool {
        switch situation {
        case .cut: !view.lists || view.isNameless
        case .unknownName: view.isNameless
        default: false
        }
    }

    @Test(arguments: views, Situation.allCases)
    func `no cell says more than is known`(_ view: View, _ situation: Situation) throws {
        let daemon = try ScriptedDaemon()
        try situation.begin(on: daemon)
        let name = situation == .unknownName ? Situation.otherName : Situation.source
        let (status, output, error) = try daemon.run(view.words(name))
        let text = output + error
        guard !Self.isSilent(view, situation) else { return }
        for words in Situation.reassurances {
            #expect(!text.contains(words), "\(text)")
        }
        #expect(Self.admits(text, view, situation), "\(status): \(text)")
        if view.lists, situation != .cut { #expect(status != 0, "\(text)") }
    }

    private static func admits(_ text: String, _ view: View, _ situation: Situation) -> Bool {
        if view.testDescription == "metrics" { return admitsInMetrics(text, situation) }
        return situation.admissions.contains { text.contains($0) }
    }

    private static func admitsInMetrics(_ text: String, _ situation: Situation) -> Bool {
        let lines = text.split(separator: "\n")
        func has(_ name: String, _ label: String, _ value: String) -> Bool {
            lines.contains { $0.hasPrefix(name) && $0.contains(label) && $0.hasSuffix(" " + value) }
        }
        let isFresh = has("almanac_source_health", "=\"fresh\"}", "1")
        return situation == .partial ? has("almanac_source_rejected", "", "1") : !isFresh
    }
}
