import Records
import Testing

@Suite struct FieldPathTests {
    private let data: JSON = ["a": ["b": [1, ["c": "x"]]], "a.b": "dotted", "m/n": 1, "~": 2]

    @Test func `a name, a dotted path and a pointer find a field`() {
        #expect(FieldPath("a").value(in: data) == ["b": [1, ["c": "x"]]])
        #expect(FieldPath("a.b.0").value(in: data) == 1)
        #expect(FieldPath("/a/b/1/c").value(in: data) == "x")
        #expect(FieldPath("/m~1n").value(in: data) == 1)
        #expect(FieldPath("/~0").value(in: data) == 2)
    }

    @Test func `a member with the whole name takes precedence over the dotted path`() {
        #expect(FieldPath("a.b").value(in: data) == "dotted")
    }

    @Test func `a missing value is nil`() {
        #expect(FieldPath("a.x").value(in: data) == nil)
        #expect(FieldPath("/a/b/2").value(in: data) == nil)
        #expect(FieldPath("/a/b/-1").value(in: data) == nil)
    }
}
