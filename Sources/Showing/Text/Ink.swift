/// The colour of text: one of the terminal's own colours, so that its palette applies.
///
/// Only colours that are legible on light and dark backgrounds: no yellow, cyan or white. A colour never
/// carries information alone: the coloured word says the same.
///
/// Source: ECMA-48 §8.3.117, SGR; 94 is the bright blue of aixterm.
public enum Ink: String, Sendable, CaseIterable {
    /// The default colour.
    case plain = ""
    /// Bold: headings and important text.
    case strong = "1"
    /// Faint: secondary text.
    case faint = "2"
    /// Green: all is well.
    case good = "32"
    /// Blue: slightly worse.
    case fair = "94"
    /// Bold red: needs attention.
    case bad = "1;31"
    /// Magenta: the worst.
    case grave = "35"
}
