/// Why a row's fields cannot be told apart.
public enum RowFault: String, Sendable {
    /// `"a"b`: it is not known where the field ends.
    case textBehindQuote = "text behind a closing quote"
    /// `a"b`: in a table with quotes a field that holds one must be enclosed.
    case quoteInField = "a quote within a field that is not enclosed"
    /// The end came first; the row is taken to end with its first line.
    case openQuote = "a quote that is never closed"
}
