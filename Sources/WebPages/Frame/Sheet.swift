public import Showing

/// A page in both of its forms: text for terminals, and HTML for browsers.
public protocol Sheet: Showable {
    /// Returns the content of the page for browsers.
    func html(on paper: Paper) -> HTML
}

extension HTML {
    /// Returns the page of an address where nothing is: the message, a search for what the address names, and
    /// links to the pages that list everything.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - title: The title.
    ///   - name: The words of the search.
    ///   - preferences: The choices of the user, which links keep.
    /// - Returns: The page.
    public static func missing(
        _ text: String, title: String, named name: String, _ preferences: Preferences
    ) -> HTML {
        HTML { page in
            page.add(message(text, title: title))
            page.add("p") { line in
                let words = name.shortened(toBytes: 200)
                if !words.isEmpty {
                    let search = preferences.link("/search?q=" + percentEncoded(words))
                    line.add("a", ["href": search], text: "Search all records for \(words)")
                    line.add(text: ", or see ")
                }
                for (index, place) in [
                    ("/", "all airports"), ("/map", "the map"), ("/sources", "all sources"),
                ]
                .enumerated() {
                    if index > 0 { line.add(text: index == 2 ? " or " : ", ") }
                    line.add("a", ["href": preferences.link(place.0)], text: place.1)
                }
                line.add(text: ".")
            }
        }
    }

    /// Returns a page with a message, such as that a page does not exist.
    public static func message(_ text: String, title: String) -> HTML {
        HTML {
            $0.add("h1", text: title)
            $0.add("p", text: text)
        }
    }
}
