/// The last target of `show`, for a later `show` without an argument.
enum LastShown {
    private static let path = Folders.userState + "/last-shown"

    /// Returns the last target.
    ///
    /// - Throws: A complaint if there is none.
    static func read() throws(CommandError) -> String {
        guard let bytes = Files.read(path), !bytes.isEmpty else {
            throw .usage("show needs SOURCE[/KEY] or an airport the first time", see: "show")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Stores the target. A failure costs only this convenience.
    static func write(_ target: String) {
        Files.makeDirectory(Folders.userState)
        try? Files.write(target, to: path)
    }
}
