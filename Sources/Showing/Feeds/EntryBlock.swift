/// A part of the text of an entry: a paragraph, an item of a list, or preformatted lines.
package struct EntryBlock: Hashable, Sendable {
    /// The kind of a block.
    package enum Style: Sendable {
        case paragraph
        case heading
        /// Lines whose white space counts.
        case preformatted
        /// A row of a table.
        case row
    }

    /// A piece of text, or a file such as an image, which is not shown.
    package struct Run: Hashable, Sendable {
        /// The text; for a file the words for it. A newline ends a line.
        package var text: String
        /// The number of the link that the text belongs to, counted from 0; `nil` for none.
        package var link: Int?
        /// The address of the file; empty if it is not known, and `nil` for a text.
        package var file: String?
        /// The kind of file, such as `image`; empty for a text.
        package var medium = ""
    }

    /// The style.
    package var style = Style.paragraph
    /// The number of lists around it.
    package var depth = 0
    /// Whether the innermost list has numbers.
    package var isOrdered = false
    /// The number of quotations around it.
    package var quotes = 0
    /// The number of the item that it begins, or a bullet; `nil` if it begins none.
    package var marker: String?
    /// The texts.
    package var runs: [Run] = []
}
