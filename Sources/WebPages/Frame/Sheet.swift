public import Showing

/// A page in both of its forms: text for terminals, and HTML for browsers.
public protocol Sheet: Showable {
    /// Returns the content of the page for browsers.
    func html(on paper: Paper) -> HTML
}

/// A page with a message, such as that a page does not exist.
public struct MessageContent {
    private let title: String
    private let message: String

    /// Makes the page.
    public init(_ title: String, _ message: String) {
        self.title = title
        self.message = message
    }

    /// The content of the page.
    public var html: HTML {
        HTML {
            $0.add("h1", text: title)
            $0.add("p", text: message)
        }
    }
}
