import Definitions
import Records
import TestDocuments
import Testing

/// The schema of a source's records, as DescribeSource returns it.
@Suite struct RecordSchemaTests {
    private func schema(_ text: String, _ records: String...) throws -> JSON {
        let name = try #require(SourceName("x"))
        let definition = try Definition(name, options: TestDocument.options(text), by: .file)
        let sample = records.map { Record(key: "k", data: Array($0.utf8)) }
        return RecordSchema(of: definition, sample: sample).json
    }

    @Test func `a kind declares its members with types, units and meanings, without any record`() throws {
        let schema = try schema("[Source]\nKind=metar\nURL=https://a.example/\n")
        let properties = schema["properties"]
        #expect(properties?["temperature"]?["type"] == "number")
        #expect(properties?["temperature"]?["unit"] == "°C")
        #expect(properties?["temperature"]?["description"] == "Air temperature")
        #expect(properties?["wind"]?["properties"]?["gust"]?["unit"] == "kt")
        #expect(properties?["clouds"]?["items"]?["properties"]?["base"]?["unit"] == "ft")
        #expect(properties?["time"]?["format"] == "date-time")
        #expect(properties?["flightRules"]?["enum"] == ["VFR", "MVFR", "IFR", "LIFR"])
        #expect(schema["required"] == ["raw", "station", "type"])
    }

    @Test func `the definition renames, omits, maps and gives types`() throws {
        let schema = try schema(
            """
            [Source]
            Kind=metar
            URL=https://a.example/
            [Record]
            Rename=temperature:temp raw:text
            Omit=remarks
            Map=flightRules good:VFR
            """)
        let properties = schema["properties"]
        #expect(properties?["temperature"] == nil && properties?["temp"]?["unit"] == "°C")
        #expect(properties?["remarks"] == nil)
        #expect(properties?["flightRules"] == ["type": "string"])
        #expect(schema["required"] == ["station", "text", "type"])
    }

    @Test func `a member of a table has a type only where the definition declares it`() throws {
        let schema = try schema(
            """
            [Source]
            Kind=table
            URL=https://a.example/
            [Record]
            Key=id
            Number=beds
            Time=seen
            Require=name
            """, #"{"beds":3,"id":"a","name":"n"}"#, #"{"id":"b","name":"m","note":null}"#)
        let properties = schema["properties"]
        #expect(properties?["beds"] == ["type": "number"])
        #expect(properties?["seen"] == ["type": "string", "format": "date-time"])
        #expect(properties?["id"] == ["x-observed": ["string"]])
        #expect(properties?["note"] == ["x-observed": ["null"]])
        #expect(schema["required"] == ["name"])
    }

    @Test func `what a kind does not declare is observed, not promised`() throws {
        let schema = try schema(
            "[Source]\nKind=pirep\nURL=https://a.example/\n", #"{"level":"FL350","newMember":1}"#)
        #expect(schema["properties"]?["newMember"] == ["x-observed": ["number"]])
        #expect(schema["properties"]?["level"]?["type"] == "string")
    }

    private static let sides = [
        "metar": "[Source]\nKind=metar\nURL=https://a.example/\n[Record]\nRename=temperature:air\n",
        "airports": """
        [Source]
        Kind=table
        URL=https://a.example/
        [Record]
        Key=code
        Number=beds clouds
        Require=name
        """,
    ]

    private func joined(
        _ left: String, _ right: String, _ more: String = "", samples: [String: String] = [:]
    ) throws -> JSON {
        var texts = Self.sides
        texts["both"] =
            "[Source]\nKind=join\n[Join]\nLeft=\(left)\nRight=\(right)\nOn=station=code\n\(more)"
        var definitions: [SourceName: Definition] = [:]
        for (name, text) in texts {
            let name = try #require(SourceName(name))
            definitions[name] = try Definition(name, options: TestDocument.options(text), by: .file)
        }
        return try RecordSchema(of: #require(SourceName("both")), among: definitions) { name in
            samples[name.text].map { [Record(key: "k", data: Array($0.utf8))] } ?? []
        }.json
    }

    @Test func `a join has the members of both sources, with their types, and those of the left first`()
        throws
    {
        let schema = try joined("metar", "airports")
        let properties = schema["properties"]
        #expect(properties?["air"]?["unit"] == "°C" && properties?["temperature"] == nil)
        #expect(properties?["beds"] == ["type": "number"] && properties?["clouds"]?["type"] == "array")
        #expect(schema["required"] == ["name", "raw", "station", "type"])
    }

    @Test
    func `a join may omit and rename, prefix the members of the right, and keep records without a partner`()
        throws
    {
        let schema = try joined(
            "airports", "metar", "Type=left\nPrefix=w_\n[Record]\nOmit=w_remarks\nRename=beds:places\n")
        let properties = schema["properties"]
        #expect(properties?["w_air"]?["unit"] == "°C" && properties?["w_clouds"]?["type"] == "array")
        #expect(properties?["clouds"] == ["type": "number"] && properties?["places"] == ["type": "number"])
        #expect(properties?["w_remarks"] == nil && properties?["remarks"] == nil)
        #expect(schema["required"] == ["name"])
    }

    @Test func `a member that the left has without a type does not get the type of the right`() throws {
        let schema = try joined(
            "airports", "metar",
            samples: ["airports": #"{"air":"Air Base"}"#, "both": #"{"air":"Air Base"}"#])
        #expect(schema["properties"]?["air"] == ["x-observed": ["string"]])
        #expect(schema["properties"]?["dewPoint"]?["unit"] == "°C")
    }

    @Test func `a join of itself, as another almanac may send it, has no members of its own`() throws {
        #expect(try joined("both", "both")["properties"] == [:])
    }
}
