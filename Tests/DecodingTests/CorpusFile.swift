import Glibc

/// The real inputs beside the tests, with their expected records.
enum CorpusFile {
    /// The folder `Corpus`, found from the place of this file.
    static let folder: String = {
        let parts = #filePath.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).dropLast()
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/") + "/Corpus/"
    }()

    /// The bytes of a file below the folder.
    static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(folder + path, "r") else { throw Missing(path: path) }
        defer { fclose(file) }
        var (bytes, slice): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = fread(&slice, 1, slice.count, file)
            if count == 0 { return bytes }
            bytes += slice[..<count]
        }
    }

    /// The lines of a file, without their ends; no line is empty.
    static func lines(_ path: String) throws -> [[UInt8]] {
        try bytes(path).split(separator: 0x0A).map { Array($0) }
    }

    /// The names of the files in a folder, sorted.
    static func names(_ path: String) throws -> [String] {
        guard let handle = opendir(folder + path) else { throw Missing(path: path) }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// A file that should be in the corpus and is not.
    struct Missing: Error { let path: String }
}
