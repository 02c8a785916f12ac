/// A change of the state folder by another program.
enum Disaster: String, CaseIterable {
    /// Everything in it is removed while the daemon runs.
    case emptied
    /// The files of the database are removed while the daemon runs.
    case unlinked
    /// A copy of the folder is made while the daemon is stopped, or the last copy is restored.
    case copied
    case restored
    /// The daemon is upgraded from the previous release, whose database has the schema before.
    case upgraded
}
