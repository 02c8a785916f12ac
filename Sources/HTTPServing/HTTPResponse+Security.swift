extension HTTPResponse {
    /// The header fields of every response: no content of other sites, no frames, no guessing of types.
    ///
    /// Source: Content Security Policy Level 3; Fetch Standard, 3.4 (nosniff); Referrer Policy.
    public nonisolated static var security: Headers {
        [
            ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
    }

    private nonisolated static var policy: String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
            "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
            "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }
}
