import Glibc
import Records

/// A server of others: installed, or unpacked by `Tests/System/roots` into `.build/roots`.
struct FanoutPackage {
    /// The name of the program.
    private let name: String
    /// The folder in which it and its libraries were unpacked.
    private let folder: String

    /// Creates a package from the name of its program and of its root.
    init(program: String, root: String) {
        name = program
        folder = FanoutPackage.roots + "/" + root
    }

    /// The path of the program; `nil` if it is missing.
    var program: String? {
        ["/usr/bin/\(name)", "/usr/sbin/\(name)", "\(folder)/usr/bin/\(name)", "\(folder)/usr/sbin/\(name)"]
            .first { access($0, X_OK) == 0 }
    }

    /// The environment in which it finds its libraries.
    var environment: [String] {
        var system = utsname()
        uname(&system)
        let machine = withUnsafeBytes(of: &system.machine) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return ["LD_LIBRARY_PATH=\(folder)/usr/lib/\(machine)-linux-gnu"]
    }

    /// `.build/roots`, two levels above the folder of this program.
    private static let roots: String = {
        guard let own = realpath("/proc/self/exe", nil) else { return "" }
        defer { free(own) }
        return String(cString: own).split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/roots"
    }()
}
