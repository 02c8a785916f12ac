import Glibc

/// The scripts of faults that were found and fixed.
struct FoundScripts {
    private let folder: String

    init(_ folder: String) { self.folder = folder }

    /// Runs all scripts.
    ///
    /// - Returns: The exit status: 1 if one fails, or if there are none.
    func run(in root: String) -> CInt {
        let paths = self.paths
        var failures = 0
        for path in paths {
            let fault =
                Script(path: path).map { Child($0.plan, in: root).wait().fault } ?? "it is not a script"
            guard let fault else { continue }
            failures += 1
            print("\(path): \(fault)")
        }
        print("\(paths.count) scripts of faults found before: \(failures) failed")
        return failures == 0 && !paths.isEmpty ? 0 : 1
    }

    private var paths: [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(folder + "/*.script", 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }
}
