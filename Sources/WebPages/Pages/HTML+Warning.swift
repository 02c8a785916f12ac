import AlmanacValues
import Showing

extension HTML {
    /// Adds a warning as an item of a list: its severity, event and time.
    ///
    /// - Parameters:
    ///   - warning: The warning.
    ///   - link: The address of its record; `nil` for none.
    ///   - paper: The user's zone and the time.
    mutating func add(warning: Warning, link: String?, on paper: Paper) {
        let item = warning.item
        add("li", ["data-key": "\(item.source)/\(item.key)"]) {
            if !warning.words.isEmpty {
                $0.add("strong", text: warning.words)
                $0.add(text: ": ")
            }
            if let link {
                $0.add("a", ["href": link], text: item.name.prefix(200))
            } else {
                $0.add(text: String(item.name.prefix(200)))
            }
            if let onset = warning.onset, onset > paper.now {
                $0.add(text: " from ")
                $0.add(moment: onset, on: paper)
            }
            guard let ends = warning.ends else { return }
            $0.add(text: " until ")
            $0.add(moment: ends, on: paper)
        }
    }
}
