import Calendars
import Glibc
import Records

/// The program that expands calendars for tests: almanacd next to the tests.
package enum CalendarProgram {
    /// Makes decoders use it.
    package static func use() {
        guard let maps = fopen("/proc/self/maps", "r") else { return }
        defer { fclose(maps) }
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, CInt(line.count), maps) != nil {
            let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            guard let start = bytes.firstIndex(of: .slash) else { continue }
            let path = String(decoding: bytes[start...], as: UTF8.self)
            guard path.hasSuffix("almanacPackageTests.xctest") else { continue }
            let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            CalendarDecoder.program = folder.joined(separator: "/") + "/almanacd"
            return
        }
    }
}
