import Glibc

/// A file with an expected text, in the folder `Golden` next to a test.
///
/// With `ALMANAC_GOLDEN=write` in the environment, the file is written again; review the difference.
public struct GoldenFile {
    /// The path of the file.
    public let path: String

    /// Makes the file of a name.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - test: The path of the source file of the test.
    public init(_ name: String, nextTo test: String) {
        let folder = test.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        path = "\(folder)/Golden/\(name)"
    }

    /// Returns the expected text, which is the present one if files are to be written; `nil` if there is no
    /// such file.
    public func expectation(of present: String) -> String? {
        if getenv("ALMANAC_GOLDEN") != nil { write(present) }
        return content
    }

    private var content: String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ text: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }
}
