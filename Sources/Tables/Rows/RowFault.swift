/// The reason why the fields of a row cannot be separated.
public enum RowFault: String, Sendable {
    /// `"a"b`: the end of the field is ambiguous.
    case textBehindQuote = "text after a closing quote: Quote=none makes quotes characters"
    /// The text ended first; the row is assumed to end with its first line.
    case openQuote = "a quote that is never closed: Quote=none makes quotes characters"
}
