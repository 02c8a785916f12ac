import Glibc
import Records

/// The test inputs with their expected records.
package enum CorpusFile {
    /// Returns the folder `Corpus` of the test target that a source file belongs to.
    private static func folder(of file: StaticString) -> String {
        let parts = file.description.utf8.split(separator: .slash, omittingEmptySubsequences: false)
        guard let tests = parts.lastIndex(where: { $0.elementsEqual("Tests".utf8) }) else { return "Corpus/" }
        let target = parts[...parts.index(after: tests)]
        return target.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/") + "/Corpus/"
    }

    /// Returns the bytes of a file in the corpus of the calling test target.
    package static func bytes(_ path: String, test file: StaticString = #filePath) throws -> [UInt8] {
        guard let file = fopen(folder(of: file) + path, "r") else { throw Missing(path: path) }
        defer { fclose(file) }
        var (bytes, slice): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = fread(&slice, 1, slice.count, file)
            if count == 0 { return bytes }
            bytes += slice[..<count]
        }
    }

    /// Returns the lines of a file without their ends; no line is empty.
    package static func lines(_ path: String, test file: StaticString = #filePath) throws -> [[UInt8]] {
        try bytes(path, test: file).split(separator: .newline).map { Array($0) }
    }

    /// Returns the names of the files in a folder, sorted.
    package static func names(_ path: String, test file: StaticString = #filePath) throws -> [String] {
        guard let handle = opendir(folder(of: file) + path) else { throw Missing(path: path) }
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

    /// The error of a missing file in the corpus.
    package struct Missing: Error { let path: String }
}
