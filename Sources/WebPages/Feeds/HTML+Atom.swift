import Showing

extension HTML {
    /// Makes a document of Atom: its head, then its entries, each on a line of its own.
    init(atom entries: [ChangeEntry], on paper: Paper, head: (inout HTML) -> Void) {
        self.init()
        add(markup: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
        add("feed", ["xmlns": "http://www.w3.org/2005/Atom"]) { feed in
            head(&feed)
            for entry in entries {
                feed.add(markup: "\n")
                entry.add(to: &feed, on: paper)
            }
        }
        add(markup: "\n")
    }
}
