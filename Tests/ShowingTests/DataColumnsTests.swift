import Records
import Showing
import Testing

@Suite struct DataColumnsTests {
    private static let schema: JSON = [
        "properties": [
            "beds": ["type": "number"], "open": ["type": "boolean"], "name": ["type": "string"],
            "layers": ["type": "array"], "runways": ["type": "object", "additionalProperties": [:]],
            "wind": ["type": "object", "properties": ["speed": ["type": "number"]]],
            "note": ["x-observed": ["string"]], "place": ["x-observed": ["object"]],
        ]
    ]

    private func columns(_ reserved: String...) -> DataColumns {
        DataColumns(schema: DataColumnsTests.schema, reserved: reserved)
    }

    private func types(_ columns: DataColumns) -> [String] {
        columns.order.map { "\(columns.columns[$0].name) \(columns.columns[$0].type.rawValue)" }
    }

    @Test func `declared members have typed columns, whether they occur or not`() {
        #expect(
            types(columns()) == [
                "beds REAL", "open INTEGER", "name TEXT", "layers TEXT", "runways TEXT", "wind.speed REAL",
                "note TEXT",
            ])
    }

    @Test func `values have the cells of their types, and lists and keyed objects are JSON`() {
        var columns = columns()
        let cells = columns.cells(of: [
            "beds": 7, "open": true, "layers": [["base": 3]], "runways": ["22L": ["rvr": 500]],
            "wind": ["speed": 3.5], "name": .null, "place": ["city": "Leeds"],
        ])
        #expect(
            cells == [
                .integer(7), .integer(1), nil, .text(#"[{"base":3}]"#), .text(#"{"22L":{"rvr":500}}"#),
                .real(3.5), nil, .text("Leeds"),
            ])
        #expect(types(columns).first == "beds REAL" && types(columns).contains("place.city TEXT"))
        #expect(types(columns).suffix(2) == ["name TEXT", "note TEXT"])
    }

    private func type(of values: JSON..., named name: String = "x") -> String? {
        var columns = columns()
        for value in values { _ = columns.cells(of: .object([.init(name, value)])) }
        return columns.columns.first { $0.name == name }?.type.rawValue
    }

    @Test func `the type of an undeclared member holds all of its values`() {
        #expect(type(of: 1, 2) == "INTEGER")
        #expect(type(of: 1, 2.5) == "REAL")
        #expect(type(of: 1, "n/a") == "TEXT")
        #expect(type(of: true) == "INTEGER")
        #expect(type(of: .number("9007199254740993"), 0.5) == "TEXT")
        #expect(type(of: .number("9007199254740993"), named: "beds") == "INTEGER")
        #expect(type(of: .number("99999999999999999999")) == "TEXT")
        #expect(type(of: "closed", named: "beds") == "TEXT")
    }

    @Test func `names that a database takes for equal are made different`() {
        var columns = columns("key")
        _ = columns.cells(of: ["Key": 1, "Beds": 2, "a.b": 3, "a": ["b": 4], "": 5])
        #expect(columns.columns.map(\.name).suffix(5) == ["Key_2", "Beds_2", "a.b", "a.b_2", "_"])
    }

    @Test func `members beyond the most columns are together in the last one`() throws {
        var columns = columns()
        let many = (0..<1500).map { JSON.Member("m\($0)", .int($0)) }
        let cells = columns.cells(of: .object(many))
        #expect(cells.count == 1000 && columns.columns.last?.name == "_more")
        guard case .text(let rest) = cells[999] else { return #expect(Bool(false)) }
        let members = try JSON(parsing: Array(rest.utf8)).object
        #expect(members?.count == 1500 - (999 - 7) && members?.last?.name == "m1499")
        #expect(columns.cells(of: .object(many)).count == 1000)
    }
}
