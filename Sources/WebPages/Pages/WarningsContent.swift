import AlmanacValues
import Records
public import Showing

/// All warnings in force or announced, the worst first, by source, and why there may be others.
public struct WarningsContent: Sheet {
    /// The most warnings on the page.
    private static let mostWarnings = 2000

    private let answer: WarningAnswer

    /// Makes the page of what is known about all warnings; those that are over are not shown.
    public init(_ answer: WarningAnswer) { self.answer = answer }

    /// Returns whether these are all warnings, the warnings, and the sources that were asked.
    public func lines(on paper: Paper) -> [Line] {
        PageSequence([
            GapList(answer.gaps), TextLines(statement(on: paper)), WarningList(answer.warnings),
            AskedSources(answer),
        ]).lines(on: paper)
    }

    /// Returns a section for each source of warnings, that of the worst warning first.
    public func html(on paper: Paper) -> HTML {
        HTML { page in
            page.add("h1", text: "Warnings")
            page.add("p", ["id": "statement", "role": "status"], text: statement(on: paper))
            let current = current(on: paper)
            let cut = Cut(
                shown: min(current.count, WarningsContent.mostWarnings), of: current.count, "warnings",
                advice: "the pages of their sources have the others")
            page.add(cut)
            page.add(gaps: answer.gaps, on: paper)
            for group in groups(current.prefix(WarningsContent.mostWarnings)) { add(group, to: &page, paper) }
            asked(current, in: &page, paper)
        }
    }

    private func current(on paper: Paper) -> [Warning] { Warning.current(answer.warnings, at: paper.now) }

    /// Returns how many warnings there are, and whether these are all; that there are none only if every
    /// source is current.
    private func statement(on paper: Paper) -> String {
        let count = current(on: paper).count
        let known = counted(count, "warning")
        guard answer.isComplete else {
            return count == 0
                ? "No warnings are known, but there may be some." : "\(known), and there may be others."
        }
        guard !answer.asked.isEmpty else {
            return count == 0
                ? "No source of warnings is kept: whether there are any is not known."
                : "\(known); no source of warnings is kept any more, and there may be others."
        }
        let sources = answer.asked.count == 1 ? "the source is" : "all \(answer.asked.count) sources are"
        let oldest = answer.oldest.map { " The oldest answer is from \(paper.moment($0))." } ?? ""
        return "\(count == 0 ? "No warnings" : known): \(sources) current.\(oldest)"
    }

    /// Returns the warnings of each source, in the order of the first of each.
    private func groups(_ warnings: ArraySlice<Warning>) -> [(source: String, warnings: [Warning])] {
        var places: [String: Int] = [:]
        var groups: [(source: String, warnings: [Warning])] = []
        for warning in warnings {
            let name = warning.item.source
            if let place = places[name] {
                groups[place].warnings.append(warning)
            } else {
                places[name] = groups.count
                groups.append((name, [warning]))
            }
        }
        return groups
    }

    private func add(
        _ group: (source: String, warnings: [Warning]), to page: inout HTML, _ paper: Paper
    ) {
        let source = answer.asked.first { $0.name == group.source }
        page.add("section", ["class": "card", "data-key": group.source]) { card in
            card.add("h2") {
                $0.add(
                    "a", ["href": paper.link(path(ofSource: group.source))],
                    text: source?.title ?? group.source)
                if source?.title != nil { $0.add("small", text: " " + group.source) }
            }
            card.add(gaps: source?.readingGaps ?? [], on: paper)
            card.add("ul", ["class": "found"]) { list in
                for warning in group.warnings { list.add(detailed: warning, on: paper) }
            }
        }
    }

    /// Adds the sources of which no warning is known: those without an answer may have some.
    private func asked(_ current: [Warning], in page: inout HTML, _ paper: Paper) {
        let names = Set(current.map(\.item.source))
        let others = answer.asked.filter { !names.contains($0.name) }
        guard !others.isEmpty else { return }
        page.add(section: "Sources without a known warning", id: "asked") {
            $0.add("ul") { list in
                for source in others {
                    list.add("li", ["data-key": source.name]) {
                        $0.add("a", ["href": paper.link(path(ofStateOf: source.name))], text: source.name)
                        $0.add(text: " ")
                        $0.add(source.standing.line)
                        guard let fetched = source.runtime.fetched else {
                            return $0.add(text: ", no answer yet")
                        }
                        $0.add(text: ", answer from ")
                        $0.add(moment: fetched, on: paper)
                    }
                }
            }
        }
    }
}

extension HTML {
    /// Adds a warning with its areas and the link that it states.
    fileprivate mutating func add(detailed warning: Warning, on paper: Paper) {
        let item = warning.item
        add("li", ["data-key": "\(item.source)/\(item.key)"]) {
            $0.add(wordsOf: warning, on: paper)
            if let area = warning.area { $0.add("p", ["class": "note"], text: area.shortened(toBytes: 400)) }
            $0.add(original: item.property("web")?.string, text: "Open the original")
        }
    }
}
