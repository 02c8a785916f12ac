/// A file that another program puts into the folder of incoming documents under the name of a source.
enum Delivery: String, CaseIterable {
    /// The document that the upstream has now, or an earlier one.
    case document
    case earlier
    case garbage
    /// Things that the daemon must not read.
    case symbolicLink = "symbolic-link"
    case hardLink = "hard-link"
    case folder

    /// Whether the daemon takes it away.
    var isTaken: Bool { self == .document || self == .earlier || self == .garbage }
}
