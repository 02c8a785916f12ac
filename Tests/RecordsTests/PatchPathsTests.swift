import Records
import Testing

@Suite struct PatchPathsTests {
    private func written(_ patch: [UInt8]) -> String {
        var writer = JSONWriter()
        MergePatch.writePaths(of: patch, to: &writer)
        return String(decoding: writer.finish(), as: UTF8.self)
    }

    private func listed(_ patch: JSON) -> String {
        String(decoding: JSON.array(MergePatch.paths(of: patch).map(JSON.string)).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        "{}", #"{"a":1}"#, #"{"a":{"b":{"c":null},"d":[1,{"e":2}]},"f":"}{,\"\\"}"#, #"{"a":{},"b":[]}"#,
        #"{"~a/b":{"c~d":true},"é\u0001\"x":-1.5e3}"#, #"{"":{"":""}}"#, #"{"a":[[],[{}]],"b":[1,2,3]}"#,
    ])
    func `the paths written for a patch equal the listed ones`(_ text: String) throws {
        let patch = try JSON(parsing: Array(text.utf8))
        #expect(written(patch.canonicalBytes) == listed(patch))
    }

    @Test func `the paths of any bytes are an array of strings`() throws {
        let patch = Array(#"{"a":{"b":[1,{"x":"y\\"}]},"c~/":"d"}"#.utf8)
        for place in patch.indices {
            for byte: UInt8 in [0x22, 0x2C, 0x5C, 0x7B, 0x7D, 0x5D, 0x61] {
                var broken = patch
                broken[place] = byte
                #expect(written(broken).hasPrefix("["))
                #expect(written(Array(broken[..<place])).hasSuffix("]"))
            }
        }
    }
}
