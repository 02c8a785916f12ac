import Definitions
import Records
import Testing

@Suite struct ComputationTests {
    private func definition(_ url: String, _ rest: String = "Kind=json") throws(OptionError) -> Definition {
        var options = Options()
        try options.read(Array("[Source]\n\(rest)\nURL=\(url)\n".utf8), file: "a.source")
        return try Definition(SourceName("sun@KPWM")!, options: options, by: .user)
    }

    private func reason(_ url: String, _ rest: String = "Kind=json") -> String {
        let error = #expect(throws: OptionError.self) { try definition(url, rest) }
        return error?.reason ?? ""
    }

    @Test(arguments: [
        "computed:sun/%{latitude},%{longitude}", "computed:moon/43.65,-70.31", "computed:sun/-90,180",
    ])
    func `a computed address names a body and a place`(url: String) throws {
        let found = try definition(url)
        #expect(found.origin.text == url)
        #expect(found.addresses == [])
    }

    @Test(arguments: ["computed:mars/1,2", "computed:sun", "computed:", "computed:Sun/1,2"])
    func `another body is refused`(url: String) {
        #expect(reason(url).contains("is not computed:sun/ or computed:moon/ with a position"))
    }

    @Test(arguments: [
        "computed:sun/", "computed:sun/91,0", "computed:sun/1", "computed:sun/1,2,3", "computed:sun/%i",
        "computed:sun/KPWM", "computed:sun/nan,0",
    ])
    func `a place that is no position is refused`(url: String) {
        #expect(
            reason(url).contains(
                "has neither a position such as 43.65,-70.31 nor %{latitude},%{longitude}"))
    }

    @Test func `a computed document is JSON and has no second address`() {
        #expect(reason("computed:sun/1,2", "Kind=table").contains("requires Kind=json"))
        let second = reason("computed:sun/1,2\nURL=https://a.example/")
        #expect(second.contains("cannot be combined with an address that is computed"))
        let other = reason("https://a.example/\nURL=computed:sun/1,2")
        #expect(other.contains("is not an http or https address"))
    }
}
