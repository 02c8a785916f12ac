public import Showing

/// A page in both of its forms: text for terminals, and HTML for browsers.
public protocol Sheet: Showable {
    /// Returns the content of the page for browsers.
    func html(on paper: Paper) -> HTML
}

extension HTML {
    /// Returns a page with a message, such as that a page does not exist.
    public static func message(_ text: String, title: String) -> HTML {
        HTML {
            $0.add("h1", text: title)
            $0.add("p", text: text)
        }
    }
}
