import AlmanacValues
import Records
import Showing
import Testing

@Suite struct OrderTests {
    private func item(_ key: String, _ data: JSON = .object([])) -> Item {
        Item(source: "s", key: key, data: data)
    }

    @Test func `keys are in the order of the document, or else numbers are in numeric order`() {
        let items = ["1", "10", "2", "ward 10", "ward 9", "ward 09"].map { item($0) }
        #expect(ordered(items, byKeys: []).map(\.key) == ["1", "2", "10", "ward 09", "ward 9", "ward 10"])
        #expect(ordered(items, byKeys: ["ward 9", "10"]).map(\.key).prefix(3) == ["ward 9", "10", "1"])
    }

    @Test func `numbers that are texts are sorted by value`() {
        let items =
            ["10", "9.5", "-1", "b10", "b9", ""].map { item($0, ["a": .string($0)]) } + [item("none")]
        #expect(ordered(items, by: "a").map(\.key) == ["-1", "9.5", "10", "", "b9", "b10", "none"])
    }

    @Test func `group headings are in natural order`() {
        let items = ["10", "2", "1"].map { item($0, ["ward": .string("ward \($0)")]) }
        let table = RecordTable(items, view: .init(columns: ["@key"], group: "ward"))
        let headings = table.lines(on: Paper(width: 80, now: Golden.now)).map(\.plain).filter {
            $0.hasPrefix("ward")
        }
        #expect(headings.map { $0.prefix(7) } == ["ward 1 ", "ward 2 ", "ward 10"])
    }
}
