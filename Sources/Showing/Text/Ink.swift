/// What a run of text is written in: the terminal's own colours, so that its palette decides.
///
/// Only those that can be read on light and on dark: no yellow, no cyan, no white. A colour never
/// stands alone: the word that it colours says the same.
///
/// Source: ECMA-48 §8.3.117, SGR; 94 is the bright blue of aixterm.
public enum Ink: String, Sendable, CaseIterable {
    /// As the terminal writes.
    case plain = ""
    /// Bold: headings and what matters.
    case strong = "1"
    /// Fainter: what is only there to be found.
    case faint = "2"
    /// Green: all is well.
    case good = "32"
    /// Blue: not quite.
    case fair = "94"
    /// Bold red: look here.
    case bad = "1;31"
    /// Magenta: as bad as it gets.
    case grave = "35"
}
