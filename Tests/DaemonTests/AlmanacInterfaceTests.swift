import Daemon
import Glibc
import Testing
import Varlink

@Suite struct AlmanacInterfaceTests {
    @Test func `the served description equals the shipped file, byte for byte`() throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let file = try #require(fopen(root + "/etc/io.almanac.varlink", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        #expect(Array(AlmanacInterface.text.utf8) == Array(bytes[..<count]))
    }

    @Test func `the served description describes io.almanac`() throws {
        #expect(try InterfaceDescription(parsing: AlmanacInterface.text).name == "io.almanac")
    }
}
