import Glibc
import TestDaemon
import Testing
import Web

/// The site as an app that can be installed, and as a screen on a wall.
@MainActor @Suite struct AppTests {
    @Test func `a service worker may control all pages, other files may not`() throws {
        let site = try Website()
        site.stop()
        for name in [
            "offline-worker.js", "offline.js", "almanac.webmanifest", "icon-192.png", "offline.html",
        ] {
            let file = try #require(fopen("\(site.daemon.directory)/assets/\(name)", "w"))
            fputs("{}", file)
            fclose(file)
        }
        try site.begin()
        func answer(_ name: String) throws -> WebClient { try site.answer("/assets/" + name) }
        #expect(try answer("offline-worker.js").header("Service-Worker-Allowed") == "/")
        #expect(try answer("offline.js").header("Service-Worker-Allowed") == nil)
        #expect(try answer("almanac.webmanifest").header("Content-Type") == "application/manifest+json")
        #expect(try answer("icon-192.png").header("Content-Type") == "image/png")
        #expect(try answer("offline.html").header("Content-Type") == "text/html; charset=utf-8")
        let policy = try #require(try answer("offline.html").header("Content-Security-Policy"))
        #expect(policy.contains("worker-src 'self'") && policy.contains("manifest-src 'self'"))
    }

    @Test func `only pages on a wall are loaded again by themselves`() throws {
        let site = try Website()
        #expect(try site.answer("/?kiosk").header("Refresh") == "60")
        #expect(try site.answer("/sources?kiosk&units=metric").header("Refresh") == "60")
        #expect(try site.answer("/").header("Refresh") == nil)
        let error = try site.answer("/since?after=x&kiosk")
        #expect(error.status == 400 && error.header("Refresh") == "60")
        #expect(try site.answer("/since?after=x").header("Refresh") == nil)
        #expect(try site.answer("/?kiosk", headers: ["Accept: text/plain"]).header("Refresh") == nil)
    }

    @Test(arguments: [
        ("/?pin=kpwm,KXYZ", ["KPWM", "KXYZ"]), ("/?pin=KPWM+KXYZ+KPWM", ["KPWM", "KXYZ"]),
        ("/?pin=%22%3E%3Cb%3E,KXYZ,TOOLONGNAME", ["KXYZ"]), ("/?pin=", []),
    ])
    func `pinned airports without a report have tiles`(target: String, airports: [String]) throws {
        let page = try Website().answer(target).text
        for airport in airports {
            #expect(page.contains("<article class=\"card tile uncertain\" id=\"\(airport)\""))
        }
        #expect(page.ranges(of: "<article").count == airports.count)
    }

    @Test(arguments: ["/warnings", "/calendar", "/history"])
    func `the pages of all sources are in the navigation`(path: String) throws {
        let site = try Website()
        let page = try site.answer(path)
        #expect(page.status == 200)
        #expect(page.text.contains("<a href=\"\(path)\" aria-current=\"page\">"))
        #expect(try site.answer("/").text.contains("<a href=\"\(path)\">"))
        let text = try site.answer(path, headers: ["Accept: text/plain"])
        #expect(text.status == 200 && !text.text.contains("<html"))
    }
}
