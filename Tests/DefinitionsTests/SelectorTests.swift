import Definitions
import Records
import Testing

/// Selectors, which subscribers share if they are equal.
@Suite struct SelectorTests {
    private func selector(_ text: String) throws -> Selector { try Selector(JSON(parsing: Array(text.utf8))) }

    @Test(arguments: [
        (#"{"sources":["a","b"]}"#, #"{"sources":["b","a","b"]}"#),
        (#"{"kinds":["feed","table"],"keys":["x*","y"]}"#, #"{"keys":["y","x*"],"kinds":["table","feed"]}"#),
        (#"{"where":["a < 1","b exists"]}"#, #"{"where":["b exists","a < 1"]}"#),
        (#"{"tags":["t"]}"#, #"{"tags":["t","t"]}"#),
        (#"{"fields":["/a","/b"],"near":null}"#, #"{"fields":["/b","/a"]}"#),
    ])
    func `selectors that differ only in the order or repetition of elements are equal`(
        one: String, other: String
    ) throws {
        #expect(try selector(one) == selector(other))
        #expect(try Set([selector(one), selector(other)]).count == 1)
    }

    @Test(arguments: [
        (#"{"sources":["a","b"]}"#, #"{"sources":["a"]}"#), (#"{"sources":["a"]}"#, #"{"keys":["a"]}"#),
        (#"{"sources":[]}"#, "{}"), ("{\"keys\":[\"é\"]}", "{\"keys\":[\"e\u{301}\"]}"),
    ])
    func `selectors with other elements differ`(one: String, other: String) throws {
        #expect(try selector(one) != selector(other))
    }

    @Test func `a condition keeps its place in the list of the one who asks`() throws {
        let tested = try selector(#"{"where":["b exists","a < 1"]}"#).tested
        #expect(tested.map(\.field.text) == ["b", "a"])
        #expect(throws: SelectorError.self) { try selector(#"{"where":["b exists","a <"]}"#) }
    }
}
