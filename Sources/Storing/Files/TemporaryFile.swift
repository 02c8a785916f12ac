import Glibc

/// A file that is written next to the one it will replace; releasing it earlier removes it.
struct TemporaryFile: ~Copyable {
    private static let suffix = ".tmp"

    /// The number of bytes after which the file is synchronized, so that the end does not wait for all of
    /// them.
    static let large = 4 << 20

    private let file: File
    private let directory: String
    private let target: String
    private var isKept = false
    private var pending = 0

    /// The part of a file that is on the disk when the file is in place.
    enum Durability {
        /// The contents, and the name: a power cut changes nothing.
        case name
        /// The contents: after a power cut, the target is the new file or the one before.
        case contents
        /// Nothing: after a power cut, the target is the new file, the one before, or torn. Whoever reads it
        /// must notice that.
        case none
    }

    /// Creates an empty temporary file for the file `name` of a directory; there must be only one at a time
    /// for a name.
    init(for name: String, in directory: String, mode: mode_t) throws(StoreError) {
        let file = try File.creating("\(directory)/\(TemporaryFile.name(for: name))", mode: mode)
        self.init(file: file, directory: directory, target: "\(directory)/\(name)")
    }

    private init(file: consuming File, directory: String, target: String) {
        self.directory = directory
        self.target = target
        self.file = file
    }

    deinit {
        // A leftover is removed at the next opening.
        if !isKept { unlink(file.path) }
    }

    /// Appends bytes to the file.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        try file.write(bytes)
        try count(bytes.count)
    }

    /// Appends bytes to the file.
    mutating func write(_ bytes: [UInt8]) throws(StoreError) {
        try file.write(bytes)
        try count(bytes.count)
    }

    /// Counts written bytes, and synchronizes the file when there are many.
    private mutating func count(_ bytes: Int) throws(StoreError) {
        pending += bytes
        guard pending >= TemporaryFile.large else { return }
        try file.synchronize()
        isLarge = true
        pending = 0
    }

    /// Returns the temporary name of a file: hidden from `ls` and removed by `clean`.
    static func name(for name: String) -> String { ".\(name)\(suffix)" }

    /// Whether the file is so large that a part of it was synchronized.
    private(set) var isLarge = false

    /// Replaces the target.
    ///
    /// - Parameter durability: The part to wait for.
    /// - Throws: `StoreError` if the disk fails; the target is then either unchanged or the new file.
    mutating func keep(_ durability: Durability) throws(StoreError) {
        if durability != .none { try file.synchronize() }
        try File.rename(file.path, to: target)
        isKept = true
        if durability == .name { try File.synchronizeDirectory(directory) }
    }

    /// Returns the properties that distinguish the file from others.
    func mark() throws(StoreError) -> FileMark { try file.mark() }

    /// Removes incomplete temporary files from a directory.
    static func clean(_ directory: String) throws(StoreError) {
        for name in try File.names(in: directory) where name.hasPrefix(".") && name.hasSuffix(suffix) {
            try File.remove("\(directory)/\(name)")
        }
    }
}
