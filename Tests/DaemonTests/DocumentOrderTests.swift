import Records
import Testing

/// The order of the records of a document.
@Suite(.serialized) struct DocumentOrderTests {
    private let folder = Folder()

    @Test func `the order of a document is known, also after rows were inserted, moved and removed`() throws {
        folder.write(
            "etc/sources.d/schools.source",
            """
            [Source]
            Kind=table
            Path=\(folder.path)/schools.csv
            [Table]
            Delimiter=,
            [Record]
            Key=id
            """)
        folder.write("schools.csv", "id,name\nS1,One\n")
        let fixture = try LiveDaemon(folder)
        let order = { try fixture.call("GetOrder", ["source": "schools"])["keys"] }
        folder.write("schools.csv", "id,name\nS10,Ten\nS2,Two\nS1,One\n")
        try fixture.turn(until: { (try? order()) == ["S10", "S2", "S1"] })
        folder.write("schools.csv", "id,name\nS1,One\nS3,Three\nS10,Ten\n")
        try fixture.turn(until: { (try? order()) == ["S1", "S3", "S10"] })
        folder.write("schools.csv", "id,name\nS10,Ten\nS1,One\nS3,Three\n")
        try fixture.turn(until: { (try? order()) == ["S10", "S1", "S3"] })
        #expect(
            try fixture.call("GetSnapshot", ["selector": ["sources": ["schools"]]])["records"]?.array?.count
                == 3)
        fixture.end()
    }
}
