/// The delimiter of messages on a connection.
public nonisolated enum Framing: UInt8, Hashable, Sendable {
    /// One NUL byte: Varlink.
    case nul = 0x00
    /// A newline: the same objects, one per line, for `nc` and `socat`.
    case newline = 0x0A
}
