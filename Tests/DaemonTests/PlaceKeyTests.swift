import Definitions
import Glibc
import Records
import Systemd
import Testing
import Varlink

/// A secret key is configured, and then searched for in every place where it must not be.
@Suite(.serialized) struct PlaceKeyTests {
    private static let canary = "canary-4f1d9a-key"
    private let folder = Folder()

    /// A daemon that queries a test server in place of Google's.
    private func fixture() throws -> (LiveDaemon, WebServer) {
        folder.write("credentials/almanac_places", Self.canary + "\n")
        setenv("CREDENTIALS_DIRECTORY", folder.path + "/credentials", 1)
        defer { unsetenv("CREDENTIALS_DIRECTORY") }
        return try LiveDaemon.asking("google", at: "/maps", "Credential=places", in: folder)
    }

    /// Returns the replies of all methods and the contents of all files that the daemon wrote.
    private func everything(_ fixture: LiveDaemon) throws -> String {
        var text = ""
        for method in ["ListSources", "GetStatus", "GetSnapshot"] { text += "\(try fixture.call(method))" }
        for name in ["places", "other"] {
            text += "\((try? fixture.call("DescribeSource", ["name": .string(name)])) ?? .null)"
        }
        fixture.end()
        for place in ["state", "state/private", "state/private/documents", "run"] {
            for name in folder.names(in: place) where name != "." && name != ".." {
                text += folder.read("\(place)/\(name)") ?? ""
            }
        }
        return text
    }

    @Test func `a key is sent to the host of its definition, and nowhere else`() throws {
        let (fixture, server) = try fixture()
        server.answer = { _ in
            let body =
                #"{"status":"REQUEST_DENIED","error_message":"The provided API key is invalid: \#(Self.canary)"}"#
            return .init(body: body)
        }
        let refused = fixture.refusal(of: "Geocode", ["text": "kent"])
        #expect(refused?.name == "io.almanac.UpstreamFailed" && refused?.parameters["reason"] == "denied")
        #expect(
            refused?.parameters["message"]?.string?.contains("store the correct one in the credential")
                == true)
        #expect(server.questions.map(\.target) == ["/maps/geocode/json?address=kent&key=\(Self.canary)"])
        #expect(try !everything(fixture).contains(Self.canary))
    }

    @Test func `a redirect to another host does not receive the key`() throws {
        let (fixture, server) = try fixture()
        let other = try WebServer(on: fixture.loop)
        server.answer = { question in
            .init(status: "302 Found", headers: ["Location: " + other.url(question.target)])
        }
        let refused = fixture.refusal(of: "Geocode", ["text": "kent"])
        #expect(refused?.name == "io.almanac.UpstreamFailed" && refused?.parameters["reason"] == "policy")
        #expect(other.questions.isEmpty)
        #expect(try fixture.runtime(of: "places")?["failure"]?["reason"] == "policy")
        #expect(try !everything(fixture).contains(Self.canary))
    }

    @Test func `the queries made with a key are not stored, and typing and choice share a session`() throws {
        let (fixture, server) = try fixture()
        let prediction =
            #"{"description":"Kent, England","place_id":"ChIJ","structured_formatting":{"main_text":"Kent"}}"#
        let result =
            #"{"place_id":"ChIJ","name":"Kent","formatted_address":"Kent, UK","geometry":{"location":{"lat":51.2,"lng":0.7}}}"#
        server.answer = { question in
            let isSuggestion = question.target.contains("autocomplete")
            let body =
                isSuggestion
                ? #"{"status":"OK","predictions":[\#(prediction)]}"# : #"{"status":"OK","result":\#(result)}"#
            return .init(body: body)
        }
        for _ in 0..<2 {
            let found = try fixture.call("Suggest", ["prefix": "kent"])["suggestions"]?.array?.first
            #expect(found?["text"] == "Kent" && found?["detail"] == "England")
        }
        let place = try fixture.call("GetPlace", ["identifier": "places/ChIJ"])["place"]
        #expect(place?["latitude"] == 51.2 && place?["detail"] == "UK")
        _ = try fixture.call("Suggest", ["prefix": "kent"])
        let sessions = server.questions.map { $0["sessiontoken"] }
        #expect(sessions.count == 4 && Set(sessions.prefix(3)).count == 1 && sessions[3] != sessions[0])
        #expect(sessions.allSatisfy { $0.count == 36 })
        #expect(try !everything(fixture).contains(Self.canary))
    }

    @Test func `another user's source cannot use the key`() throws {
        let text =
            "[Source]\nKind=places\nURL=https://stranger.example/\nCredential=places\n[Places]\nProvider=google\n"
        var options = Options()
        try options.read(Array(text.utf8), file: "stranger.source")
        let name = try #require(SourceName("stranger"))
        let error = #expect(throws: OptionError.self) { try Definition(name, options: options, by: .user) }
        #expect(error?.reason == "Credential=places is allowed only in definition files or for root")
        #expect(throws: Never.self) { try Definition(name, options: options, by: .file) }
    }
}
