import TestDaemon
import Testing

/// Requests that pages of other sites make.
@MainActor @Suite struct OtherSiteTests {
    @Test(arguments: [
        ["Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"], ["Sec-Fetch-Mode: cors"], [],
        ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"],
    ])
    func `a page of another site embeds nothing, which costs no work`(headers: [String]) throws {
        let site = try Website()
        let other = ["Sec-Fetch-Site: cross-site"] + headers
        for target in ["/", "/api/records", "/events", "/live", "/assets/style.css"] {
            #expect(try site.answer(target, headers: other).status == 403)
        }
        #expect(site.daemon.asked.isEmpty)
    }

    @Test func `a link of another site leads here`() throws {
        let site = try Website()
        for extra in [["Sec-Fetch-Dest: document"], []] {
            let headers = ["Accept: text/html", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]
            #expect(try site.answer("/sources", headers: headers + extra).status == 200)
        }
        let own = ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors"]
        #expect(try site.answer("/api/sources", headers: own).status == 200)
    }
}
