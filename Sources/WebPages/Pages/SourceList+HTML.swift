import AlmanacValues
public import Showing

extension SourceList: Sheet {
    /// Returns all sources with their states, and what the daemon itself cannot do.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", text: "Sources")
            $0.add(notes: failures.map { $0.line(on: paper) })
            guard !sources.isEmpty else {
                return $0.add("p", text: "There are no sources yet. Add one: almanac add KPWM")
            }
            $0.add("p", ["id": "states"], line: counts.line)
            let link = { (row: Int) in paper.link(path(ofStateOf: sources[row].name)) }
            $0.add(
                table(on: paper),
                .init(label: "Sources", id: "sources", link: link, key: { sources[$0].name }))
        }
    }
}
