/// The ASCII characters that have no letter or digit as their name, as bytes of UTF-8.
///
/// Letters and digits are written `UInt8(ascii: "x")`. Text is compared and split as bytes, so these
/// constants take the place of characters; each folds to a number in the caller.
extension UInt8 {
    /// The control character BS.
    @inlinable @inline(__always) package static var backspace: UInt8 { UInt8(ascii: "\u{08}") }
    /// The horizontal tab.
    @inlinable @inline(__always) package static var tab: UInt8 { UInt8(ascii: "\t") }
    /// The line feed.
    @inlinable @inline(__always) package static var newline: UInt8 { UInt8(ascii: "\n") }
    /// The control character FF.
    @inlinable @inline(__always) package static var formFeed: UInt8 { UInt8(ascii: "\u{0C}") }
    /// The carriage return.
    @inlinable @inline(__always) package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    /// The space.
    @inlinable @inline(__always) package static var space: UInt8 { UInt8(ascii: " ") }
    /// `!`.
    @inlinable @inline(__always) package static var exclamationMark: UInt8 { UInt8(ascii: "!") }
    /// `"`, the straight double quotation mark.
    @inlinable @inline(__always) package static var quote: UInt8 { UInt8(ascii: "\"") }
    /// `#`.
    @inlinable @inline(__always) package static var numberSign: UInt8 { UInt8(ascii: "#") }
    /// `$`.
    @inlinable @inline(__always) package static var dollar: UInt8 { UInt8(ascii: "$") }
    /// `%`.
    @inlinable @inline(__always) package static var percent: UInt8 { UInt8(ascii: "%") }
    /// `&`.
    @inlinable @inline(__always) package static var ampersand: UInt8 { UInt8(ascii: "&") }
    /// `'`, also the straight single quotation mark.
    @inlinable @inline(__always) package static var apostrophe: UInt8 { UInt8(ascii: "'") }
    /// `(`.
    @inlinable @inline(__always) package static var leftParenthesis: UInt8 { UInt8(ascii: "(") }
    /// `)`.
    @inlinable @inline(__always) package static var rightParenthesis: UInt8 { UInt8(ascii: ")") }
    /// `*`.
    @inlinable @inline(__always) package static var asterisk: UInt8 { UInt8(ascii: "*") }
    /// `+`.
    @inlinable @inline(__always) package static var plus: UInt8 { UInt8(ascii: "+") }
    /// `,`.
    @inlinable @inline(__always) package static var comma: UInt8 { UInt8(ascii: ",") }
    /// `-`, also the minus sign.
    @inlinable @inline(__always) package static var hyphen: UInt8 { UInt8(ascii: "-") }
    /// `.`, also the decimal point.
    @inlinable @inline(__always) package static var period: UInt8 { UInt8(ascii: ".") }
    /// `/`.
    @inlinable @inline(__always) package static var slash: UInt8 { UInt8(ascii: "/") }
    /// `:`.
    @inlinable @inline(__always) package static var colon: UInt8 { UInt8(ascii: ":") }
    /// `;`.
    @inlinable @inline(__always) package static var semicolon: UInt8 { UInt8(ascii: ";") }
    /// `<`.
    @inlinable @inline(__always) package static var lessThan: UInt8 { UInt8(ascii: "<") }
    /// `=`.
    @inlinable @inline(__always) package static var equals: UInt8 { UInt8(ascii: "=") }
    /// `>`.
    @inlinable @inline(__always) package static var greaterThan: UInt8 { UInt8(ascii: ">") }
    /// `?`.
    @inlinable @inline(__always) package static var questionMark: UInt8 { UInt8(ascii: "?") }
    /// `@`.
    @inlinable @inline(__always) package static var at: UInt8 { UInt8(ascii: "@") }
    /// `[`.
    @inlinable @inline(__always) package static var leftBracket: UInt8 { UInt8(ascii: "[") }
    /// `\`.
    @inlinable @inline(__always) package static var backslash: UInt8 { UInt8(ascii: "\\") }
    /// `]`.
    @inlinable @inline(__always) package static var rightBracket: UInt8 { UInt8(ascii: "]") }
    /// `^`.
    @inlinable @inline(__always) package static var caret: UInt8 { UInt8(ascii: "^") }
    /// `_`.
    @inlinable @inline(__always) package static var underscore: UInt8 { UInt8(ascii: "_") }
    /// `{`.
    @inlinable @inline(__always) package static var leftBrace: UInt8 { UInt8(ascii: "{") }
    /// `|`.
    @inlinable @inline(__always) package static var verticalBar: UInt8 { UInt8(ascii: "|") }
    /// `}`.
    @inlinable @inline(__always) package static var rightBrace: UInt8 { UInt8(ascii: "}") }
    /// `~`.
    @inlinable @inline(__always) package static var tilde: UInt8 { UInt8(ascii: "~") }
    /// The control character DEL.
    @inlinable @inline(__always) package static var delete: UInt8 { UInt8(ascii: "\u{7F}") }
    /// The first byte, in UTF-8, of the C1 controls, U+0080...U+009F, and of U+00A0...U+00BF.
    @inlinable @inline(__always) package static var c1Lead: UInt8 { 0xC2 }
    /// The second byte, in UTF-8, of U+00A0, the first character after the C1 controls.
    @inlinable @inline(__always) package static var c1End: UInt8 { 0xA0 }
}
