import Glibc

/// A file that is written beside the one whose place it will take; letting go of it before removes it.
struct TemporaryFile: ~Copyable {
    private static let suffix = ".tmp"

    /// So much is written before the disk is waited for, so that the end does not wait for all of it.
    private static let stride = 4 << 20

    private let file: File
    private let directory: String
    private let target: String
    private var isKept = false
    private var pending = 0

    /// Makes an empty one for the file `name` of a directory. One at a time for a name.
    init(for name: String, in directory: String, mode: mode_t) throws(StoreError) {
        let file = try File.creating("\(directory)/\(TemporaryFile.name(for: name))", mode: mode)
        self.init(file: file, directory: directory, target: "\(directory)/\(name)")
    }

    private init(file: consuming File, directory: String, target: String) {
        (self.directory, self.target) = (directory, target)
        self.file = file
    }

    deinit {
        // A leftover is removed at the next opening.
        if !isKept { unlink(file.path) }
    }

    /// Writes bytes at the end.
    mutating func write(_ bytes: [UInt8]) throws(StoreError) {
        var failure: StoreError?
        bytes.withUnsafeBytes { all in
            do throws(StoreError) { try write(all) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Writes bytes at the end.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        try file.write(bytes)
        pending += bytes.count
        guard pending >= TemporaryFile.stride else { return }
        try file.synchronize()
        pending = 0
    }

    /// The name that a file has until it takes its place: not shown by `ls`, removed by `clean`.
    static func name(for name: String) -> String { ".\(name)\(suffix)" }

    /// Takes the target's place, its contents on the disk before its name is.
    ///
    /// - Parameter isNameDurable: Whether to wait until the name is on the disk too.
    /// - Throws: When the disk fails; the target is what it was, or the new file.
    mutating func keep(isNameDurable: Bool) throws(StoreError) {
        try file.synchronize()
        try File.rename(file.path, to: target)
        isKept = true
        if isNameDurable { try File.synchronizeDirectory(directory) }
    }

    /// What tells it from others.
    func mark() throws(StoreError) -> FileMark { try file.mark() }

    /// Removes what others, that did not come to their end, left in a directory.
    static func clean(_ directory: String) throws(StoreError) {
        for name in try File.names(in: directory) where name.hasPrefix(".") && name.hasSuffix(suffix) {
            try File.remove("\(directory)/\(name)")
        }
    }
}
