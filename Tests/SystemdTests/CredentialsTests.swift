import Glibc
import Systemd
import Testing

@Suite struct CredentialsTests {
    @Test func `a secret is looked up under the service's name first and has no newline at its end`() throws {
        let directory = TemporaryDirectory()
        try directory.write("places", "plain")
        try directory.write("almanac_places", "prefixed\n")
        try directory.write("other", " two\nlines\n\n")
        let credentials = Credentials(directory: directory.path)
        #expect(try credentials.secret("places") == "prefixed")
        #expect(try credentials.secret("other") == " two\nlines\n")
    }

    @Test func `a secret is read again each time`() throws {
        let directory = TemporaryDirectory()
        let credentials = Credentials(directory: directory.path)
        #expect(try credentials.secret("key") == nil)
        try directory.write("key", "one")
        #expect(try credentials.secret("key") == "one")
        try directory.write("key", "two")
        #expect(try credentials.secret("key") == "two")
    }

    @Test(arguments: ["", ".", "..", "a/b", "../passwd", "/etc/passwd"])
    func `an invalid file name has no secret`(name: String) throws {
        #expect(try Credentials(directory: "/etc").secret(name) == nil)
    }

    @Test func `without a service manager, secrets are read from the owner's folder`() throws {
        let (home, handed) = (TemporaryDirectory(), TemporaryDirectory())
        try home.write("places", "at home")
        #expect(try Credentials(directory: nil, home: home.path).secret("places") == "at home")
        #expect(try Credentials(directory: handed.path, home: home.path).secret("places") == nil)
    }

    @Test func `advice on a missing secret names its file, and a restart of a service`() {
        #expect(
            Credentials(directory: nil, home: "/home/me/keys").advice("a") == "put it into /home/me/keys/a")
        #expect(
            Credentials(directory: "/run/x", home: "/etc/keys").advice("a")
                == "put it into /etc/keys/a and restart almanacd; if it is there, \"almanacd check\" says why"
                + " it is not passed")
    }

    @Test func `without a directory there are no secrets`() throws {
        #expect(try Credentials(directory: nil).secret("key") == nil)
    }

    @Test func `an invalid secret is an error that names the file, not the content`() throws {
        let directory = TemporaryDirectory()
        let file = try FileDescriptor(opening: directory.path("bytes"), O_WRONLY | O_CREAT)
        var bytes: [UInt8] = [0xFF, 0xFE]
        write(file.raw, &bytes, 2)
        try directory.write("long", String(repeating: "x", count: 1 << 20 + 1))
        let credentials = Credentials(directory: directory.path)

        let first = #expect(throws: SystemError.self) { try credentials.secret("bytes") }
        #expect(first == SystemError(call: "read", code: EILSEQ, detail: directory.path("bytes")))
        let second = #expect(throws: SystemError.self) { try credentials.secret("long") }
        #expect(second == SystemError(call: "read", code: EFBIG, detail: directory.path("long")))
    }
}
