public import Showing

/// A page in both of its forms: text for terminals, and HTML for browsers.
public protocol Sheet: Showable {
    /// Returns the content of the page for browsers.
    func html(on paper: Paper) -> HTML
}
