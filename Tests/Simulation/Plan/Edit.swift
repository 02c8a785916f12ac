/// An edit of the definition of an enabled source by an administrator.
enum Edit: String, CaseIterable {
    /// The line that makes a definition useless.
    static let nonsense = "Kind=nonsense\n"

    /// A drop-in sets another interval, or is removed.
    case retune
    case tuneBack = "tune-back"
    /// It gets another title.
    case redefine
    /// It becomes invalid: the previous one stays in effect while the daemon runs.
    case spoil
    /// It is masked by an empty file: the source pauses.
    case mask
}
