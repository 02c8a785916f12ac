import Fetching
import Glibc
import Reactive
import Records
import Systemd

/// The part of `bench refresh` that compares HTTP/2 with HTTP/1.1: the cost for the fetcher of responses that
/// say that a document is unchanged, over TLS from nginx; and the connections of 200 sources.
///
/// The ratio depends on libcurl: 7.88.1 resets every stream, which would make it 1.10 to 1.13 if `Fetching`
/// did not end such a response at its head; with 8.14.1 it is 0.97.
enum TransportBench {
    private static let requests = 400
    private static let sources = 200

    /// Runs the comparison, and prints why not if nginx cannot be had.
    ///
    /// - Throws: An error if nginx cannot be started, or a request fails.
    static func run() throws {
        guard TransportServer.isThere else {
            return print("HTTP/2 is not compared: Tests/System/roots proxies cannot make nginx here")
        }
        let server = try TransportServer()
        let old = try TransportClient(server, name: "old", allowsHTTP2: false)
        let new = try TransportClient(server, name: "new", allowsHTTP2: true)
        print("libcurl \(HTTPLibrary.version(loads: true) ?? "")")
        try CostComparison.run(
            "an unchanged response by HTTP/2", each: requests, .body { { try new.ask(requests) } },
            to: ("HTTP/1.1", .body { { try old.ask(requests) } }), limit: 1.1)
        guard !CostComparison.isCounting else { return }
        try TransportClient(server, name: "crowd", allowsHTTP2: true).ask(sources)
        let lines = try server.unchanged(sources, client: "crowd")
        let connections = Set(lines.compactMap { $0.split(separator: " ").first }).count
        Goal.most("connections of \(sources) sources on one host", Double(connections), limit: 1)
    }
}

/// A fetcher, with the limits of the daemon, that requests unchanged documents.
private final class TransportClient {
    private let server: TransportServer
    private let name: String
    private let fetcher: Fetcher
    private let loop: EventLoop
    private let allowsHTTP2: Bool
    private var validators = Validators()

    /// Requests the document once, for its validators and a connection.
    ///
    /// - Throws: An error if that fails.
    init(_ server: TransportServer, name: String, allowsHTTP2: Bool) throws {
        self.server = server
        self.name = name
        self.allowsHTTP2 = allowsHTTP2
        loop = try EventLoop()
        fetcher = Fetcher(on: loop, limits: FetchLimits(spoolDirectory: "/tmp"), hasRoute: { true })
        try ask(1)
    }

    /// Requests documents, each from an address of its own, and waits for all answers.
    ///
    /// - Throws: An error if a request fails.
    func ask(_ count: Int) throws {
        var left = count
        var fault: FetchFailure?
        let subscriptions = (0..<count).map { number in
            fetcher.fetch(request(number)).sink(
                receiveCompletion: { end in
                    if case .failure(let failure) = end { fault = failure }
                },
                receiveValue: { [self] answer in
                    left -= 1
                    if case .document(let document) = answer { validators = document.validators }
                })
        }
        while left > 0, fault == nil { _ = try loop.turn(timeout: .seconds(1)) }
        subscriptions.forEach { $0.cancel() }
        if let fault { throw BenchError("a request failed: \(fault)") }
    }

    private func request(_ number: Int) -> FetchRequest {
        var request = FetchRequest(
            url: server.address(of: number, client: name), userAgent: "almanacd/0 (bench)")
        request.allowPrivate = true
        request.caFile = server.certificate
        request.allowHTTP2 = allowsHTTP2
        request.validators = validators
        return request
    }
}

/// nginx, which serves one document under all addresses over TLS, by HTTP/2 and HTTP/1.1.
private final class TransportServer {
    private static let program = BenchFiles.root + ".build/roots/proxies/usr/sbin/nginx"
    private static let port = 8443

    /// The certificate that the client trusts.
    let certificate: String
    private let folder: BenchFolder
    private let process: BenchProcess

    /// Whether nginx is there or can be had.
    static var isThere: Bool {
        _ = BenchFiles.output(of: "'\(BenchFiles.root)Tests/System/roots' proxies 2>/dev/null")
        return access(program, X_OK) == 0
    }

    /// Starts nginx and waits until it listens.
    ///
    /// - Throws: An error if it cannot be started.
    init() throws {
        folder = try BenchFolder(with: ["files"])
        try folder.write("id,name\n1,one\n", to: "files/rows.csv")
        let (key, certificate) = (folder.path + "/key", folder.path + "/cert")
        self.certificate = certificate
        _ = BenchFiles.output(
            of:
                "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=almanac "
                + "-addext subjectAltName=IP:127.0.0.1 -keyout '\(key)' -out '\(certificate)' 2>/dev/null")
        try folder.write(TransportServer.configuration(folder.path), to: "nginx.conf")
        process = try BenchProcess([
            TransportServer.program, "-e", folder.path + "/error.log", "-c", folder.path + "/nginx.conf",
        ])
        for _ in 0..<200 where access(folder.path + "/pid", F_OK) != 0 { usleep(50_000) }
        guard access(folder.path + "/pid", F_OK) == 0 else {
            throw BenchError("nginx does not start")
        }
    }

    /// Returns the address of a client's source.
    func address(of source: Int, client: String) -> String {
        "https://127.0.0.1:\(TransportServer.port)/\(client)/\(source)"
    }

    /// Returns the requests of a client that found the document unchanged by HTTP/2: `CONNECTION PROTOCOL
    /// STATUS PATH`. nginx writes a request down after its response, so that the last ones are awaited.
    ///
    /// - Throws: An error if there are not as many as expected.
    func unchanged(_ count: Int, client: String) throws -> [String] {
        for _ in 0..<100 {
            let lines = try BenchFiles.bytes(folder.path + "/access.log").split(separator: .newline)
                .map { String(decoding: $0, as: UTF8.self) }
                .filter { $0.contains(" HTTP/2.0 304 /\(client)/") }
            if lines.count == count { return lines }
            usleep(20_000)
        }
        throw BenchError("not all requests of \(client) were answered by HTTP/2 with 304")
    }

    private static func configuration(_ folder: String) -> String {
        """
        daemon off;
        master_process off;
        user root;
        pid \(folder)/pid;
        events { worker_connections 1024; }
        http {
            log_format short '$connection $server_protocol $status $request_uri';
            access_log \(folder)/access.log short;
            keepalive_requests 1000000000;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate \(folder)/cert;
                ssl_certificate_key \(folder)/key;
                root \(folder)/files;
                location / { try_files /rows.csv =404; }
            }
        }

        """
    }
}
