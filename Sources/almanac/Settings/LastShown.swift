/// What `show` showed last, kept for the next `show` without an argument.
enum LastShown {
    private static let path = Folders.userState + "/last-shown"

    /// What was shown last.
    ///
    /// - Throws: When nothing was.
    static func read() throws(Complaint) -> String {
        guard let bytes = Files.read(path), !bytes.isEmpty else {
            throw .usage("show needs SOURCE[/KEY] or an airport the first time", see: "show")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Keeps what was shown. Where that is not possible nothing is lost but a convenience.
    static func write(_ target: String) {
        Files.makeDirectory(Folders.userState)
        try? Files.write(target, to: path)
    }
}
