import Fetching
import Testing

/// Notifications of the WMO Information System 2.0.
@Suite struct DataNotificationTests {
    private static func read(_ members: String, _ properties: String = "") -> DataNotification? {
        let text = """
            {"type": "Feature", \(members)"properties": {"data_id": "x/1"\(properties)}, "links": []}
            """
        return DataNotification(Array(text.utf8)[...])
    }

    @Test func `notifications of the same data at the same time have one key, whoever sends them`() {
        let time = #", "pubtime": "2027-01-15T08:00:00Z""#
        let first = Self.read(#""id": "1", "#, time)
        #expect(first?.dataIdentifier == "x/1")
        #expect(first?.key == Self.read(#""id": "2", "#, time)?.key)
        #expect(first?.key != Self.read(#""id": "1", "#, #", "pubtime": "2027-01-15T09:00:00Z""#)?.key)
    }

    @Test func `without a time the identifier counts, and without both nothing is recognised`() {
        let first = Self.read(#""id": "1", "#)
        #expect(first != nil && first?.key != Self.read(#""id": "2", "#)?.key)
        #expect(Self.read("") == nil)
    }

    /// Returns the document in a notification with these members of `content`, and this hash.
    private static func document(_ content: String, _ method: String, _ hash: String) -> [UInt8]? {
        let integrity = #""integrity": {"method": "\#(method)", "value": "\#(hash)"}"#
        let notification = read(#""id": "1", "#, ", \(integrity), \"content\": {\(content)}")
        guard case .bytes(let bytes) = notification?.document?.reading(atMost: 300) else { return nil }
        return bytes
    }

    /// The hashes of `abc`: `printf abc | openssl dgst -sha256 -binary | base64`.
    private static let hashes = [
        "sha256": "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
        "sha384": "ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn",
        "sha512":
            "3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==",
    ]

    @Test func `without the hash function, an embedded document is not checked, instead of wrong`() throws {
        let integrity = #""integrity": {"method": "sha256", "value": "\#(Self.hashes["sha256"] ?? "")"}"#
        let content = #""content": {"encoding": "utf-8", "value": "abc", "size": 3}"#
        let read = Self.read(#""id": "1", "#, ", \(integrity), \(content)")
        let document = try #require(read?.document)
        #expect(document.reading(atMost: 300, hash: { _, _ in nil }) == .unchecked("sha256"))
        // A wrong length makes the document unusable, whichever function is missing.
        #expect(document.reading(atMost: 2, hash: { _, _ in nil }) == .unusable)
        #expect(document.reading(atMost: 300) == .bytes(Array("abc".utf8)))
    }

    @Test(arguments: [
        #""encoding": "utf-8", "value": "abc""#, #""encoding": "base64", "value": "YWJj""#,
        #""encoding": "gzip", "value": "H4sIAAAAAAACA0tMSgYAwkEkNQMAAAA=""#,
    ])
    func `an embedded document is read if its size and hash are those that are stated`(content: String) {
        for (method, hash) in Self.hashes {
            #expect(Self.document(content + #", "size": 3"#, method, hash) == Array("abc".utf8))
            #expect(Self.document(content + #", "size": 4"#, method, hash) == nil)
            #expect(Self.document(content + #", "size": 2"#, method, hash) == nil)
            #expect(Self.document(content, method, hash) == nil)
            let other = hash.replacing("A", with: "B").replacing("7", with: "8")
            #expect(Self.document(content + #", "size": 3"#, method, other) == nil)
        }
        for unknown in ["md5", "SHA256", "sha3-256"] {
            #expect(Self.document(content + #", "size": 3"#, unknown, Self.hashes["sha256"] ?? "") == nil)
        }
    }

    @Test(arguments: [
        #""encoding": "latin1", "value": "abc", "size": 3"#,
        #""encoding": "base64", "value": "*", "size": 3"#,
        #""encoding": "gzip", "value": "YWJj", "size": 3"#, #""encoding": "utf-8", "value": "", "size": 0"#,
        #""encoding": "gzip", "value": "H4sIAAAAAAACA0tMSgYAwkE=", "size": 3"#,
    ])
    func `an embedded document that cannot be read is none`(content: String) {
        #expect(Self.document(content, "sha256", Self.hashes["sha256"] ?? "") == nil)
    }

    @Test func `only the links to the document itself count, and none of a deletion`() {
        func links(_ text: String) -> [String] {
            let bytes = Array(
                """
                {"type": "Feature", "id": "1", "properties": {"data_id": "x/1"}, "links": [\(text)]}
                """.utf8)
            return DataNotification(bytes[...])?.links.map(\.url) ?? []
        }
        let canonical = #"{"rel": "canonical", "href": "https://a.example/1", "type": "text/csv"}"#
        let update = #"{"rel": "update", "href": "https://a.example/2"}"#
        let other = #"{"rel": "via", "href": "https://a.example/3"}"#
        let both = ["https://a.example/1", "https://a.example/2"]
        #expect(links("\(canonical), \(update), \(other), 1") == both)
        #expect(links("\(canonical), {\"rel\": \"deletion\", \"href\": \"https://a.example/1\"}") == [])
    }
}
